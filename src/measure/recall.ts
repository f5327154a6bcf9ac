import type { Judged, Metric } from '../types.js';
import { nameOf, needsAt } from './relevant.js';

/**
 * `recall@k`: the share of needs met by the first k pages. Without needs in the labels this is the share of relevant pages
 * (trec_eval's `recall_k`). A list shorter than k is taken as it is; no relevant page at all gives 0.
 */
export function recall(k: number, rel = 1): Metric {
  return {
    name: nameOf('recall', k, rel),
    k,
    binary: false,
    value: (judged) => share(needsMet(judged, k, rel), needsAt(judged, rel).length),
    ceiling: (judged) => share(needsReachable(judged, k, rel), needsAt(judged, rel).length),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** How many needs the first k pages meet. */
export function needsMet(judged: Judged, k: number, rel = 1): number {
  const top = judged.pages.slice(0, k);
  return needsAt(judged, rel).filter((need) => top.some((page) => need.has(page))).length;
}

/** No k pages meet more needs than this: the k pages that serve most needs, as if they never overlapped. */
export function needsReachable(judged: Judged, k: number, rel = 1): number {
  const needs = needsAt(judged, rel);
  const served = new Map<string, number>();
  for (const need of needs) for (const page of need) served.set(page, (served.get(page) ?? 0) + 1);
  const best = [...served.values()].sort((a, b) => b - a).slice(0, k);
  return Math.min(
    needs.length,
    best.reduce((sum, count) => sum + count, 0),
  );
}

import type { Judged, Metric } from '../types.js';

/**
 * `recall@k`: the share of needs met by the first k pages. Without needs in the labels this is the share of relevant pages
 * (trec_eval's `recall_k`). A list shorter than k is taken as it is; no relevant page at all gives 0.
 */
export function recall(k: number): Metric {
  return {
    name: `recall@${k}`,
    k,
    binary: false,
    value: (judged) => (judged.needs.length === 0 ? 0 : needsMet(judged, k) / judged.needs.length),
    ceiling: (judged) => (judged.needs.length === 0 ? 0 : needsReachable(judged, k) / judged.needs.length),
  };
}

/** How many needs the first k pages meet. */
export function needsMet({ pages, needs }: Judged, k: number): number {
  const top = pages.slice(0, k);
  return needs.filter((need) => top.some((page) => need.has(page))).length;
}

/** No k pages meet more needs than this: the k pages that serve most needs, as if they never overlapped. */
export function needsReachable({ needs }: Judged, k: number): number {
  const served = new Map<string, number>();
  for (const need of needs) for (const page of need) served.set(page, (served.get(page) ?? 0) + 1);
  const best = [...served.values()].sort((a, b) => b - a).slice(0, k);
  return Math.min(
    needs.length,
    best.reduce((sum, count) => sum + count, 0),
  );
}

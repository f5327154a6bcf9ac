import type { Judged, Metric } from '../types.js';
import { nameOf, needsAt, share } from './relevant.js';

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

/** How many needs the first k pages meet. */
export function needsMet(judged: Judged, k: number, rel = 1): number {
  const top = judged.found.filter((one) => one.rank <= k && one.grade >= rel);
  if (top.length === 0) return 0;
  const pages = new Set(top.map((one) => one.page));
  return needsAt(judged, rel).filter((need) => [...need].some((page) => pages.has(page))).length;
}

/** The most needs that any k pages meet: k of them where no page meets two. */
export function needsReachable(judged: Judged, k: number, rel = 1): number {
  const needs = needsAt(judged, rel);
  const pages = needs.reduce((sum, need) => sum + need.size, 0);
  if (new Set(needs.flatMap((need) => [...need])).size === pages) return Math.min(k, needs.length);
  const served = new Map<string, Set<number>>();
  needs.forEach((need, i) => {
    for (const page of need) served.set(page, (served.get(page) ?? new Set()).add(i));
  });
  return mostCovered([...served.values()], k);
}

/**
 * The size of the largest union of k sets, by trying: first which set holds the smallest need, or that no set does. A set
 * that another contains is never better. Labels are few; past 20,000 trials the sum of the k largest bounds it from above.
 */
function mostCovered(sets: readonly ReadonlySet<number>[], k: number): number {
  const useful = sets.filter(
    (set, i) => !sets.some((other, j) => i !== j && contains(other, set) && (other.size > set.size || j < i)),
  );
  const sizes = useful.map((set) => set.size).sort((a, b) => b - a);
  const needs = new Set(useful.flatMap((set) => [...set]));
  let trials = 0;
  const best = (left: ReadonlySet<number>, k: number): number => {
    if (k === 0 || left.size === 0 || trials++ > MOST_TRIALS) return 0;
    const [first] = left;
    const without = (set: ReadonlySet<number>) => new Set([...left].filter((need) => !set.has(need)));
    const taken = useful
      .filter((set) => set.has(first!))
      .map((set) => {
        const rest = without(set);
        return left.size - rest.size + best(rest, k - 1);
      });
    return Math.max(0, ...taken, best(without(new Set([first!])), k));
  };
  const most = useful.length <= k ? needs.size : best(needs, k);
  const bound = Math.min(
    needs.size,
    sizes.slice(0, k).reduce((sum, size) => sum + size, 0),
  );
  return trials > MOST_TRIALS ? bound : most;
}

const MOST_TRIALS = 20_000;

function contains(whole: ReadonlySet<number>, part: ReadonlySet<number>): boolean {
  return [...part].every((item) => whole.has(item));
}

import type { Metric } from '../types.js';

/**
 * `ndcg@k`: sum of grade / log2(rank + 1) over the first k pages, divided by the same sum for the best order of all judged
 * pages (Järvelin and Kekäläinen 2002; linear gains, as trec_eval's `ndcg_cut_k`). Pages without a label gain 0; a case
 * without a positive grade gives 0.
 */
export function ndcg(k: number): Metric {
  return {
    name: `ndcg@${k}`,
    k,
    binary: false,
    value: ({ pages, grades }) => {
      const ideal = discountedGain(
        [...grades.values()].sort((a, b) => b - a),
        k,
      );
      const found = pages.map((page) => grades.get(page) ?? 0);
      return ideal === 0 ? 0 : discountedGain(found, k) / ideal;
    },
    ceiling: ({ grades }) => ([...grades.values()].some((grade) => grade > 0) ? 1 : 0),
  };
}

function discountedGain(gains: readonly number[], k: number): number {
  let sum = 0;
  for (let i = 0; i < Math.min(k, gains.length); i++) sum += Math.max(0, gains[i]!) / Math.log2(i + 2);
  return sum;
}

import type { Metric } from '../types.js';

/**
 * `ndcg@k`: sum of grade / log2(rank + 1) over the first k pages, divided by the same sum for the best order of all judged
 * pages (Järvelin and Kekäläinen 2002; linear gains, as trec_eval's `ndcg_cut_k`); without k over all that was retrieved
 * (`ndcg`). Pages without a label gain 0; a case without a positive grade gives 0.
 */
export function ndcg(k: number | null): Metric {
  return gained(k === null ? 'ndcg' : `ndcg@${k}`, k, (grade) => grade);
}

/** `ndcg_exp@k`: the same with gains 2^grade - 1 (Burges et al. 2005), which puts far more weight on the highest grades. */
export function ndcgExp(k: number): Metric {
  return gained(`ndcg_exp@${k}`, k, (grade) => 2 ** grade - 1);
}

function gained(name: string, k: number | null, gain: (grade: number) => number): Metric {
  return {
    name,
    k,
    binary: false,
    value: ({ pages, grades }) => {
      const best = [...grades.values()].sort((a, b) => b - a);
      const ideal = discounted(best, k, gain);
      const found = pages.map((page) => grades.get(page) ?? 0);
      return ideal === 0 ? 0 : discounted(found, k, gain) / ideal;
    },
    ceiling: ({ grades }) => ([...grades.values()].some((grade) => grade > 0) ? 1 : 0),
  };
}

function discounted(grades: readonly number[], k: number | null, gain: (grade: number) => number): number {
  let sum = 0;
  const end = Math.min(k ?? grades.length, grades.length);
  for (let i = 0; i < end; i++) if (grades[i]! > 0) sum += gain(grades[i]!) / Math.log2(i + 2);
  return sum;
}

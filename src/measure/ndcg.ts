import type { Metric } from '../types.js';

/**
 * `ndcg@k`: sum of grade / log2(rank + 1) over the first k pages, divided by the same sum for the best order of all judged
 * pages (Järvelin and Kekäläinen 2002; linear gains, as trec_eval's `ndcg_cut_k`); without k over all that was retrieved
 * (`ndcg`). Pages without a label, or with a grade below 0, gain 0; a case without a positive grade gives 0.
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
    value: ({ found, grades }) => {
      let sum = 0;
      for (const { rank, grade } of found)
        if (grade > 0 && rank <= (k ?? rank)) sum += discounted(gain(grade), rank);
      return sum === 0 ? 0 : sum / ideal(grades, k, gain);
    },
    ceiling: ({ grades }) => ([...grades.values()].some((grade) => grade > 0) ? 1 : 0),
  };
}

function ideal(
  grades: ReadonlyMap<string, number>,
  k: number | null,
  gain: (grade: number) => number,
): number {
  const best = [...grades.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  return best.slice(0, k ?? best.length).reduce((sum, grade, i) => sum + discounted(gain(grade), i + 1), 0);
}

function discounted(gain: number, rank: number): number {
  return gain / Math.log2(rank + 1);
}

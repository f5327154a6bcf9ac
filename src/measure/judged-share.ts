import type { Metric } from '../types.js';

/** `judged@k`: the share of the first k pages that carry a label of grade 0 or more; of those that came back where fewer did. */
export function judgedShare(k: number): Metric {
  return {
    name: `judged@${k}`,
    k,
    binary: false,
    value: ({ found, retrieved }) => {
      const top = Math.min(k, retrieved);
      return top === 0 ? 0 : found.filter(({ rank, grade }) => rank <= k && grade >= 0).length / top;
    },
    ceiling: ({ grades }) => ([...grades.values()].some((grade) => grade >= 0) ? 1 : 0),
  };
}

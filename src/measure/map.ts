import type { Metric } from '../types.js';
import { nameOf, relevantCount } from './relevant.js';

/**
 * `map@k`: the precisions at the ranks of the relevant pages among the first k, added up and divided by all relevant pages
 * (average precision, Buckley and Voorhees 2000; trec_eval's `map_cut_k`); without k over all that was retrieved
 * (`map`). The mean over cases is the MAP. No relevant page gives 0.
 */
export function map(k: number | null, rel = 1): Metric {
  return {
    name: nameOf('map', k, rel),
    k,
    binary: false,
    value: (judged) => {
      const total = relevantCount(judged, rel);
      let found = 0;
      let sum = 0;
      for (const { rank, grade } of judged.found)
        if (grade >= rel && rank <= (k ?? rank)) sum += ++found / rank;
      return total === 0 ? 0 : sum / total;
    },
    ceiling: (judged) => {
      const total = relevantCount(judged, rel);
      return total === 0 ? 0 : Math.min(k ?? total, total) / total;
    },
  };
}

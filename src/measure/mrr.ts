import type { Metric } from '../types.js';
import { nameOf, relevantCount } from './relevant.js';

/**
 * `mrr@k`: 1 / rank of the first relevant page among the first k, 0 where there is none; without k over all pages that were
 * retrieved (trec_eval's `recip_rank`), so `mrr` depends on the depth of the run. The mean over cases is the MRR.
 */
export function mrr(k: number | null, rel = 1): Metric {
  return {
    name: nameOf('mrr', k, rel),
    k,
    binary: false,
    value: (judged) => {
      const first = judged.found.find((one) => one.grade >= rel);
      return first === undefined || first.rank > (k ?? first.rank) ? 0 : 1 / first.rank;
    },
    ceiling: (judged) => (relevantCount(judged, rel) > 0 ? 1 : 0),
  };
}

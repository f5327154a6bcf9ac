import type { Metric } from '../types.js';
import { nameOf, relevantCount, relevantWithin } from './relevant.js';

/** `rprec`: precision at R, the number of relevant pages, divided by R on short lists too (trec_eval's `Rprec`); 0 where R is 0. */
export function rprec(rel = 1): Metric {
  return {
    name: nameOf('rprec', null, rel),
    k: null,
    binary: false,
    value: (judged) => {
      const total = relevantCount(judged, rel);
      return total === 0 ? 0 : relevantWithin(judged, total, rel) / total;
    },
    ceiling: (judged) => (relevantCount(judged, rel) > 0 ? 1 : 0),
  };
}

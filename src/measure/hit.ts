import type { Metric } from '../types.js';
import { nameOf, relevantCount, relevantWithin } from './relevant.js';

/** `hit@k`: 1 if any of the first k pages is relevant, else 0 (trec_eval's `success_k`; read as `success@k` too). */
export function hit(k: number, rel = 1): Metric {
  return {
    name: nameOf('hit', k, rel),
    k,
    binary: true,
    value: (judged) => (relevantWithin(judged, k, rel) > 0 ? 1 : 0),
    ceiling: (judged) => (relevantCount(judged, rel) > 0 ? 1 : 0),
  };
}

import type { Metric } from '../types.js';
import { nameOf, relevantCount, relevantWithin } from './relevant.js';

/** `precision@k`: relevant pages among the first k, divided by k even where fewer came back (trec_eval's `P_k`). */
export function precision(k: number, rel = 1): Metric {
  return {
    name: nameOf('precision', k, rel),
    k,
    binary: false,
    value: (judged) => relevantWithin(judged, k, rel) / k,
    ceiling: (judged) => Math.min(k, relevantCount(judged, rel)) / k,
  };
}

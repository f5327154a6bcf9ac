import type { Metric } from '../types.js';
import { isRelevant, nameOf, relevantCount } from './relevant.js';

/** `precision@k`: relevant pages among the first k, divided by k even where fewer came back (trec_eval's `P_k`). */
export function precision(k: number, rel = 1): Metric {
  return {
    name: nameOf('precision', k, rel),
    k,
    binary: false,
    value: (judged) => judged.pages.slice(0, k).filter((page) => isRelevant(judged, page, rel)).length / k,
    ceiling: (judged) => Math.min(k, relevantCount(judged, rel)) / k,
  };
}

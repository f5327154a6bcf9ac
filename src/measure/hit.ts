import type { Metric } from '../types.js';
import { isRelevant, relevantCount } from './relevant.js';

/** `hit@k`: 1 if any of the first k pages is relevant, else 0 (trec_eval's `success_k`). */
export function hit(k: number): Metric {
  return {
    name: `hit@${k}`,
    k,
    binary: true,
    value: (judged) => (judged.pages.slice(0, k).some((page) => isRelevant(judged, page)) ? 1 : 0),
    ceiling: (judged) => (relevantCount(judged) > 0 ? 1 : 0),
  };
}

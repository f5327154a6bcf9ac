import type { Metric } from '../types.js';
import { needsMet, needsReachable } from './recall.js';

/** `all@k`: 1 if every need is met within the first k pages, else 0; 0 where nothing is relevant. */
export function all(k: number): Metric {
  return {
    name: `all@${k}`,
    k,
    binary: true,
    value: (judged) => (judged.needs.length > 0 && needsMet(judged, k) === judged.needs.length ? 1 : 0),
    ceiling: (judged) =>
      judged.needs.length > 0 && needsReachable(judged, k) === judged.needs.length ? 1 : 0,
  };
}

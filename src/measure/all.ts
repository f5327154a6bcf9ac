import type { Metric } from '../types.js';
import { needsMet, needsReachable } from './recall.js';
import { nameOf, needsAt } from './relevant.js';

/** `all@k`: 1 if every need is met within the first k pages, else 0; 0 where nothing is relevant. */
export function all(k: number, rel = 1): Metric {
  const complete = (count: number, needs: number) => (needs > 0 && count === needs ? 1 : 0);
  return {
    name: nameOf('all', k, rel),
    k,
    binary: true,
    value: (judged) => complete(needsMet(judged, k, rel), needsAt(judged, rel).length),
    ceiling: (judged) => complete(needsReachable(judged, k, rel), needsAt(judged, rel).length),
  };
}

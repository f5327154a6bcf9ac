import type { Judged, Metric } from '../types.js';
import { nameOf, relevantCount } from './relevant.js';

/**
 * `iprec@r`: the highest precision at any rank from which on a share r of the relevant pages is found (interpolated precision, van
 * Rijsbergen 1979; trec_eval's `iprec_at_recall_r`, and as in its version 10 a share r of R pages is rR rounded to the nearest, up from one half). 0 where that many never
 * come back, or nothing is relevant.
 */
export function iprec(r: number, rel = 1): Metric {
  return {
    name: nameOf('iprec', r, rel),
    k: null,
    binary: false,
    value: (judged) => bestPrecision(judged, Math.round(r * relevantCount(judged, rel)), rel),
    ceiling: (judged) => (relevantCount(judged, rel) > 0 ? 1 : 0),
  };
}

/** Precision rises only where a relevant page stands, so those ranks are all that need looking at. */
function bestPrecision({ found }: Judged, least: number, rel: number): number {
  let count = 0;
  let best = 0;
  for (const { rank, grade } of found) {
    if (grade < rel) continue;
    count++;
    if (count >= least) best = Math.max(best, count / rank);
  }
  return best;
}

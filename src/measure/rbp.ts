import type { Judged, Metric } from '../types.js';
import { nameOf, relevantCount } from './relevant.js';

/**
 * `rbp(p)`: rank-biased precision, (1 - p) Σ p^(rank - 1) over the relevant pages that came back, for a reader who goes on to the
 * next page with probability p (Moffat and Zobel 2008). What unjudged and unseen pages could add is `rbp_residual(p)`.
 */
export function rbp(p: number, rel = 1): Metric {
  return {
    name: nameOf(`rbp(${p})`, null, rel),
    k: null,
    binary: false,
    value: (judged) => weight(judged, p, (grade) => grade >= rel),
    ceiling: (judged) => 1 - p ** relevantCount(judged, rel),
  };
}

/**
 * `rbp_residual(p)`: the weight of all that nobody judged, unjudged pages among those that came back and everything below them; the
 * true `rbp(p)` lies between the value and the value with this added (Moffat and Zobel 2008).
 */
export function rbpResidual(p: number): Metric {
  return {
    name: `rbp_residual(${p})`,
    k: null,
    binary: false,
    // The weights of all ranks down to infinity add up to 1.
    value: (judged) => Math.max(0, 1 - weight(judged, p, (grade) => grade >= 0)),
    ceiling: () => 1,
  };
}

function weight({ found }: Judged, p: number, counts: (grade: number) => boolean): number {
  let sum = 0;
  for (const { rank, grade } of found) if (counts(grade)) sum += p ** (rank - 1);
  return (1 - p) * sum;
}

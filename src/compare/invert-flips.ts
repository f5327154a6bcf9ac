import { TOLERANCE } from '../measure/tolerance.js';
import type { Interval } from '../types.js';
import type { SignFlips } from './sign-flips.js';
import { lowestReaching } from './weighted-quantile.js';

/**
 * All θ for which the differences less θ have p of at least `alpha`, where `p` is that of θ = 0: it alone says whether 0
 * is inside. An end that the data do not bound is null.
 */
export function invertFlips(flips: SignFlips, p: number, alpha: number): Interval {
  const low = lowEnd(flips, p, alpha, 1);
  const high = lowEnd(flips, p, alpha, -1);
  return [low, high === null ? null : 0 - high];
}

/**
 * The lowest θ that the test does not reject; with side -1 of the negated differences. With differences less θ a flip's sum
 * is S - θC and the observed one is n(M - θ). For θ below M the flip is as extreme as the observed signs once θ reaches the
 * smaller of (nM - S) / (n - C) and (nM + S) / (n + C): its breakpoint. So p(θ) only grows on the way up to M, by each
 * flip's mass at its breakpoint, and the end is the breakpoint where it reaches alpha. Null: even at minus infinity p is
 * that large.
 */
function lowEnd(flips: SignFlips, p: number, alpha: number, side: 1 | -1): number | null {
  if (flips.observed / flips.whole >= alpha) return null;
  const points = breakpointsOf(flips, side);
  const mean = (side * flips.total) / flips.n;
  const end = lowestReaching(points, flips.weights, {
    start: flips.observed,
    target: alpha,
    whole: flips.whole,
  });
  if (end === null) return mean; // not reached: at the mean itself every flip counts
  // Whether 0 is inside is for p to say: masses added up in another order may differ in the last digit.
  if (mean > 0 && p < alpha && end <= 0) return lowestAbove0(points) ?? mean;
  if (mean > 0 && p >= alpha && end > 0) return 0;
  return end === Number.NEGATIVE_INFINITY ? null : end;
}

function breakpointsOf({ sums, counts, n, total }: SignFlips, side: 1 | -1): Float64Array {
  const points = new Float64Array(sums.length);
  for (let i = 0; i < sums.length; i++) {
    const [sum, count] = [sums[i]!, counts[i]!];
    points[i] = Math.min(
      breakpoint(side * (total - sum), n - count),
      breakpoint(side * (total + sum), n + count),
    );
  }
  return points;
}

/** A difference of sums within the tolerance is 0, just as it is for p: so 0 is in the interval exactly where p says. */
function breakpoint(difference: number, count: number): number {
  if (count === 0) return Number.NEGATIVE_INFINITY;
  return Math.abs(difference) <= TOLERANCE ? 0 : difference / count;
}

function lowestAbove0(points: Float64Array): number | null {
  let lowest = Number.POSITIVE_INFINITY;
  for (const point of points) if (point > 0 && point < lowest) lowest = point;
  return lowest === Number.POSITIVE_INFINITY ? null : lowest;
}

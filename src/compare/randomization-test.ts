import { TOLERANCE } from '../measure/protocol.js';
import type { Interval } from '../types.js';
import { type SignFlips, signFlips } from './sign-flips.js';

export const ALPHA = 0.05;

export type RandomizationTest = {
  readonly mean: number;
  readonly pValue: number;
  readonly interval: Interval;
  readonly method: 'exact' | 'monte-carlo';
  readonly resamples: number | null;
};

/**
 * The paired randomization test on the mean difference, two-sided (Fisher 1935; for retrieval Smucker, Allan and Carterette
 * 2007), and the 95 % interval that inverting it gives: all θ for which the differences less θ have p of at least 0.05. So
 * p < 0.05 exactly where the interval leaves out 0. It assumes that under no difference the arms are exchangeable on each
 * query; a skewed spread of differences around a true mean of 0 breaks that. `differences` is not empty.
 */
export function randomizationTest(differences: readonly number[], seed: number): RandomizationTest {
  const flips = signFlips(differences, seed);
  const p = pValue(flips);
  const low = lowEnd(flips, p);
  const high = lowEnd(mirrored(flips), p);
  return {
    mean: flips.total / flips.n,
    pValue: p,
    interval: [low, high === null ? null : 0 - high],
    method: flips.method,
    resamples: flips.resamples,
  };
}

/** Masses of many states add up to 1 only so nearly. */
const MASS_ROUNDING = 1e-12;

/** Share of the flips whose sum is as far from 0 as the observed one; sums within the tolerance count as equal. */
function pValue({ sums, weights, total, observed, whole }: SignFlips): number {
  let mass = observed;
  const bound = Math.abs(total) - TOLERANCE;
  for (let i = 0; i < sums.length; i++) if (Math.abs(sums[i]!) >= bound) mass += weights[i]!;
  const p = mass / whole;
  return p > 1 - MASS_ROUNDING ? 1 : p;
}

/** The same flips of the negated differences. */
function mirrored(flips: SignFlips): SignFlips {
  return { ...flips, total: -flips.total, sums: flips.sums.map((value) => -value) };
}

/**
 * The lowest θ that the test does not reject. With differences less θ a flip's sum is S - θC and the observed one is
 * n(M - θ). For θ below M the flip is as extreme as the observed signs once θ reaches the smaller of
 * (nM - S) / (n - C) and (nM + S) / (n + C): its breakpoint. So p(θ) only grows on the way up to M, by each flip's mass
 * at its breakpoint, and the end is the breakpoint where it reaches 0.05. Null: even at minus infinity p is that large.
 */
function lowEnd(flips: SignFlips, p: number): number | null {
  const breakpoints = breakpointsOf(flips);
  const order = new Uint32Array(breakpoints.length)
    .map((_, i) => i)
    .sort((i, j) => breakpoints[i]! - breakpoints[j]! || 0);
  const mean = flips.total / flips.n;
  let mass = flips.observed;
  if (mass / flips.whole >= ALPHA) return null;
  for (const i of order) {
    mass += flips.weights[i]!;
    if (mass / flips.whole < ALPHA) continue;
    const end = breakpoints[i]!;
    // Whether 0 is inside is for p to say: masses added up in another order may differ in the last digit.
    if (mean > 0 && p < ALPHA && end <= 0) continue;
    if (mean > 0 && p >= ALPHA && end > 0) return 0;
    return end === Number.NEGATIVE_INFINITY ? null : end;
  }
  return mean; // not reached: at the mean itself every flip counts
}

function breakpointsOf({ sums, counts, n, total }: SignFlips): Float64Array {
  return sums.map((sum, i) =>
    Math.min(breakpoint(total - sum, n - counts[i]!), breakpoint(total + sum, n + counts[i]!)),
  );
}

/** A difference of sums within the tolerance is 0, just as it is for p: so 0 is in the interval exactly where p says. */
function breakpoint(difference: number, count: number): number {
  if (count === 0) return Number.NEGATIVE_INFINITY;
  return Math.abs(difference) <= TOLERANCE ? 0 : difference / count;
}

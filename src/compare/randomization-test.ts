import { TOLERANCE } from '../measure/tolerance.js';
import type { Interval } from '../types.js';
import { invertFlips } from './invert-flips.js';
import { type SignFlips, signFlips } from './sign-flips.js';

export const ALPHA = 0.05;

export type RandomizationOptions = {
  /** The test rejects where p is below it, and the interval is the 1 - alpha one. Default 0.05. */
  readonly alpha?: number | undefined;
  /** Each difference is then the sum over a cluster of so many queries, which are flipped together; whole numbers from 1. */
  readonly sizes?: readonly number[] | undefined;
};

export type RandomizationTest = {
  /** Over queries: with clusters the total by the sum of their sizes. */
  readonly mean: number;
  readonly pValue: number;
  readonly interval: Interval;
  readonly method: 'exact' | 'monte-carlo';
  readonly resamples: number | null;
};

/**
 * The paired randomization test on the mean difference, two-sided (Fisher 1935; for retrieval Smucker, Allan and Carterette
 * 2007), and the 1 - alpha interval that inverting it gives: all θ for which the differences less θ have p of at least
 * alpha. So p < alpha exactly where the interval leaves out 0. It assumes that under no difference the arms are
 * exchangeable on each query, or with `sizes` on each cluster as a whole, so that queries of one cluster need not be
 * independent; a skewed spread of differences around a true mean of 0 breaks that. `differences` is not empty.
 */
export function randomizationTest(
  differences: readonly number[],
  seed: number,
  { alpha = ALPHA, sizes }: RandomizationOptions = {},
): RandomizationTest {
  const flips = signFlips(differences, seed, sizes);
  const p = flipsPValue(flips);
  return {
    mean: flips.total / flips.n,
    pValue: p,
    interval: invertFlips(flips, p, alpha),
    method: flips.method,
    resamples: flips.resamples,
  };
}

/** Masses of many states add up to 1 only so nearly. */
const MASS_ROUNDING = 1e-12;

/** Share of the flips whose sum is as far from 0 as the observed one; sums within the tolerance count as equal. */
export function flipsPValue({ sums, weights, total, observed, whole }: SignFlips): number {
  let mass = observed;
  const bound = Math.abs(total) - TOLERANCE;
  for (let i = 0; i < sums.length; i++) if (Math.abs(sums[i]!) >= bound) mass += weights[i]!;
  const p = mass / whole;
  return p > 1 - MASS_ROUNDING ? 1 : p;
}

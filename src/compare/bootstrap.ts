import { quantile } from '../measure/interval.js';
import { TOLERANCE } from '../measure/protocol.js';
import { exactSums, type SumDistribution } from './exact-bootstrap.js';
import { resampledSums } from './resampled-sums.js';
import { normalCdf, normalQuantile } from './special-functions.js';

type Ends = readonly [number, number];

export type PairedBootstrap = {
  /** The 2.5 % and 97.5 % quantiles of the resampled means. */
  readonly percentile: Ends;
  /** Null where all differences are equal. */
  readonly bca: Ends | null;
  readonly method: 'exact' | 'monte-carlo';
  readonly resamples: number | null;
};

export type BootstrapOptions = {
  /** Of the Monte Carlo method. Default 10,000. */
  readonly resamples?: number;
  /** Default 42. */
  readonly seed?: number;
  /** Exact where that is quick, unless said. Asked for where it is too long, it falls back on Monte Carlo. */
  readonly method?: 'exact' | 'monte-carlo';
};

/**
 * 95 % bootstrap intervals of the mean of paired differences: percentile (Efron 1979) and BCa, corrected for bias and
 * acceleration (Efron 1987; Efron and Tibshirani 1993, 14.3). For reading beside the one rule, never for deciding: where
 * the differences take few values, or few queries moved, they miss 0 too often, BCa most. Of 45 queries with 6 up and 1 down
 * by a half BCa makes 0.011 to 0.122, where p is 0.125. `differences` is not empty.
 */
export function pairedBootstrap(
  differences: readonly number[],
  { resamples = 10_000, seed = 42, method = 'exact' }: BootstrapOptions = {},
): PairedBootstrap {
  const n = differences.length;
  const exact = method === 'exact' ? exactSums(differences) : null;
  const of = exact ?? sampled(differences, resamples, seed);
  const quantiles = exact === null ? of.sums : exact;
  const end = (q: number) => quantileOf(quantiles, q) / n;
  const levels = bcaLevels(differences, of);
  return {
    percentile: [end(0.025), end(0.975)],
    bca: levels === null ? null : [end(levels[0]), end(levels[1])],
    method: exact === null ? 'monte-carlo' : 'exact',
    resamples: exact === null ? resamples : null,
  };
}

function sampled(differences: readonly number[], resamples: number, seed: number): SumDistribution {
  return {
    sums: resampledSums(differences, resamples, seed).sort(),
    weights: new Float64Array(resamples).fill(1),
  };
}

/** Of an exact distribution the lowest sum that at least a share q does not exceed; of a sample interpolated, as for one run. */
function quantileOf(of: SumDistribution | Float64Array, q: number): number {
  if (of instanceof Float64Array) return quantile(of, q);
  let mass = 0;
  for (let i = 0; i < of.sums.length; i++) {
    mass += of.weights[i]!;
    if (mass >= q - 1e-12) return of.sums[i]!;
  }
  return of.sums.at(-1)!;
}

/** The quantiles that BCa reads. Its bias z0 counts half of the resampled means that equal the observed one. */
function bcaLevels(differences: readonly number[], { sums, weights }: SumDistribution): Ends | null {
  const n = differences.length;
  const total = differences.reduce((sum, value) => sum + value, 0);
  const acceleration = accelerationOf(differences, total / n);
  if (acceleration === null) return null;
  let [below, equal, whole] = [0, 0, 0];
  for (let i = 0; i < sums.length; i++) {
    whole += weights[i]!;
    if (Math.abs(sums[i]! - total) <= TOLERANCE * n) equal += weights[i]!;
    else if (sums[i]! < total) below += weights[i]!;
  }
  const bias = normalQuantile((below + equal / 2) / whole);
  if (!Number.isFinite(bias)) return null;
  const level = (q: number) => {
    const z = bias + normalQuantile(q);
    return normalCdf(bias + z / (1 - acceleration * z));
  };
  return [level(0.025), level(0.975)];
}

/** From the jackknife, which for a mean is a sixth of the skewness by √n; null without spread. */
function accelerationOf(differences: readonly number[], mean: number): number | null {
  if (differences.every((value) => Math.abs(value - differences[0]!) <= TOLERANCE)) return null;
  const power = (k: number) => differences.reduce((sum, value) => sum + (value - mean) ** k, 0);
  return power(3) / (6 * power(2) ** 1.5);
}

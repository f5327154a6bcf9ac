import type { Interval } from '../types.js';
import { randomInt, randomWords } from './random.js';

const Z = 1.959963984540054; // the 97.5 % quantile of the standard normal
const RESAMPLES = 10_000;
const SEED = 42;

/** What is known of a metric's values for one search: 0 and 1 only, anything from 0 to 1, or any number. */
export type Range = 'binary' | 'unit' | 'any';

export type MeanInterval = {
  readonly interval: Interval | null;
  readonly intervalMethod: 'wilson' | 'bootstrap';
};

/**
 * 95 % interval of a single mean; null below two values, which say nothing of their spread. Wilson's for a share, else a bootstrap. Of values
 * from 0 to 1 that are all 1, or all 0, a bootstrap would give one point, as if they were certain; but a mean is at least the share of queries that reach 1, and
 * at most the share of those above 0, so Wilson's interval of that share bounds it.
 */
export function meanInterval(values: readonly number[], range: Range): MeanInterval {
  const intervalMethod = isShare(values, range) ? 'wilson' : 'bootstrap';
  if (values.length < 2) return { interval: null, intervalMethod };
  const ones = values.filter((value) => value === 1).length;
  const interval = intervalMethod === 'wilson' ? wilson(ones, values.length) : bootstrapMean(values);
  return { interval, intervalMethod };
}

/** Where cases were searched several times, the values of a binary metric are means, which may lie between. */
function isShare(values: readonly number[], range: Range): boolean {
  const [first] = values;
  if (range === 'binary') return values.every((value) => value === 0 || value === 1);
  return range === 'unit' && (first === 0 || first === 1) && values.every((value) => value === first);
}

/** Wilson's score interval for a share of `successes` in `n` (Wilson 1927); n > 0. */
export function wilson(successes: number, n: number): readonly [number, number] {
  const share = successes / n;
  const middle = share + Z ** 2 / (2 * n);
  const half = Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  const scale = 1 + Z ** 2 / n;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}

/**
 * Percentile bootstrap of the mean: the 2.5 % and 97.5 % quantiles of 10,000 means of n values drawn with replacement
 * (Efron 1979), interpolated linearly. Seeded, so the same values always give the same digits.
 */
export function bootstrapMean(values: readonly number[], seed: number = SEED): readonly [number, number] {
  if (values.length > MOST_REMEMBERED) return bootstrap(values, seed);
  const key = `${seed} ${values.join(' ')}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const interval = bootstrap(values, seed);
  if (remembered.size >= 5000) remembered.clear();
  remembered.set(key, interval);
  return interval;
}

/** Tables, figures and reports ask for the same intervals again and again; of long lists too many characters would be kept. */
const remembered = new Map<string, readonly [number, number]>();
const MOST_REMEMBERED = 500;

function bootstrap(values: readonly number[], seed: number): readonly [number, number] {
  const words = randomWords(seed);
  const means = new Float64Array(RESAMPLES);
  for (let r = 0; r < RESAMPLES; r++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[randomInt(words, values.length)]!;
    means[r] = sum / values.length;
  }
  means.sort();
  return [quantile(means, 0.025), quantile(means, 0.975)];
}

/** The q-quantile of sorted values, interpolated linearly between order statistics (type 7 of Hyndman and Fan 1996). */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const at = (sorted.length - 1) * q;
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low]! + (at - low) * (sorted[high]! - sorted[low]!);
}

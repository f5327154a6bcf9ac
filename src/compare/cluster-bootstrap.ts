import { quantile } from '../measure/interval.js';
import { randomInt, randomWords } from '../measure/random.js';
import type { Clustered } from './clusters.js';

const RESAMPLES = 10_000;

/**
 * Percentile bootstrap of the mean difference over cases, by drawing whole clusters with replacement (Davison and Hinkley 1997, 3.8): cases of
 * one cluster are no independent draws. As many clusters are drawn as there are, so the number of cases varies with them.
 */
export function clusterBootstrap(
  { sums, sizes }: Clustered,
  seed: number,
): { readonly interval: readonly [number, number] } {
  const words = randomWords(seed);
  const means = new Float64Array(RESAMPLES);
  for (let r = 0; r < RESAMPLES; r++) {
    let [sum, size] = [0, 0];
    for (let i = 0; i < sums.length; i++) {
      const drawn = randomInt(words, sums.length);
      sum += sums[drawn]!;
      size += sizes[drawn]!;
    }
    means[r] = sum / size;
  }
  means.sort();
  return { interval: [quantile(means, 0.025), quantile(means, 0.975)] };
}

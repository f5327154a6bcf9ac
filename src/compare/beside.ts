import type { BesideStatistic } from '../types.js';
import { pairedBootstrap } from './bootstrap.js';
import { clusterBootstrap } from './cluster-bootstrap.js';
import type { Clustered } from './clusters.js';
import { effectSize } from './effect-size.js';
import { pairedT } from './paired-t.js';
import { wilcoxon } from './wilcoxon.js';

/** The statistics that can be asked for, and what each rests on. */
export const BESIDE = {
  bootstrap: 'percentile bootstrap of the mean, 95 %',
  bca: 'BCa bootstrap, 95 %; with few distinct differences it leaves out 0 too often',
  t: 'paired t test; takes the mean for normal',
  wilcoxon: 'signed-rank test; zeros dropped, normal approximation corrected for ties',
  d_z: 'mean of the differences by their standard deviation',
} as const;

export type BesideName = keyof typeof BESIDE;

/** The statistics that were asked for, over the differences of the pairs that both runs answered. */
export function besideStatistics(
  differences: readonly number[],
  clustered: Clustered | null,
  names: readonly BesideName[],
  seed: number,
): readonly BesideStatistic[] {
  if (differences.length === 0) return [];
  return names.map((name) => ({
    name,
    statistic: null,
    pValue: null,
    interval: null,
    ...(clustered === null ? statisticOf(name, differences, seed) : clusterBootstrap(clustered, seed)),
    note: clustered === null ? BESIDE[name] : `${BESIDE[name]}; clusters drawn as wholes`,
  }));
}

function statisticOf(
  name: BesideName,
  differences: readonly number[],
  seed: number,
): Partial<BesideStatistic> {
  if (name === 't') {
    const test = pairedT(differences);
    return { statistic: test?.t ?? null, pValue: test?.pValue ?? null };
  }
  if (name === 'wilcoxon') {
    const test = wilcoxon(differences);
    return { statistic: test?.w ?? null, pValue: test?.pValue ?? null };
  }
  if (name === 'd_z') return { statistic: effectSize(differences) };
  const { percentile, bca } = pairedBootstrap(differences, { seed });
  return { interval: name === 'bca' ? bca : percentile };
}

import type { PairedDifference, PairedResult } from '../types.js';
import { clustered } from './clusters.js';
import { randomizationTest } from './randomization-test.js';

export type DifferenceOptions = {
  readonly seed: number;
  /** The cluster of each case by its id, where cases hang together. */
  readonly clusters?: ReadonlyMap<string, string> | undefined;
  /** The level that the interval is for: 0.05 unless said. */
  readonly alpha?: number | undefined;
};

/** The paired rows in numbers, and in words how the test was made. Failed pairs are left out; `n` says how many remain. */
export function differenceOf(
  pairs: readonly PairedResult[],
  { seed, clusters, alpha }: DifferenceOptions,
): { readonly difference: PairedDifference; readonly test: string } {
  const rows = pairs.filter((row) => row.delta !== null);
  const n = rows.length;
  if (n === 0) {
    return {
      difference: { n, meanA: null, meanB: null, delta: null, interval: null, pValue: null },
      test: 'none: no pair was answered by both',
    };
  }
  const mean = (pick: (row: PairedResult) => number) => rows.reduce((sum, row) => sum + pick(row), 0) / n;
  const groups = clusters === undefined ? null : clustered(rows, clusters);
  const result = randomizationTest(groups?.sums ?? rows.map((row) => row.delta!), seed, {
    alpha,
    sizes: groups?.sizes,
  });
  const identical = rows.every((row) => row.status === 'same');
  const difference = {
    n,
    meanA: mean((row) => row.a!),
    meanB: mean((row) => row.b!),
    delta: identical ? 0 : result.mean,
    interval: identical ? null : result.interval,
    pValue: result.pValue,
  };
  const how =
    result.method === 'exact' ? 'exact' : `Monte Carlo, ${result.resamples} resamples, seed ${seed}`;
  const by =
    groups === null ? '' : `, ${groups.sums.length} ${groups.sums.length === 1 ? 'cluster' : 'clusters'}`;
  return { difference, test: `paired randomization (${how}${by})` };
}

/** The same row with a failed answer taken for a worthless one. */
export function withFailuresAsZero(row: PairedResult): PairedResult {
  const a = row.a ?? 0;
  const b = row.b ?? 0;
  const delta = b - a;
  const status = row.status !== 'failed' ? row.status : delta === 0 ? 'same' : delta > 0 ? 'better' : 'worse';
  return { ...row, a, b, delta, status };
}

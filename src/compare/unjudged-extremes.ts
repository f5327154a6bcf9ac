import { builtInMetric } from '../measure/registry.js';
import type { Comparison, Hit, PairedResult, Run, Slicer, Verdict } from '../types.js';
import { clusterIndex } from './clusters.js';
import { type DifferenceOptions, differenceOf, withFailuresAsZero } from './difference.js';
import { statusOf } from './flip-rate.js';
import { cutOf, type RankingCut } from './ranking-cut.js';
import { MOST_QUERIES, rowsAtExtremes, type Tried } from './rows-at-extremes.js';
import { verdictOf } from './verdict.js';

/** A mean difference b - a, and what the one rule says of it; null where that was not computed. */
export type Extreme = { readonly delta: number; readonly verdict: Verdict | null };

/** What pages that nobody judged could do to a comparison. */
export type UnjudgedExtremes = {
  /** As the labels are, of this pair alone. */
  readonly asLabelled: Extreme;
  /** With the labels, of those that were tried, that favour run a most. */
  readonly forA: Extreme;
  readonly forB: Extreme;
  /** Which labels were tried: what is said below holds for these. */
  readonly tried: Tried;
  /** Whether the verdict is another at either extreme; null where it was not computed there. False is proven only where all labels were tried. */
  readonly verdictCouldChange: boolean | null;
  /** Whether the mean difference changes its sign between the extremes. */
  readonly signCouldChange: boolean;
};

export type ExtremesOptions = {
  /** Of the Monte Carlo test; the same as the comparison was made with. Default 42. */
  readonly seed?: number;
  /** As the comparison was made with. */
  readonly cluster?: Slicer;
  /** The text of a hit, which a budget of tokens is counted in. */
  readonly textOf?: (hit: Hit) => string | undefined;
};

/**
 * Computes a comparison again for two extremes. Of a metric of pages each unjudged page within the cut of either run is relevant (at the best grade that its case has) or not,
 * on each query in the way that favours run a most, and run b. With a higher difference on a query no p for b is higher, so no labels between the extremes have a verdict that
 * neither of them has, nor the labels as they are. Of other metrics, and where there is too much to compute, all are relevant that only run a shows and none that only run b shows,
 * and the reverse: pages that both show stay as they are, and other labels could go further. The runs must be those of the comparison, with their hits. A sentence instead where it
 * cannot be told: the metric is somebody's own, the hits were not read, or the values do not come out as recorded.
 */
export function unjudgedExtremes(
  a: Run,
  b: Run,
  comparison: Pick<Comparison, 'metric' | 'results'>,
  { seed = 42, cluster, textOf }: ExtremesOptions = {},
): UnjudgedExtremes | string {
  const { metric, results } = comparison;
  if (builtInMetric(metric)?.tokens !== undefined && textOf === undefined)
    return `the texts of the chunks are not at hand, which ${metric} counts tokens of`;
  const rows = rowsAtExtremes(a, b, results, metric, {
    ...cutOf(metric, [a, b]),
    textOf: textOf ?? (() => undefined),
  });
  if (typeof rows === 'string') return rows;
  const clusters = cluster === undefined ? undefined : clusterIndex(a.cases, cluster);
  const judge = (of: readonly PairedResult[]) => extremeOf(of, { seed, clusters });
  const [asLabelled, forA, forB] = [judge(results), judge(rows.forA), judge(rows.forB)];
  const verdicts = [asLabelled, forA, forB].map(({ verdict }) => verdict);
  return {
    asLabelled,
    forA,
    forB,
    tried: rows.tried,
    verdictCouldChange: verdicts.includes(null) ? null : new Set(verdicts).size > 1,
    signCouldChange: new Set([asLabelled, forA, forB].map(({ delta }) => statusOf(delta))).size > 1,
  };
}

/** The mean of rows, and the one rule's verdict where there are not so many that it takes long. */
export function extremeOf(rows: readonly PairedResult[], options: DifferenceOptions): Extreme {
  const delta = meanDelta(rows);
  if (rows.length > MOST_QUERIES) return { delta, verdict: null };
  const answered = differenceOf(rows, options).difference;
  const failed = rows.some(({ status }) => status === 'failed');
  const asZero = failed ? differenceOf(rows.map(withFailuresAsZero), options).difference : answered;
  return { delta: answered.delta ?? delta, verdict: verdictOf(rows, answered, asZero) };
}

/** The mean differences alone, for a cut of one's own. */
export function differencesAtExtremes(
  a: Run,
  b: Run,
  rows: readonly PairedResult[],
  name: string,
  cut: RankingCut,
): { readonly forA: number; readonly forB: number; readonly tried: Tried } | string {
  const found = rowsAtExtremes(a, b, rows, name, cut);
  if (typeof found === 'string') return found;
  return { forA: meanDelta(found.forA), forB: meanDelta(found.forB), tried: found.tried };
}

function meanDelta(rows: readonly PairedResult[]): number {
  const deltas = rows.flatMap(({ delta }) => delta ?? []);
  return deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length;
}

import { builtInMetric } from '../measure/registry.js';
import { isFailed } from '../measure/summarize.js';
import type { Comparison, Hit, Metric, PairedResult, Result, Run, Slicer, Verdict } from '../types.js';
import { clusterIndex } from './clusters.js';
import { type DifferenceOptions, differenceOf, withFailuresAsZero } from './difference.js';
import { statusOf } from './flip-rate.js';
import { MoreLabels } from './more-labels.js';
import { cutOf, type RankingCut } from './ranking-cut.js';
import { verdictOf } from './verdict.js';

/** A mean difference b - a, and what the one rule says of it; null where that was not computed. */
export type Extreme = { readonly delta: number; readonly verdict: Verdict | null };

/** What pages that nobody judged could do to a comparison. */
export type UnjudgedExtremes = {
  /** As the labels are, of this pair alone. */
  readonly asLabelled: Extreme;
  /** With all relevant that only run a shows within the cut, and nothing that only run b shows. */
  readonly forA: Extreme;
  readonly forB: Extreme;
  /** Whether the verdict is another at either extreme; null where it was not computed there. */
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

/** A budget of tokens is counted anew for every query, which takes minutes for more; the test takes seconds. */
const MOST_QUERIES = 2000;

/**
 * Computes a comparison again for two extremes: every unjudged page within the metric's cut that only run a shows is relevant (at the best grade that its case has) and none
 * that only run b shows, and the reverse. Pages that both show stay as they are, so these are not the widest of all possible labels where the runs rank such a page
 * differently. The runs must be those of the comparison, with their hits. A sentence instead where it cannot be told: the metric is somebody's own, the hits
 * were not read, or the values do not come out as recorded.
 */
export function unjudgedExtremes(
  a: Run,
  b: Run,
  comparison: Pick<Comparison, 'metric' | 'results'>,
  { seed = 42, cluster, textOf }: ExtremesOptions = {},
): UnjudgedExtremes | string {
  const { metric, results } = comparison;
  // What a metric of the whole depth sees does not end at the run's own k.
  const known = builtInMetric(metric);
  const k = known?.k ?? Number.POSITIVE_INFINITY;
  if (known?.tokens !== undefined && textOf === undefined)
    return `the texts of the chunks are not at hand, which ${metric} counts tokens of`;
  const rows = rowsAtExtremes(a, b, results, metric, {
    ...cutOf(metric, [a, b]),
    k,
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
): { readonly forA: number; readonly forB: number } | string {
  const found = rowsAtExtremes(a, b, rows, name, cut);
  return typeof found === 'string' ? found : { forA: meanDelta(found.forA), forB: meanDelta(found.forB) };
}

function meanDelta(rows: readonly PairedResult[]): number {
  const deltas = rows.flatMap(({ delta }) => delta ?? []);
  return deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length;
}

type RowsAtExtremes = { readonly forA: readonly PairedResult[]; readonly forB: readonly PairedResult[] };

function rowsAtExtremes(
  a: Run,
  b: Run,
  rows: readonly PairedResult[],
  name: string,
  cut: RankingCut,
): RowsAtExtremes | string {
  const metric = builtInMetric(name);
  const refusal = metric === null ? `${name} is no built-in metric` : cannotTell(a, b, rows, metric);
  if (refusal !== null) return refusal;
  const [resultsA, resultsB] = [byCase(a.results), byCase(b.results)];
  const cases = new Map(a.cases.map((item) => [item.id, item]));
  const found: { forA: PairedResult[]; forB: PairedResult[] } = { forA: [], forB: [] };
  for (const row of rows) {
    if (row.delta === null) {
      found.forA.push(row);
      found.forB.push(row);
      continue;
    }
    const hits = { a: resultsA.get(row.caseId)!.hits, b: resultsB.get(row.caseId)!.hits };
    const again = new MoreLabels(metric!, cases.get(row.caseId)!, cut, hits);
    if (!again.agrees(row)) return `${name} does not come out as recorded from the hits that are on record`;
    found.forA.push(rowWith(row, again.favouring('a')));
    found.forB.push(rowWith(row, again.favouring('b')));
  }
  return found;
}

function cannotTell(a: Run, b: Run, rows: readonly PairedResult[], { tokens }: Metric): string | null {
  if (tokens !== undefined && rows.length > MOST_QUERIES)
    return `a budget of tokens is not counted again for more than ${MOST_QUERIES.toLocaleString('en')} queries`;
  const answered = new Set(rows.filter(({ delta }) => delta !== null).map(({ caseId }) => caseId));
  if (answered.size === 0) return 'no query was answered by both';
  const bare = [a, b].find(({ results }) =>
    results.some((result) => answered.has(result.caseId) && lacksHits(result)),
  );
  return bare === undefined ? null : `the hits of ${bare.name} were not read`;
}

function lacksHits(result: Result): boolean {
  return !isFailed(result) && result.hits.length === 0 && (result.pageCount ?? 0) > 0;
}

function rowWith(row: PairedResult, values: { readonly a: number; readonly b: number } | null): PairedResult {
  if (values === null) return row;
  const delta = values.b - values.a;
  return { ...row, ...values, delta, status: statusOf(delta) };
}

function byCase(results: readonly Result[]): ReadonlyMap<string, Result> {
  return new Map(results.map((result) => [result.caseId, result]));
}

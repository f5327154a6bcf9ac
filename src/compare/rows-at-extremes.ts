import { pagesOf } from '../measure/judged.js';
import { builtInMetric } from '../measure/registry.js';
import { isFailed } from '../measure/summarize.js';
import { TOLERANCE } from '../measure/tolerance.js';
import type { Case, Hit, Metric, PairedResult, Result, Run } from '../types.js';
import { statusOf } from './flip-rate.js';
import { MoreLabels } from './more-labels.js';
import { OpenPages } from './open-pages.js';
import type { RankingCut } from './ranking-cut.js';

/**
 * Which labels extremes were looked for among: `all` that the unjudged pages can have; `search`: all, but as far as a hill climb finds them, since of some query there are many;
 * `one side`: all relevant that only one run shows and none that only the other shows, and the reverse.
 */
export type Tried = 'all' | 'search' | 'one side';

export type RowsAtExtremes = {
  readonly forA: readonly PairedResult[];
  readonly forB: readonly PairedResult[];
  readonly tried: Tried;
};

/** The one rule, a budget of tokens, and all ways to label pages take seconds for so many queries, and minutes for more. */
export const MOST_QUERIES = 2000;

/** Pages looked at in all, which takes some seconds. */
const MOST_WORK = 60_000_000;

/** A pair that both answered, with what it was computed from. */
type Answered = {
  readonly row: PairedResult;
  readonly item: Case;
  readonly hits: { readonly a: readonly Hit[]; readonly b: readonly Hit[] };
};

type Ends = { readonly forA: number; readonly forB: number };

/** The pairs with the differences that labels for what nobody judged would give; failed ones stay as they are. Or why that cannot be told. */
export function rowsAtExtremes(
  a: Run,
  b: Run,
  rows: readonly PairedResult[],
  name: string,
  cut: RankingCut,
): RowsAtExtremes | string {
  const metric = builtInMetric(name);
  if (metric === null) return `${name} is no built-in metric`;
  const refusal = cannotTell(a, b, rows, metric);
  if (refusal !== null) return refusal;
  const answered = answeredOf(a, b, rows);
  const ofPages = metric.needsSpans !== true && metric.tokens === undefined;
  // What a metric of the whole depth sees does not end at the run's own k.
  const whole = { ...cut, k: metric.k ?? Number.POSITIVE_INFINITY };
  const found =
    (ofPages ? withAllLabels(answered, metric, whole) : null) ?? oneSided(answered, metric, whole);
  if (found === null) return `${name} does not come out as recorded from the hits that are on record`;
  const at = (end: 'forA' | 'forB') => rows.map((row) => rowWith(row, found.ends.get(row.caseId)?.[end]));
  return { forA: at('forA'), forB: at('forB'), tried: found.tried };
}

type Found = { readonly ends: ReadonlyMap<string, Ends>; readonly tried: Tried };

/** Null where that is too much to compute, or the values are others than recorded. */
function withAllLabels(answered: readonly Answered[], metric: Metric, { k, rel }: RankingCut): Found | null {
  if (answered.length > MOST_QUERIES) return null;
  const open = answered.map(({ item, hits }) => {
    const best = Math.max(rel, ...item.labels.map(({ grade }) => grade));
    const shown = { a: pagesOf(hits.a).slice(0, k), b: pagesOf(hits.b).slice(0, k) };
    return new OpenPages(item, metric, shown, best);
  });
  if (open.reduce((sum, { boundsWork }) => sum + boundsWork, 0) > MOST_WORK) return null;
  if (!open.every((one, i) => agrees(one, answered[i]!.row))) return null;
  const bounds = open.map((one) => [one.item.id, one.bounds()] as const);
  return { ends: new Map(bounds), tried: bounds.every(([, { exact }]) => exact) ? 'all' : 'search' };
}

function agrees(one: OpenPages, { a, b }: PairedResult): boolean {
  const now = one.values();
  return Math.abs(now.a - a!) <= TOLERANCE && Math.abs(now.b - b!) <= TOLERANCE;
}

/** Null where the values are others than recorded. */
function oneSided(answered: readonly Answered[], metric: Metric, cut: RankingCut): Found | null {
  const ends = new Map<string, Ends>();
  for (const { row, item, hits } of answered) {
    const again = new MoreLabels(metric, item, cut, hits);
    if (!again.agrees(row)) return null;
    const favouring = (side: 'a' | 'b') => {
      const values = again.favouring(side);
      return values === null ? row.delta! : values.b - values.a;
    };
    ends.set(row.caseId, { forA: favouring('a'), forB: favouring('b') });
  }
  return { ends, tried: 'one side' };
}

function answeredOf(a: Run, b: Run, rows: readonly PairedResult[]): readonly Answered[] {
  const [resultsA, resultsB] = [byCase(a.results), byCase(b.results)];
  const cases = new Map(a.cases.map((item) => [item.id, item]));
  return rows
    .filter(({ delta }) => delta !== null)
    .map((row) => ({
      row,
      item: cases.get(row.caseId)!,
      hits: { a: resultsA.get(row.caseId)!.hits, b: resultsB.get(row.caseId)!.hits },
    }));
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

/** The values of single runs are not known at an extreme, and none of them decides anything; so a is 0. */
function rowWith(row: PairedResult, delta: number | undefined): PairedResult {
  return delta === undefined ? row : { ...row, a: 0, b: delta, delta, status: statusOf(delta) };
}

function byCase(results: readonly Result[]): ReadonlyMap<string, Result> {
  return new Map(results.map((result) => [result.caseId, result]));
}

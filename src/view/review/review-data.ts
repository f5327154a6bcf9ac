import { caseDigest } from '../../dataset/fingerprint.js';
import { changes } from '../../diagnose/changes.js';
import { LabError } from '../../errors.js';
import { builtInMetric } from '../../measure/registry.js';
import { RELEVANCE_THRESHOLD } from '../../measure/relevant.js';
import type { Review } from '../../store/review.js';
import type { Case, Comparison, Doc, Hit, Run, Slicer } from '../../types.js';
import { gradeFrom } from '../grade-from.js';
import { brief, NAME } from './brief.js';
import { cardOf } from './card.js';
import { disputedLine } from './card-texts.js';
import { configDigest } from './config-digest.js';
import { disputedIn } from './disputed.js';
import { columnsOf, numbersOf } from './pair-numbers.js';
import { type RankingCut, rankingOf } from './rankings.js';
import type { Ranking, ReviewCase, ReviewData, ReviewPair, ReviewTexts } from './review-types.js';
import { rowsOf } from './rows.js';
import { ShownTexts } from './shown-texts.js';

export type ReviewOptions = {
  /** The pages that were searched; without them the page shows ids and offsets. */
  readonly docs?: readonly Doc[];
  /** Why there are no pages. */
  readonly noDocs?: string;
  /** What was said before, of any pair. */
  readonly reviews?: readonly Review[];
  readonly by?: Slicer;
  /** What `by` is called; kind unless said. */
  readonly slicedBy?: string;
  readonly onSharedCases?: boolean;
  /** Of the Monte Carlo test; the same as the comparisons were made with. Default 42. */
  readonly seed?: number;
  /** The most characters of page text. Default 4,000,000. */
  readonly mostText?: number;
  /** The most hits over all rankings. Default 400,000. */
  readonly mostHits?: number;
};

/** Hits of a ranking that are shown in any case, and after the cut. */
const LEAST = 10;
const AFTER = 5;
/** Of a page whose chunks have no places, so much of its beginning is shown. */
const BEGINNING = 1500;
/** Of a very long chunk so much is kept around what is labelled. */
const LONGEST = 20_000;

/**
 * The review page as data: runs against the first of them, which the comparisons are of, in their order. Runs must have their hits. A pure function of
 * what is given: no clock, no file. Throws a LabError where a comparison is not of these runs.
 */
export function reviewData(
  runs: readonly Run[],
  comparisons: readonly Comparison[],
  options: ReviewOptions = {},
): ReviewData {
  const [baseline, others] = checked(runs, comparisons);
  const { metric } = comparisons[0]!;
  const textOf = textReader(options.docs ?? []);
  const cut = { ...cutOf(metric, runs), textOf };
  const reviews = reviewsOf(baseline, options.reviews ?? []);
  const seed = options.seed ?? 42;
  const whole = others.map((b, i): ReviewPair => {
    const comparison = comparisons[i]!;
    const by = {
      ...(options.by === undefined ? {} : { by: options.by }),
      onSharedCases: options.onSharedCases ?? false,
    };
    const found = changes(baseline, b, metric, by);
    return {
      a: 0,
      b: i + 1,
      card: { ...cardOf({ a: baseline, b, comparison, cut }), withoutDisputed: null },
      slices: comparison.slices.map(({ slice, n, delta, interval, better, worse, same, failed, small }) => ({
        name: slice,
        n,
        delta,
        interval,
        better,
        worse,
        same,
        failed,
        small,
      })),
      rows: rowsOf(baseline, b, comparison.results, found, cut),
    };
  });
  const docs = new DocNumbers();
  const cases = baseline.cases.map((item) => caseOf(item, docs, options.by));
  const pairs = withoutDisputed(whole, cases, reviews, seed);
  const rankings = rankingsOf(runs, pairs, cut, docs, options.mostHits ?? 400_000);
  return {
    version: 1,
    title: `${others.map(({ name }) => brief(name, NAME)).join(', ')} against the baseline ${brief(baseline.name, NAME)}`,
    metric,
    unit: cut.unit,
    cut: { k: cut.k, tokens: cut.tokens, rel: cut.rel },
    slicedBy: options.slicedBy ?? 'kind',
    seed,
    runs: runs.map((run, i) => ({
      id: run.id,
      name: run.name,
      retriever: run.retriever,
      configDigest: configDigest(run),
      startedAt: run.startedAt,
      gitCommit: run.environment.gitCommit,
      gitDirty: run.environment.gitDirty,
      rankings: rankings[i]!,
    })),
    pairs,
    cases,
    texts: textsOf(options, docs, cases, rankings, pairs),
    docs: docs.names,
    reviews,
  };
}

function checked(runs: readonly Run[], comparisons: readonly Comparison[]): readonly [Run, readonly Run[]] {
  const [baseline, ...others] = runs;
  const fits =
    baseline !== undefined &&
    others.length > 0 &&
    comparisons.length === others.length &&
    comparisons.every(({ runA, runB }, i) => runA.id === baseline.id && runB.id === others[i]!.id);
  if (fits) return [baseline, others];
  throw new LabError(
    `reviewData: found ${runs.length} runs and ${comparisons.length} comparisons of others, wanted a comparison of each run with the first, in order; pass compareAll([a], [b, c])`,
  );
}

function cutOf(metric: string, runs: readonly Run[]): Omit<RankingCut, 'textOf'> {
  const known = builtInMetric(metric);
  return {
    unit: known?.needsSpans ? 'chunk' : 'page',
    k: known?.k ?? Math.min(...runs.map(({ k }) => k)),
    tokens: known?.tokens ?? null,
    rel: known === null ? RELEVANCE_THRESHOLD : gradeFrom(metric),
  };
}

function textReader(docs: readonly Doc[]): (hit: Hit) => string | undefined {
  const texts = new Map(docs.map(({ id, text }) => [id, text]));
  return ({ docId, start, end }) =>
    start === undefined || end === undefined ? undefined : texts.get(docId)?.slice(start, end);
}

/** Reviews of other cases, or of the same before its query or labels were edited, are of no use here. */
function reviewsOf({ cases }: Run, reviews: readonly Review[]): readonly Review[] {
  const digests = new Map(cases.map((item) => [item.id, caseDigest(item)]));
  return reviews.filter(({ caseId, caseDigest: digest }) => digests.get(caseId) === digest);
}

/** The same pairs, each with what leaving out the disputed cases does to it. */
function withoutDisputed(
  pairs: readonly ReviewPair[],
  cases: readonly ReviewCase[],
  reviews: readonly Review[],
  seed: number,
): readonly ReviewPair[] {
  const disputed = disputedIn(reviews);
  if (disputed.size === 0) return pairs;
  const numbers = numbersOf(columnsOf(pairs, cases, disputed), seed);
  return pairs.map((pair, i) => {
    const left = pair.rows.filter((row) => disputed.has(cases[row.case]!.id)).length;
    const { numbers: without, verdict } = numbers[i]!;
    const line = disputedLine(left, without, verdict);
    return left === 0
      ? pair
      : { ...pair, card: { ...pair.card, withoutDisputed: { left, numbers: without, line } } };
  });
}

class DocNumbers {
  readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(doc: string): number {
    const known = this.numbers.get(doc);
    if (known !== undefined) return known;
    this.numbers.set(doc, this.names.length);
    return this.names.push(doc) - 1;
  }
}

function caseOf(item: Case, docs: DocNumbers, by: Slicer = ({ kind }) => kind): ReviewCase {
  return {
    id: item.id,
    query: item.query,
    kind: item.kind,
    slice: by(item),
    digest: caseDigest(item),
    labels: item.labels.map(({ doc, grade, start, end, need }) => ({
      doc: docs.of(doc),
      grade,
      ...(start === undefined || end === undefined ? {} : { start, end }),
      ...(need === undefined ? {} : { need }),
    })),
  };
}

/** Cases that moved in some pair have long rankings and are taken first; the others as far as k, while hits are left. */
function rankingsOf(
  runs: readonly Run[],
  pairs: readonly ReviewPair[],
  cut: RankingCut,
  docs: DocNumbers,
  most: number,
): readonly (readonly (Ranking | null)[])[] {
  const shown: (Ranking | null)[][] = runs.map(() => runs[0]!.cases.map(() => null));
  const results = runs.map((run) => new Map(run.results.map((result) => [result.caseId, result])));
  let left = most;
  for (const { at, moved } of casesByNeed(pairs)) {
    const { id } = runs[0]!.cases[at]!;
    for (const [i, byCase] of results.entries()) {
      const result = byCase.get(id);
      if (result === undefined || left <= 0) continue;
      const ranking = rankingOf(result, cut, { least: moved ? LEAST : 0, after: moved ? AFTER : 0 }, (doc) =>
        docs.of(doc),
      );
      left -= ranking.hits.length;
      shown[i]![at] = ranking;
    }
  }
  return shown;
}

function casesByNeed(pairs: readonly ReviewPair[]): readonly { at: number; moved: boolean }[] {
  const rank = new Map<number, boolean>();
  for (const moved of [true, false])
    for (const { rows } of pairs)
      for (const row of rows)
        if ((row.status !== 'same') === moved && !rank.has(row.case)) rank.set(row.case, moved);
  return [...rank].map(([at, moved]) => ({ at, moved }));
}

function textsOf(
  { docs, noDocs, mostText = 4_000_000 }: ReviewOptions,
  numbers: DocNumbers,
  cases: readonly ReviewCase[],
  rankings: readonly (readonly (Ranking | null)[])[],
  pairs: readonly ReviewPair[],
): ReviewTexts {
  if (docs === undefined)
    return {
      pages: {},
      note: noDocs ?? 'The pages were not given: passages are shown by id and offsets alone.',
    };
  const known = new Set(numbers.names);
  const texts = new Map(docs.filter(({ id }) => known.has(id)).map(({ id, text }) => [numbers.of(id), text]));
  const shown = new ShownTexts(texts, mostText);
  for (const { at } of casesByNeed(pairs)) {
    const { labels } = cases[at]!;
    for (const { doc, start, end } of labels)
      shown.add(doc, start ?? 0, Math.min(end ?? BEGINNING, (start ?? 0) + LONGEST));
    for (const ofRun of rankings)
      for (const [doc, , start, end] of ofRun[at]?.hits ?? [])
        if (start === -1) shown.add(doc, 0, BEGINNING);
        else shown.add(doc, start, Math.min(end, start + LONGEST));
  }
  return shown.end();
}

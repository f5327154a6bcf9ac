import { LabError } from '../errors.js';
import { needsOf } from '../measure/judged.js';
import { printable } from '../measure/printable.js';
import { TOLERANCE } from '../measure/protocol.js';
import { builtInMetric, METRIC_FORMS, metric as parseMetric } from '../measure/registry.js';
import { isFailed } from '../measure/summarize.js';
import type {
  Case,
  Comparison,
  FamilyRef,
  PairedDifference,
  PairedResult,
  Result,
  Run,
  RunRef,
} from '../types.js';
import { besideStatistics } from './beside.js';
import { clustered, clusterIndex } from './clusters.js';
import { type CompareOptions, checkArguments } from './compare-options.js';
import { differenceOf, withFailuresAsZero } from './difference.js';
import { drivingSlice } from './driving-slice.js';
import { flipCounts, repeatNotes } from './flip-rate.js';
import { checkAlike } from './like-with-like.js';
import { pair, shortRankings } from './pair.js';
import { detectable } from './power.js';
import { ALPHA } from './randomization-test.js';
import { signTest } from './sign-test.js';
import { sliceDifferences } from './slices.js';
import { unjudgedInBoth } from './unjudged.js';
import { sentenceOf, verdictOf } from './verdict.js';

/**
 * Compares two runs query by query on one metric (the first of run a unless named): counts, the mean difference b - a with
 * its test and interval, a verdict. Throws a LabError where the runs are not over the same cases and pages.
 */
export function compare(a: Run, b: Run, named?: string, options: CompareOptions = {}): Comparison {
  checkArguments(a, b, options);
  const { metric, pairs, notes } = pairsOf(a, b, named, options);
  return comparisonOf(a, b, metric, pairs, notes, options, null);
}

/** What a comparison of several has instead of its own test: p and interval for all of them together. */
export type InFamily = {
  readonly ref: FamilyRef;
  readonly test: string;
  readonly answered: Pick<PairedDifference, 'pValue' | 'interval'>;
  readonly asZero: Pick<PairedDifference, 'pValue' | 'interval'>;
};

/** The rows of two runs on a metric, and what a reader has to know of them. Throws a LabError where they are not alike. */
export function pairsOf(
  a: Run,
  b: Run,
  named: string | undefined,
  { onSharedCases = false }: CompareOptions,
) {
  const given = named ?? a.metrics[0] ?? '';
  const metric = a.metrics.includes(given) && b.metrics.includes(given) ? given : sharedName(a, b, given);
  checkDepths(a, b, metric);
  const alike = checkAlike(a, b, onSharedCases);
  const pairs = pair(a, b, metric);
  if (pairs.length === 0)
    throw new LabError(
      `${a.name} (${a.id}) and ${b.name} (${b.id}) share no case, wanted at least one; run both over the same cases`,
    );
  return {
    metric,
    pairs,
    notes: [...alike, ...rankingNotes(a, b, metric), ...repeatNotes(a), ...repeatNotes(b)],
  };
}

/** Everything that is said of two runs, from their rows. */
export function comparisonOf(
  a: Run,
  b: Run,
  metric: string,
  pairs: readonly PairedResult[],
  notes: readonly string[],
  options: CompareOptions,
  family: InFamily | null,
): Comparison {
  const { seed = 42, by } = options;
  const clusters = options.cluster === undefined ? undefined : clusterIndex(a.cases, options.cluster);
  const own = differenceOf(pairs, { seed, clusters });
  const zero = differenceOf(pairs.map(withFailuresAsZero), { seed, clusters }).difference;
  const difference = { ...own.difference, ...family?.answered };
  const asZero = { ...zero, ...family?.asZero };
  const counts = countsOf(pairs);
  const verdict = verdictOf(pairs, difference, asZero);
  const facts = {
    metric,
    runA: refOf(a),
    runB: refOf(b),
    ...counts,
    ...difference,
    withFailuresAsZero: asZero,
    verdict,
  };
  const driving = drivingSlice(pairs, [a, b], difference, { seed, clusters }, by);
  const comparison: Comparison = {
    ...facts,
    casesVersion: a.casesVersion,
    corpusVersion: a.corpusVersion,
    tolerance: TOLERANCE,
    test: family?.test ?? own.test,
    sentence: sentenceOf({ ...facts, family: family?.ref ?? null }),
    family: family?.ref ?? null,
    ...spreadOf(pairs, clusters, options, family?.ref.size ?? 1),
    flips: flipCounts(pairs),
    signTest: { pValue: signTest(counts.better, counts.worse), better: counts.better, worse: counts.worse },
    allFound: allFound(a, b, pairs),
    unjudged: unjudgedInBoth(a, b, metric, pairs),
    slices: sliceDifferences(pairs, a.cases, { seed, clusters }, by, family?.ref.size ?? 1),
    results: worstFirst(pairs),
    notes: [...(driving === null ? [] : [driving]), ...notes],
  };
  return printable(comparison, ({ sentence }) => `${sentence} show(comparison) tells more.`);
}

/** What the spread of the differences says beside their mean. */
function spreadOf(
  pairs: readonly PairedResult[],
  clusters: ReadonlyMap<string, string> | undefined,
  { also = [], seed = 42 }: CompareOptions,
  comparisons: number,
): Pick<Comparison, 'detectable' | 'beside' | 'clusters'> {
  const differences = pairs.flatMap((row) => row.delta ?? []);
  const groups = clusters === undefined ? null : clustered(pairs, clusters);
  // The mean is over cases, so what clusters could show is brought from their sums to that.
  const scale = groups === null ? 1 : groups.sums.length / differences.length;
  const least = detectable(groups?.sums ?? differences, -Math.expm1(Math.log1p(-ALPHA) / comparisons));
  return {
    detectable: least === null ? null : least * scale,
    beside: besideStatistics(differences, groups, also, seed),
    clusters: groups?.sums.length ?? null,
  };
}

/** `mrr` looks at all that was retrieved, so at two depths it is two metrics. Of somebody's own metric nothing is known. */
function checkDepths(a: Run, b: Run, name: string): void {
  const known = builtInMetric(name);
  if (known === null || known.k !== null || a.depth === b.depth) return;
  throw new LabError(
    `${name} looks at the whole depth, which is ${a.depth} chunks in ${a.name} and ${b.depth} in ${b.name}; ${cutHint(name)}`,
  );
}

/** A built-in metric is computed from hits where it was not recorded; somebody's own cannot be. */
function sharedName(a: Run, b: Run, given: string): string {
  const own = builtInMetric(given) === null && [a, b].some((run) => run.metrics.includes(given));
  if (!own) return parseMetric(given).name;
  const without = a.metrics.includes(given) ? b : a;
  throw new LabError(
    `run ${without.name} (${without.id}) has no metric "${given}", which is none of the built-in ones, wanted one of ${without.metrics.join(', ')}; run it again with ${given}`,
  );
}

/** Not every metric of the whole depth has a form that is cut. */
function cutHint(name: string): string {
  const word = name.replace(/,rel=.*/, '');
  return METRIC_FORMS.includes(`${word}@k`)
    ? `compare ${name.replace(word, `${word}@10`)}, say, or run both to one depth`
    : 'run both to one depth, or import with --depth';
}

function countsOf(pairs: readonly PairedResult[]) {
  const count = (status: PairedResult['status']) => pairs.filter((row) => row.status === status).length;
  return { better: count('better'), worse: count('worse'), same: count('same'), failed: count('failed') };
}

export function refOf({ id, name, retriever, k, depth, startedAt }: Run): RunRef {
  return { id, name, retriever, k, depth, startedAt };
}

/** Failed pairs first, then the worst change; equal changes stay in the order of the cases. */
export function worstFirst<Row extends Pick<PairedResult, 'delta'>>(pairs: readonly Row[]): readonly Row[] {
  const key = (row: Row) => row.delta ?? Number.NEGATIVE_INFINITY;
  return [...pairs].sort((x, y) => (key(x) === key(y) ? 0 : key(x) - key(y)));
}

/** Of the pairs that both runs answered, how many have all that was needed within the first k pages, k being each run's own. */
function allFound(a: Run, b: Run, pairs: readonly PairedResult[]) {
  const ids = new Set(pairs.filter((row) => row.status !== 'failed').map((row) => row.caseId));
  const found = (run: Run) => {
    const results = new Map(run.results.map((result) => [result.caseId, result]));
    return run.cases.filter((item) => {
      const result = ids.has(item.id) ? results.get(item.id) : undefined;
      return result !== undefined && !isFailed(result) && hasAll(item, result, run.k);
    }).length;
  };
  return { a: found(a), b: found(b), n: ids.size };
}

/** By the recorded ranks of the relevant pages, so that no hit need be read. */
function hasAll(item: Case, { ranks }: Result, k: number): boolean {
  const needs = needsOf(item);
  const within = (page: string) => (ranks[page] ?? Number.POSITIVE_INFINITY) <= k;
  return needs.length > 0 && needs.every((need) => [...need].some(within));
}

function rankingNotes(a: Run, b: Run, name: string): readonly string[] {
  const k = builtInMetric(name)?.k ?? null;
  const short =
    k === null
      ? []
      : [a, b].map((run) => ({ run, count: shortRankings(run, k) })).filter(({ count }) => count > 0);
  const notes = short.map(
    ({ run, count }) =>
      `${run.name}: ${count} of ${run.results.length} rankings hold fewer than ${k} pages (depth ${run.depth} chunks)`,
  );
  if (a.k !== b.k)
    notes.push(`all-found counts are at k = ${a.k} for ${a.name} and k = ${b.k} for ${b.name}`);
  return notes;
}

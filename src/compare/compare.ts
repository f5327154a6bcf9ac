import { didYouMean, LabError } from '../errors.js';
import { all } from '../measure/all.js';
import { judged } from '../measure/judged.js';
import { printable } from '../measure/printable.js';
import { TOLERANCE } from '../measure/protocol.js';
import { metric as parseMetric } from '../measure/registry.js';
import { isFailed } from '../measure/summarize.js';
import type { Comparison, PairedResult, Run, RunRef, Slicer } from '../types.js';
import { differenceOf, withFailuresAsZero } from './difference.js';
import { checkAlike } from './like-with-like.js';
import { pair, shortRankings } from './pair.js';
import { signTest } from './sign-test.js';
import { sliceDifferences } from './slices.js';
import { sentenceOf, verdictOf } from './verdict.js';

export type CompareOptions = {
  /** Groups of cases to show beside the whole; by kind unless said. */
  readonly by?: Slicer;
  /** Compares the cases both runs have, unedited, where the sets differ; said in the result. */
  readonly onSharedCases?: boolean;
  /** Of the Monte Carlo test, where enumeration is too large. Default 42. */
  readonly seed?: number;
};

/**
 * Compares two runs query by query on one metric (the first of run a unless named): counts, the mean difference b - a with
 * its test and interval, a verdict. Throws a LabError where the runs are not over the same cases and pages.
 */
export function compare(a: Run, b: Run, named?: string, options: CompareOptions = {}): Comparison {
  const { seed = 42, onSharedCases = false, by } = options;
  checkArguments(a, b, options);
  const metric = named ?? a.metrics[0] ?? '';
  const name = a.metrics.includes(metric) && b.metrics.includes(metric) ? metric : parseMetric(metric).name;
  checkDepths(a, b, name);
  const alike = checkAlike(a, b, onSharedCases);
  const pairs = pair(a, b, name);
  if (pairs.length === 0)
    throw new LabError(
      `${a.name} (${a.id}) and ${b.name} (${b.id}) share no case, wanted at least one; run both over the same cases`,
    );
  const { difference, test } = differenceOf(pairs, seed);
  const asZero = differenceOf(pairs.map(withFailuresAsZero), seed).difference;
  const verdict = verdictOf(pairs, difference, asZero);
  const counts = countsOf(pairs);
  const facts = {
    metric: name,
    runA: refOf(a),
    runB: refOf(b),
    ...counts,
    ...difference,
    withFailuresAsZero: asZero,
    verdict,
  };
  const comparison: Comparison = {
    ...facts,
    casesVersion: a.casesVersion,
    corpusVersion: a.corpusVersion,
    tolerance: TOLERANCE,
    test,
    sentence: sentenceOf(facts),
    signTest: { pValue: signTest(counts.better, counts.worse), better: counts.better, worse: counts.worse },
    allFound: allFound(a, b, pairs),
    slices: sliceDifferences(pairs, a.cases, seed, by),
    results: sorted(pairs),
    notes: [...alike, ...rankingNotes(a, b, name)],
  };
  return printable(comparison, ({ sentence }) => `${sentence} show(comparison) tells more.`);
}

const OPTION_NAMES = ['by', 'onSharedCases', 'seed'];

function checkArguments(a: unknown, b: unknown, options: CompareOptions): void {
  for (const run of [a, b] as readonly Partial<Run>[]) {
    if (Array.isArray(run?.results) && Array.isArray(run.cases)) continue;
    const found = run instanceof Promise ? 'a promise' : typeof run;
    throw new LabError(
      `compare: found ${found}, wanted a run; await evaluate(…), or read one with store.run(name)`,
    );
  }
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, OPTION_NAMES) || '; drop it';
    throw new LabError(
      `compare: the option "${unknown}" is unknown, wanted one of ${OPTION_NAMES.join(', ')}${hint}`,
    );
  }
  if (options.by === undefined || typeof options.by === 'function') return;
  throw new LabError(
    `compare: by is ${JSON.stringify(options.by)}, wanted a function of a case; write (item) => item.kind, say`,
  );
}

/** `mrr` looks at all that was retrieved, so at two depths it is two metrics. */
function checkDepths(a: Run, b: Run, name: string): void {
  if (name.includes('@') || a.depth === b.depth) return;
  throw new LabError(
    `${name} looks at the whole depth, which is ${a.depth} chunks in ${a.name} and ${b.depth} in ${b.name}; compare ${name}@10, say, or run both to one depth`,
  );
}

function countsOf(pairs: readonly PairedResult[]) {
  const count = (status: PairedResult['status']) => pairs.filter((row) => row.status === status).length;
  return { better: count('better'), worse: count('worse'), same: count('same'), failed: count('failed') };
}

function refOf({ id, name, retriever, k, depth, startedAt }: Run): RunRef {
  return { id, name, retriever, k, depth, startedAt };
}

/** Failed pairs first, then the worst change; equal changes stay in the order of the cases. */
function sorted(pairs: readonly PairedResult[]): readonly PairedResult[] {
  const key = (row: PairedResult) => row.delta ?? Number.NEGATIVE_INFINITY;
  return [...pairs].sort((x, y) => (key(x) === key(y) ? 0 : key(x) - key(y)));
}

/** Of the pairs that both runs answered, how many have all that was needed within the first k pages, k being each run's own. */
function allFound(a: Run, b: Run, pairs: readonly PairedResult[]) {
  const ids = new Set(pairs.filter((row) => row.status !== 'failed').map((row) => row.caseId));
  const found = (run: Run) => {
    const results = new Map(run.results.map((result) => [result.caseId, result]));
    return run.cases.filter((item) => {
      const result = results.get(item.id);
      return (
        ids.has(item.id) &&
        result !== undefined &&
        !isFailed(result) &&
        all(run.k).value(judged(item, result.hits)) === 1
      );
    }).length;
  };
  return { a: found(a), b: found(b), n: ids.size };
}

function rankingNotes(a: Run, b: Run, name: string): readonly string[] {
  const k = Number(/@(\d+)/.exec(name)?.[1] ?? Number.NaN);
  const short = Number.isNaN(k)
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

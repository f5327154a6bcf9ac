import { caseDigest } from '../dataset/fingerprint.js';
import { LabError } from '../errors.js';
import { judged, pagesOf } from '../measure/judged.js';
import { builtInMetric, metric } from '../measure/registry.js';
import { isFailed } from '../measure/summarize.js';
import type { Case, Metric, PairedResult, PairStatus, Result, Run } from '../types.js';
import { flipRate, statusOf } from './flip-rate.js';

/**
 * Pairs the results of two runs by case id, in the order of the first run's cases. A case that either run lacks, or whose
 * query or labels differ between them, is no pair. Values that were not recorded are computed from the stored hits.
 */
export function pair(a: Run, b: Run, metricName: string): readonly PairedResult[] {
  const valueIn = (run: Run) => valuesOf(run, metricName);
  const [valueA, valueB] = [valueIn(a), valueIn(b)];
  const casesB = new Map(b.cases.map((item) => [item.id, item]));
  const resultsA = new Map(a.results.map((result) => [result.caseId, result]));
  const resultsB = new Map(b.results.map((result) => [result.caseId, result]));
  return a.cases.flatMap((item) => {
    const other = casesB.get(item.id);
    const [resultA, resultB] = [resultsA.get(item.id), resultsB.get(item.id)];
    if (other === undefined || resultA === undefined || resultB === undefined) return [];
    if (a.casesVersion !== b.casesVersion && caseDigest(item) !== caseDigest(other)) return [];
    const row = paired(item, valueA(item, resultA), valueB(other, resultB));
    const rate = flipRate(resultA, resultB, metricName, row.status);
    return [rate === undefined ? row : { ...row, flipRate: rate }];
  });
}

function paired(item: Case, a: number | null, b: number | null): PairedResult {
  const delta = a === null || b === null ? null : b - a;
  const status: PairStatus = delta === null ? 'failed' : statusOf(delta);
  return { caseId: item.id, kind: item.kind, query: item.query, status, a, b, delta };
}

type ValueOf = (item: Case, result: Result) => number | null;

function valuesOf(run: Run, name: string): ValueOf {
  const recorded: ValueOf = (_, result) => (isFailed(result) ? null : (result.metrics[name] ?? null));
  if (run.metrics.includes(name)) return recorded;
  const known = builtInMetric(name) ?? metric(name);
  checkDepth(run, known);
  checkRepeats(run, known);
  return (item, result) => (isFailed(result) ? null : known.value(judged(item, result.hits)));
}

function checkDepth(run: Run, { name, k }: Metric): void {
  if (k === null || k <= run.depth) return;
  throw new LabError(
    `${name} cannot be told from run ${run.name} (${run.id}), which holds ${run.depth} chunks a query; run it again with depth ${k} or more`,
  );
}

/** Hits are kept of the first search only, so a metric that was not recorded cannot be averaged over all of them. */
function checkRepeats(run: Run, { name }: Metric): void {
  if (!run.results.some((result) => result.repeats !== undefined)) return;
  throw new LabError(
    `${name} was not recorded by run ${run.name} (${run.id}), which searched each case several times, wanted one of ${run.metrics.join(', ')}; name one of those, or run it again with ${name}`,
  );
}

/** How many answered queries hold fewer than k pages, so that a number at k is really one at fewer. */
export function shortRankings(run: Run, k: number): number {
  const pages = (result: Result) => result.pageCount ?? pagesOf(result.hits).length;
  return run.results.filter((result) => !isFailed(result) && pages(result) < k).length;
}

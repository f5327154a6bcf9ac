import type { Case, MetricSummary, Result, Run, Slicer, Summary } from '../types.js';
import { all } from './all.js';
import { meanInterval } from './interval.js';
import { judged } from './judged.js';
import { builtInMetric } from './registry.js';

/** Below this many cases a slice is flagged wherever it appears. */
export const SMALL = 10;

type Row = { readonly item: Case; readonly result: Result };

/** A run in numbers: each with its n, its failures and, where labels keep it below 1, its ceiling. */
export function summarize(run: Run): Summary {
  return summarizeRows(run, 'all', rowsOf(run));
}

/** The same for each group of cases; by kind unless a slicer says otherwise. Sorted by the name of the group. */
export function summarizeBy(run: Run, slicer: Slicer = (item) => item.kind): readonly Summary[] {
  const groups = new Map<string, Row[]>();
  for (const row of rowsOf(run)) {
    const name = slicer(row.item);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups.keys()].sort().map((name) => summarizeRows(run, name, groups.get(name)!));
}

/** No answer came: a failure, whose numbers are unknown. */
export function isFailed({ status }: Pick<Result, 'status'>): boolean {
  return status === 'error' || status === 'timeout';
}

/** Results by case, by id: an interrupted run has fewer results than cases, and those it has are what is summarised. */
function rowsOf(run: Run): readonly Row[] {
  const cases = new Map(run.cases.map((item) => [item.id, item]));
  return run.results.flatMap((result) => {
    const item = cases.get(result.caseId);
    return item === undefined ? [] : [{ item, result }];
  });
}

function summarizeRows(run: Run, slice: string, rows: readonly Row[]): Summary {
  const answered = rows.filter(({ result }) => !isFailed(result));
  const count = (status: Result['status']) => rows.filter(({ result }) => result.status === status).length;
  const everything = all(run.k);
  return {
    slice,
    n: rows.length,
    answered: answered.length,
    empty: count('empty'),
    errors: count('error'),
    timeouts: count('timeout'),
    small: rows.length < SMALL,
    allFound: answered.filter(({ item, result }) => everything.value(judged(item, result.hits)) === 1).length,
    metrics: run.metrics.map((name) => summarizeMetric(name, rows, answered)),
  };
}

function summarizeMetric(name: string, rows: readonly Row[], answered: readonly Row[]): MetricSummary {
  const values = answered
    .map(({ result }) => result.metrics[name])
    .filter((value) => typeof value === 'number');
  const sum = values.reduce((total, value) => total + value, 0);
  const known = builtInMetric(name);
  // A count has no share to fall short of, and an own metric no ceiling that is known.
  const capped = known === null || known.count ? null : known;
  const ceilings = answered.map(({ item }) => capped?.ceiling(judged(item, [])) ?? 1);
  return {
    metric: name,
    mean: values.length === 0 ? null : sum / values.length,
    meanWithFailuresAsZero: rows.length === 0 ? 0 : sum / rows.length,
    ...meanInterval(values, known?.binary ? 'binary' : capped === null ? 'any' : 'unit'),
    ceiling: ceilings.reduce((total, value) => total + value, 0) / Math.max(1, ceilings.length),
  };
}

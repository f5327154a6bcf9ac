import { SMALL } from '../measure/summarize.js';
import type { Case, PairedResult, SliceDifference, Slicer } from '../types.js';
import { type DifferenceOptions, differenceOf } from './difference.js';
import { ALPHA } from './randomization-test.js';

type Slice = { readonly name: string; readonly rows: readonly PairedResult[] };

/**
 * The difference within each group of cases, by name, corrected together. Groups share no case, so their flips are independent and Šidák's correction is
 * exact: p is 1 - (1 - p)^m over the m slices in which anything moved (times the number of comparisons, where this is one of several: then it is on the safe side), and intervals are inverted at the level that belongs to it.
 */
export function sliceDifferences(
  pairs: readonly PairedResult[],
  cases: readonly Case[],
  options: DifferenceOptions,
  by: Slicer = (item) => item.kind,
  comparisons = 1,
): readonly SliceDifference[] {
  const slices = slicesOf(pairs, cases, by);
  const m = slices.filter(({ rows }) =>
    rows.some((row) => row.delta !== null && row.status !== 'same'),
  ).length;
  return slices.map((slice) => sliceOf(slice, options, comparisons * Math.max(1, m)));
}

export function slicesOf(
  pairs: readonly PairedResult[],
  cases: readonly Case[],
  by: Slicer = (item) => item.kind,
): readonly Slice[] {
  const groupOf = new Map(cases.map((item) => [item.id, by(item)]));
  const groups = new Map<string, PairedResult[]>();
  for (const row of pairs) {
    const name = groupOf.get(row.caseId) ?? row.kind;
    const rows = groups.get(name);
    if (rows === undefined) groups.set(name, [row]);
    else rows.push(row);
  }
  return [...groups.keys()].sort().map((name) => ({ name, rows: groups.get(name)! }));
}

function sliceOf({ name, rows }: Slice, options: DifferenceOptions, m: number): SliceDifference {
  const count = (status: PairedResult['status']) => rows.filter((row) => row.status === status).length;
  const alone = differenceOf(rows, options).difference;
  const { interval } =
    m === 1
      ? alone
      : differenceOf(rows, { ...options, alpha: -Math.expm1(Math.log1p(-ALPHA) / m) }).difference;
  return {
    slice: name,
    ...alone,
    pValue: alone.pValue === null ? null : corrected(alone.pValue, m),
    interval,
    uncorrected: { pValue: alone.pValue, interval: alone.interval },
    better: count('better'),
    worse: count('worse'),
    same: count('same'),
    failed: count('failed'),
    small: rows.length < SMALL,
  };
}

function corrected(p: number, m: number): number {
  return m === 1 || p === 1 ? p : -Math.expm1(m * Math.log1p(-p));
}

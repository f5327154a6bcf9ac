import { SMALL } from '../measure/summarize.js';
import type { Case, PairedResult, SliceDifference, Slicer } from '../types.js';
import { differenceOf } from './difference.js';

/** The difference within each group of cases, by name. Intervals are for each slice alone, not corrected for their number. */
export function sliceDifferences(
  pairs: readonly PairedResult[],
  cases: readonly Case[],
  seed: number,
  by: Slicer = (item) => item.kind,
): readonly SliceDifference[] {
  const groupOf = new Map(cases.map((item) => [item.id, by(item)]));
  const groups = new Map<string, PairedResult[]>();
  for (const row of pairs) {
    const name = groupOf.get(row.caseId) ?? row.kind;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups.keys()].sort().map((slice) => sliceOf(slice, groups.get(slice)!, seed));
}

function sliceOf(slice: string, rows: readonly PairedResult[], seed: number): SliceDifference {
  const count = (status: PairedResult['status']) => rows.filter((row) => row.status === status).length;
  const { difference } = differenceOf(rows, seed);
  return {
    slice,
    ...difference,
    better: count('better'),
    worse: count('worse'),
    same: count('same'),
    failed: count('failed'),
    small: rows.length < SMALL,
  };
}

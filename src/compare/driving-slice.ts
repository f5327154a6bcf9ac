import type { PairedDifference, PairedResult, Run, Slicer } from '../types.js';
import { type DifferenceOptions, differenceOf } from './difference.js';
import { ALPHA } from './randomization-test.js';
import { slicesOf } from './slices.js';
import { pText, rangeText, signed } from './verdict.js';

/**
 * A line where one slice makes the overall difference: it holds at least half of the sum of differences, and without its queries the same test tells nothing
 * any more. Nothing is said where there is one slice only, or no overall difference to explain. Both runs are named, since a report puts the lines of several
 * comparisons together.
 */
export function drivingSlice(
  pairs: readonly PairedResult[],
  [a, b]: readonly [Run, Run],
  overall: PairedDifference,
  options: DifferenceOptions,
  by?: Slicer,
): string | null {
  const { pValue, delta } = overall;
  if (pValue === null || delta === null || pValue >= ALPHA) return null;
  const slices = slicesOf(pairs, a.cases, by);
  if (slices.length < 2) return null;
  const sumOf = (rows: readonly PairedResult[]) => rows.reduce((sum, row) => sum + (row.delta ?? 0), 0);
  const total = sumOf(pairs);
  const largest = slices.reduce((best, slice) =>
    sumOf(slice.rows) / total > sumOf(best.rows) / total ? slice : best,
  );
  if (sumOf(largest.rows) / total < 0.5) return null;
  const inside = new Set(largest.rows.map((row) => row.caseId));
  const rest = differenceOf(
    pairs.filter((row) => !inside.has(row.caseId)),
    options,
  ).difference;
  if (rest.pValue !== null && rest.pValue < ALPHA) return null;
  return `the difference of ${b.name} from ${a.name} comes from ${largest.name} (n = ${largest.rows.length}): without these queries ${remainder(rest)}`;
}

function remainder({ n, delta, interval, pValue }: PairedDifference): string {
  if (delta === null) return 'no query is left';
  if (interval === null) return `the runs are identical on the other ${n}`;
  return `it is ${signed(delta)} (95 % interval ${rangeText(interval)}, p = ${pText(pValue ?? 1)}, n = ${n})`;
}

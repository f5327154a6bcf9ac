import { TOLERANCE } from '../measure/tolerance.js';
import type { Interval } from '../types.js';
import { invertFlips } from './invert-flips.js';
import { ALPHA, flipsPValue } from './randomization-test.js';
import { RESAMPLES, type SignFlips, sampledFlips, signFlips } from './sign-flips.js';

export type FamilyMember = {
  /** Of this column alone. */
  readonly pValue: number;
  /** For the whole family: below 0.05 with a chance of at most 5 % for any column, if none differs. */
  readonly adjusted: number;
  /** The column's own p is below this level exactly where its adjusted p is below 0.05. */
  readonly level: number;
  /** The simultaneous interval: the test of this column inverted at its level. Null where nothing differs at all. */
  readonly interval: Interval | null;
};

export type FamilyWise = {
  readonly columns: readonly FamilyMember[];
  readonly method: 'exact' | 'monte-carlo';
  readonly resamples: number | null;
};

/** Up to so many queries with any difference all sign patterns are gone through. */
const MAX_ENUMERATED = 14;

/**
 * Several comparisons over the same queries, corrected together: single-step max-T (Westfall and Young 1993; for retrieval
 * Carterette 2012). Each column holds the differences of one arm from its baseline, query by query in one order. A
 * flip turns the sign of a query in all columns at once, so what hangs together among the arms is kept, and the
 * correction is milder than Bonferroni's where they are alike. With T = |Σ d| / √Σ d², a column's adjusted p is the share of
 * flips whose largest T over all columns is at least the column's own, sums within the tolerance counting as equal; of
 * 99,999 sampled flips (b + 1) / (B + 1). Adjusted p is below 0.05 exactly where the simultaneous interval leaves out 0; that all
 * intervals hold their true difference at once in 95 % is exact only where there is none, as each level is taken there.
 */
export function familyWise(
  columns: readonly (readonly number[])[],
  seed: number,
  { resamples = RESAMPLES }: { readonly resamples?: number } = {},
): FamilyWise {
  const rows = (columns[0] ?? []).map((_, i) => i).filter((i) => columns.some((column) => moved(column[i]!)));
  const exact = rows.length <= MAX_ENUMERATED;
  const arms = columns.map((column): Arm => {
    const flips = exact ? enumeratedFlips(column, rows) : sampledFlips(column, seed, { resamples });
    // All patterns of the rows that moved say nothing of how the others count: the column by itself does.
    const inverted = () => (exact ? signFlips(column, seed) : flips);
    return {
      flips,
      inverted,
      norm: Math.sqrt(column.reduce((sum, d) => sum + d * d, 0)),
      none: !column.some(moved),
    };
  });
  const maxima = maximaOf(arms.filter(({ none }) => !none));
  const method = exact ? 'exact' : 'monte-carlo';
  return {
    columns: arms.map((arm) => memberOf(arm, maxima)),
    method,
    resamples: exact ? null : resamples,
  };
}

type Arm = {
  readonly flips: SignFlips;
  readonly inverted: () => SignFlips;
  readonly norm: number;
  readonly none: boolean;
};

function moved(difference: number): boolean {
  return Math.abs(difference) > TOLERANCE;
}

/** All sign patterns of the rows, in one order for every column. Each weighs 1. */
function enumeratedFlips(column: readonly number[], rows: readonly number[]): SignFlips {
  const patterns = 2 ** rows.length;
  const sums = new Float64Array(patterns);
  const counts = new Int32Array(patterns);
  rows.forEach((row, bit) => {
    for (let pattern = 0; pattern < patterns; pattern++) {
      const sign = (pattern >> bit) & 1 ? 1 : -1;
      sums[pattern]! += sign * column[row]!;
      counts[pattern]! += sign;
    }
  });
  return {
    n: rows.length,
    total: rows.reduce((sum, row) => sum + column[row]!, 0),
    sums,
    counts,
    weights: new Float64Array(patterns).fill(1),
    whole: patterns,
    observed: 0,
    method: 'exact',
    resamples: null,
  };
}

/** The largest T of each flip, ascending. */
function maximaOf(arms: readonly Arm[]): Float64Array {
  const maxima = new Float64Array(arms[0]?.flips.sums.length ?? 0);
  for (const { flips, norm } of arms)
    for (let i = 0; i < maxima.length; i++) maxima[i] = Math.max(maxima[i]!, Math.abs(flips.sums[i]!) / norm);
  return maxima.sort();
}

function memberOf({ flips, inverted, norm, none }: Arm, maxima: Float64Array): FamilyMember {
  if (none) return { pValue: 1, adjusted: 1, level: ALPHA, interval: null };
  const { whole, observed, total, sums } = flips;
  const pValue = flipsPValue(flips);
  const adjusted = (observed + atLeast(maxima, (Math.abs(total) - TOLERANCE) / norm)) / whole;
  // The T that is just not told: with one more flip beyond it, adjusted p would not be below 0.05.
  const critical = maxima[maxima.length - Math.max(1, Math.ceil(ALPHA * whole) - observed)]!;
  const beyond = observed + countAtLeast(sums, critical * norm - TOLERANCE);
  const level = levelOf({ pValue, told: adjusted < ALPHA, beyond: beyond / whole, step: 1 / whole });
  return { pValue, adjusted, level, interval: invertFlips(inverted(), pValue, level) };
}

type LevelFacts = {
  readonly pValue: number;
  readonly told: boolean;
  /** The column's own p if its T were the critical one. */
  readonly beyond: number;
  readonly step: number;
};

/**
 * Halfway between two values that p can have, so that rounding decides nothing. Where no flip of this column lies between
 * its own T and the critical one, p does not tell them apart, and the level goes to the side that adjusted p is on.
 */
function levelOf({ pValue, told, beyond, step }: LevelFacts): number {
  const level = beyond - step / 2;
  if (told) return Math.max(level, pValue + step / 2);
  return Math.min(level, pValue - step / 2);
}

/** How many of ascending values are at least `bound`. */
function atLeast(ascending: Float64Array, bound: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! >= bound) high = middle;
    else low = middle + 1;
  }
  return ascending.length - low;
}

function countAtLeast(sums: Float64Array, bound: number): number {
  let count = 0;
  for (const sum of sums) if (Math.abs(sum) >= bound) count++;
  return count;
}

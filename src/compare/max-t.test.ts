import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dl19Values } from '../../test/dl19.js';
import { hasSharedData } from '../../test/shared-data.js';
import { randomWords } from '../measure/random.js';
import type { Interval } from '../types.js';
import { holm } from './corrections.js';
import { familyWise } from './max-t.js';
import { randomizationTest } from './randomization-test.js';

const STEPS = [-1, -0.5, -1 / 3, 0, 0, 0.1 + 0.2, 0.3, 1 / 3, 0.5, 2 / 3, 1];
const value = fc.oneof(
  fc.constantFrom(...STEPS),
  fc.integer({ min: -1e6, max: 1e6 }).map((i) => i / 1e6),
);

/** Columns of one length. */
const columnsOf = (most: number, arms: number) =>
  fc
    .array(fc.array(value, { minLength: arms, maxLength: arms }), { minLength: 1, maxLength: most })
    .map((rows) => Array.from({ length: arms }, (_, arm) => rows.map((row) => row[arm]!)));

const leavesOut0 = (interval: Interval | null) =>
  interval !== null &&
  ((interval[0] !== null && interval[0] > 0) || (interval[1] !== null && interval[1] < 0));

/** Adjusted p by going through all 2^n patterns. */
function naive(columns: readonly (readonly number[])[]): readonly number[] {
  const n = columns[0]!.length;
  const norms = columns.map((column) => Math.sqrt(column.reduce((sum, d) => sum + d * d, 0)));
  const sumOf = (column: readonly number[], flips: number) =>
    column.reduce((sum, d, i) => sum + ((flips >> i) & 1 ? d : -d), 0);
  const largest = Array.from({ length: 2 ** n }, (_, flips) =>
    Math.max(
      ...columns.map((column, j) => (norms[j]! > 1e-9 ? Math.abs(sumOf(column, flips)) / norms[j]! : 0)),
    ),
  );
  return columns.map((column, j) => {
    if (norms[j]! <= 1e-9) return 1;
    const own = Math.abs(sumOf(column, 2 ** n - 1)) / norms[j]!;
    return largest.filter((t) => t >= own - 1e-9 / norms[j]!).length / largest.length;
  });
}

describe('several arms over the same queries', () => {
  it('have the adjusted p of all sign patterns gone through', () => {
    fc.assert(
      fc.property(columnsOf(8, 3), (columns) => {
        const family = familyWise(columns, 1);
        expect(family.method).toBe('exact');
        naive(columns).forEach((p, j) => {
          expect(family.columns[j]!.adjusted).toBeCloseTo(p, 12);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('have adjusted p below 0.05 exactly where the simultaneous interval leaves out 0, and p is below the level', () => {
    const shifted = fc.tuple(columnsOf(40, 3), fc.constantFrom(0, 0.2, 0.5));
    fc.assert(
      fc.property(shifted, ([columns, shift]) => {
        const moved = columns.map((column, j) => column.map((d) => (j === 0 ? d : d + shift)));
        const family = familyWise(moved, 5, { resamples: 1999 });
        for (const { pValue, adjusted, level, interval } of family.columns) {
          expect(adjusted).toBeGreaterThanOrEqual(pValue);
          expect(pValue < level).toBe(adjusted < 0.05);
          expect(leavesOut0(interval)).toBe(adjusted < 0.05);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('change nothing where there is one arm', () => {
    for (const n of [10, 40]) {
      const column = Array.from({ length: n }, (_, i) => Math.sin(i * i) / 3 + 0.1);
      const [member] = familyWise([column], 3).columns;
      const alone = randomizationTest(column, 3);
      expect([member!.pValue, member!.adjusted]).toEqual([alone.pValue, alone.pValue]);
      expect(member!.interval).toEqual(alone.interval);
    }
  });

  it('cost nothing where all arms are the same one', () => {
    const column = Array.from({ length: 40 }, (_, i) => Math.sin(i * i) / 3 + 0.1);
    const { columns } = familyWise([column, column, column.map((d) => d / 2)], 3);
    for (const { pValue, adjusted } of columns) expect(adjusted).toBe(pValue);
  });

  it('have p 1 and no interval where an arm does not differ at all', () => {
    const none = new Array<number>(12).fill(0);
    const some = none.map(() => 0.5);
    const { columns } = familyWise([none, some], 1);
    expect(columns[0]).toMatchObject({ pValue: 1, adjusted: 1, interval: null });
    expect(columns[1]!.adjusted).toBeCloseTo(2 / 2 ** 12, 12);
    expect(familyWise([none, none], 1).columns.every(({ adjusted }) => adjusted === 1)).toBe(true);
    expect(familyWise([], 1).columns).toEqual([]);
  });

  it('give the same digits for the same seed', () => {
    const columns = [1, 2].map((k) => Array.from({ length: 50 }, (_, i) => Math.sin(i * i * k)));
    expect(familyWise(columns, 7)).toEqual(familyWise(columns, 7));
    expect(familyWise(columns, 7)).not.toEqual(familyWise(columns, 8));
  });

  it('raise a false alarm anywhere in no more than 5 % of families, where each alone would in 16 %', () => {
    const words = randomWords(17);
    const uniform = () => words() / 2 ** 32;
    let [any, uncorrected] = [0, 0];
    for (let trial = 0; trial < 1000; trial++) {
      const rows = Array.from({ length: 24 }, () => Array.from({ length: 4 }, () => uniform() - uniform()));
      const family = familyWise(
        [0, 1, 2, 3].map((j) => rows.map((row) => row[j]!)),
        trial,
        { resamples: 499 },
      );
      if (family.columns.some(({ adjusted }) => adjusted < 0.05)) any++;
      if (family.columns.some(({ pValue }) => pValue < 0.05)) uncorrected++;
    }
    // Two standard errors of 1,000 trials.
    expect(any / 1000).toBeLessThan(0.05 + 0.014);
    expect(uncorrected / 1000).toBeGreaterThan(0.13);
  });
});

describe.skipIf(!hasSharedData)('five real systems against BM25', () => {
  it('are told apart no less than by Bonferroni, each at no less than its own p', () => {
    const baseline = dl19Values('BM25', 'ndcg@10');
    const arms = ['BM25_RM3', 'D_BERT_KD_TASB', 'OPEN_AI_ADA2', 'REP_LLAMA', 'SPLADE_P_P_ENSEMBLE_DISTIL'];
    const { columns, resamples } = familyWise(
      arms.map((arm) => dl19Values(arm, 'ndcg@10').map((v, i) => v - baseline[i]!)),
      42,
    );
    expect(resamples).toBe(99_999);
    const stepDown = holm(columns.map(({ pValue }) => pValue));
    columns.forEach(({ pValue, adjusted }, j) => {
      expect(adjusted).toBeGreaterThanOrEqual(pValue);
      expect(adjusted).toBeLessThan(5.5 * pValue + 1e-4);
      expect(adjusted < 0.05).toBe(stepDown[j]! < 0.05);
    });
    expect(columns.map(({ adjusted }) => adjusted < 0.05)).toEqual([false, true, true, true, true]);
  });
});

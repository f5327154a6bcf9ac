import { describe, expect, it } from 'vitest';
import { agreement, type GradePair } from './agreement.js';

/** Rows are grades of the first pass, columns of the second. */
function pairsOf(table: readonly (readonly number[])[]): readonly GradePair[] {
  return table.flatMap((row, first) =>
    row.flatMap((count, second) =>
      Array.from({ length: count }, (_, i) => ({ id: `${first}${second}-${i}`, first, second })),
    ),
  );
}

describe('agreement', () => {
  it('of two judges over 50 pages, worked by hand', () => {
    // 35 of 50 agree. By chance 25/50 · 30/50 + 25/50 · 20/50 = 0.5 would: (0.7 - 0.5) / (1 - 0.5) = 0.4.
    const found = agreement(
      pairsOf([
        [20, 5],
        [10, 15],
      ]),
    );
    expect(found).toMatchObject({ n: 50, kind: 'between judges', observed: 0.7 });
    expect(found.kappa).toBeCloseTo(0.4, 12);
    // With two grades a disagreement has one weight.
    expect(found.weightedKappa).toBeCloseTo(0.4, 12);
    expect(found.grades).toEqual([
      { grade: 0, first: 25, second: 30, both: 20, agreement: 40 / 55 },
      { grade: 1, first: 25, second: 20, both: 15, agreement: 30 / 45 },
    ]);
  });

  it('weighs how far grades are apart, worked by hand', () => {
    const found = agreement(
      pairsOf([
        [4, 1, 1],
        [1, 2, 0],
        [0, 0, 1],
      ]),
      { sameJudge: true },
    );
    // First 6, 3, 1; second 5, 3, 2; 7 of 10 agree; by chance (30 + 9 + 2) / 100 = 0.41.
    expect(found.kappa).toBeCloseTo((0.7 - 0.41) / 0.59, 12);
    // Weights: observed (1 + 1 + 2) / 10 = 0.4; by chance (6·3 + 3·5 + 3·2 + 1·3 + 2·(6·2 + 1·5)) / 100 = 0.76.
    expect(found.weightedKappa).toBeCloseTo(1 - 0.4 / 0.76, 12);
    expect(found.kind).toBe('intra-judge');
    expect(found.disagreements.map((pair) => pair.id)).toEqual(['02-0', '01-0', '10-0']);
  });

  it('is not known where all is of one grade, and 1 where all agree on several', () => {
    expect(agreement(pairsOf([[7]]))).toMatchObject({ kappa: null, weightedKappa: null, observed: 1 });
    expect(
      agreement(
        pairsOf([
          [3, 0],
          [0, 2],
        ]),
      ),
    ).toMatchObject({ kappa: 1, disagreements: [] });
  });

  it('refuses no pairs and grades that are none', () => {
    expect(() => agreement([])).toThrow(
      'agreement: there are no pairs, wanted pages that were judged twice; judge some again',
    );
    expect(() => agreement([{ id: 'c-1 a', first: 1, second: -1 }])).toThrow(
      'agreement: c-1 a has the grade -1, wanted a whole number of at least 0; correct it',
    );
  });
});

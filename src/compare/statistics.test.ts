import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedJson } from '../../test/shared-data.js';
import { wilson } from '../measure/interval.js';
import { ALPHA, randomizationTest } from './randomization-test.js';
import { exactFlips, sampledFlips } from './sign-flips.js';
import { signTest } from './sign-test.js';

/** p of the differences less θ, by going through all 2^n flips. */
function enumerated(differences: readonly number[], theta = 0): number {
  const shifted = differences.map((value) => value - theta);
  const observed = Math.abs(shifted.reduce((a, b) => a + b, 0));
  let extreme = 0;
  for (let flips = 0; flips < 2 ** shifted.length; flips++) {
    const total = shifted.reduce((sum, value, i) => sum + ((flips >> i) & 1 ? value : -value), 0);
    if (Math.abs(total) >= observed - 1e-9) extreme++;
  }
  return extreme / 2 ** shifted.length;
}

const steps = fc.constantFrom(-1, -0.5, -1 / 3, -0.25, -0.2, 0, 0.1 + 0.2, 0.2, 1 / 3, 0.5, 2 / 3, 1);
const few = fc.array(steps, { minLength: 1, maxLength: 10 });
const continuous = fc.array(
  fc
    .double({ min: -1, max: 1, noNaN: true, noDefaultInfinity: true })
    .map((value) => Math.round(value * 1e6) / 1e6),
  { minLength: 1, maxLength: 9 },
);

describe('the randomization test', () => {
  it('has the p of all flips counted one by one', () => {
    fc.assert(
      fc.property(fc.oneof(few, continuous), (differences) => {
        expect(randomizationTest(differences, 1).pValue).toBeCloseTo(enumerated(differences), 12);
      }),
      { numRuns: 200 },
    );
  });

  it('has an interval whose ends are where the test turns: inside it does not reject, outside it does', () => {
    fc.assert(
      fc.property(fc.oneof(few, continuous), (differences) => {
        const [low, high] = randomizationTest(differences, 1).interval;
        const step = 1e-6;
        if (low === null) expect(enumerated(differences, -1e6)).toBeGreaterThanOrEqual(ALPHA);
        else {
          expect(enumerated(differences, low - step)).toBeLessThan(ALPHA);
          expect(
            Math.max(enumerated(differences, low), enumerated(differences, low + 1e-9)),
          ).toBeGreaterThanOrEqual(ALPHA);
        }
        if (high === null) expect(enumerated(differences, 1e6)).toBeGreaterThanOrEqual(ALPHA);
        else {
          expect(enumerated(differences, high + step)).toBeLessThan(ALPHA);
          expect(
            Math.max(enumerated(differences, high), enumerated(differences, high - 1e-9)),
          ).toBeGreaterThanOrEqual(ALPHA);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('has p < 0.05 exactly where the interval leaves out 0, exact or sampled', () => {
    const sized = fc.array(fc.oneof(steps, fc.double({ min: -0.4, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(sized, fc.integer({ min: 0, max: 2 ** 31 }), (differences, seed) => {
        const { pValue, interval } = randomizationTest(differences, seed);
        const [low, high] = interval;
        const leavesOut = (low !== null && low > 0) || (high !== null && high < 0);
        expect(leavesOut).toBe(pValue < 0.05);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('gives the same digits for the same seed, and p as (b + 1) / (B + 1)', () => {
    const differences = Array.from({ length: 60 }, (_, i) => Math.sin(i * i) / 3 + 0.05);
    expect(exactFlips(differences)).toBeNull();
    const first = randomizationTest(differences, 7);
    expect(first.method).toBe('monte-carlo');
    expect(randomizationTest(differences, 7)).toEqual(first);
    expect(Number.isInteger(Math.round(first.pValue * 1e9) / 1e4)).toBe(true);
    expect(Math.abs(randomizationTest(differences, 8).pValue - first.pValue)).toBeLessThan(0.01);
  });

  it('sampled, comes near the exact p', () => {
    const differences = [0.5, 0.25, 0.5, -0.25, 1, 0, 0.5, -0.5, 0.25, 0.5, 0.75, -0.25];
    const flips = sampledFlips(differences, 3);
    const extreme = flips.sums.filter((sum) => Math.abs(sum) >= flips.total - 1e-9).length;
    expect(Math.abs(extreme / flips.sums.length - enumerated(differences))).toBeLessThan(0.005);
  });

  it('reads flips of hundreds of queries exactly where they move in few steps', () => {
    const differences = [...Array(300).fill(0), ...Array(30).fill(1), ...Array(12).fill(-1)] as number[];
    const { method, pValue } = randomizationTest(differences, 1);
    expect(method).toBe('exact');
    expect(pValue).toBeCloseTo(signTest(30, 12), 12);
  });
});

type Vector = {
  deltas: number[];
  wins: number;
  losses: number;
  mean: number;
  sign_test_p_two_sided: number;
  randomization_p_exact: number;
};

describe.skipIf(!hasSharedData)('values of scipy 1.10', () => {
  const expected = hasSharedData
    ? sharedJson<Record<string, Vector | number[]>>('expected', 'paired-statistics.json')
    : {};
  const vectors = Object.entries(expected).filter(
    (entry): entry is [string, Vector] => 'deltas' in (entry[1] as object),
  );

  test.each(vectors)('%s', (_, vector) => {
    const { pValue, mean, interval } = randomizationTest(vector.deltas, 42);
    expect(pValue).toBeCloseTo(vector.randomization_p_exact, 9);
    expect(mean).toBeCloseTo(vector.mean, 12);
    expect(signTest(vector.wins, vector.losses)).toBeCloseTo(vector.sign_test_p_two_sided, 9);
    const [low, high] = interval;
    expect((low !== null && low > 0) || (high !== null && high < 0)).toBe(pValue < 0.05);
  });

  test('the Wilson interval of 41 in 45', () => {
    const [low, high] = expected['wilson_41_45'] as number[];
    expect(wilson(41, 45)[0]).toBeCloseTo(low!, 12);
    expect(wilson(41, 45)[1]).toBeCloseTo(high!, 12);
  });
});

describe('the sign test', () => {
  it('knows 6 against 1: p = 0.125', () => expect(signTest(6, 1)).toBeCloseTo(0.125, 12));
  it('is 1 where nothing moved', () => expect(signTest(0, 0)).toBe(1));
});

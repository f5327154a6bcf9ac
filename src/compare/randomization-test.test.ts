import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomWords } from '../measure/random.js';
import type { Interval } from '../types.js';
import { invertFlips } from './invert-flips.js';
import { flipsPValue, randomizationTest } from './randomization-test.js';
import { exactFlips, sampledFlips } from './sign-flips.js';
import { lowestReaching } from './weighted-quantile.js';
import { wordBuffer } from './word-buffer.js';

/** p of the mean less θ, by going through all flips of whole clusters. */
function enumerated(sums: readonly number[], sizes: readonly number[], theta = 0): number {
  const shifted = sums.map((value, i) => value - theta * sizes[i]!);
  const observed = Math.abs(shifted.reduce((a, b) => a + b, 0));
  let extreme = 0;
  for (let flips = 0; flips < 2 ** shifted.length; flips++) {
    const total = shifted.reduce((sum, value, i) => sum + ((flips >> i) & 1 ? value : -value), 0);
    if (Math.abs(total) >= observed - 1e-9) extreme++;
  }
  return extreme / 2 ** shifted.length;
}

const leavesOut0 = ([low, high]: Interval) => (low !== null && low > 0) || (high !== null && high < 0);

const STEPS = [-1, -0.5, -1 / 3, -0.25, -0.2, 0, 0.1 + 0.2, 0.2, 1 / 3, 0.5, 2 / 3, 1];
const clusters = fc.array(
  fc.record({
    sum: fc.oneof(
      fc.constantFrom(...STEPS),
      fc.integer({ min: -3e6, max: 3e6 }).map((i) => i / 1e6),
    ),
    size: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 10 },
);

describe('the randomization test by clusters', () => {
  it('has the p of all flips of whole clusters, and the mean over queries', () => {
    fc.assert(
      fc.property(clusters, (of) => {
        const [sums, sizes] = [of.map(({ sum }) => sum), of.map(({ size }) => size)];
        const { pValue, mean } = randomizationTest(sums, 1, { sizes });
        expect(pValue).toBeCloseTo(enumerated(sums, sizes), 12);
        expect(mean).toBeCloseTo(sums.reduce((a, b) => a + b, 0) / sizes.reduce((a, b) => a + b, 0), 12);
      }),
      { numRuns: 150 },
    );
  });

  it('has an interval whose ends are where the test turns, at any alpha', () => {
    const alphas = fc.constantFrom(0.01, 0.05, 0.1, 0.3);
    fc.assert(
      fc.property(clusters, alphas, (of, alpha) => {
        const [sums, sizes] = [of.map(({ sum }) => sum), of.map(({ size }) => size)];
        const { interval, pValue } = randomizationTest(sums, 1, { sizes, alpha });
        const p = (theta: number) => enumerated(sums, sizes, theta);
        for (const [end, outwards] of [
          [interval[0], -1],
          [interval[1], 1],
        ] as const) {
          if (end === null) expect(p(outwards * 1e6)).toBeGreaterThanOrEqual(alpha);
          else {
            expect(p(end + outwards * 1e-6)).toBeLessThan(alpha);
            expect(Math.max(p(end), p(end - outwards * 1e-9))).toBeGreaterThanOrEqual(alpha);
          }
        }
        expect(leavesOut0(interval)).toBe(pValue < alpha);
      }),
      { numRuns: 150 },
    );
  });

  it('of one query each is the test by queries, digit for digit, exact or sampled', () => {
    for (const length of [12, 40]) {
      const differences = Array.from({ length }, (_, i) => Math.sin(i * i) / 3 + 0.05);
      const sizes = differences.map(() => 1);
      expect(randomizationTest(differences, 3, { sizes })).toEqual(randomizationTest(differences, 3));
    }
  });

  it('is more careful than the test by queries where those of a cluster move together', () => {
    const moved = [1, 1, 1, 1, 1, 1];
    expect(randomizationTest(moved, 1).pValue).toBeCloseTo(2 / 64, 12);
    expect(randomizationTest([3, 3], 1, { sizes: [3, 3] }).pValue).toBeCloseTo(2 / 4, 12);
  });

  it('sampled, comes near the exact one', () => {
    const sums = [1.5, -0.5, 2, 0.25, 0.75, -1, 1, 0.5, 1.25, -0.25, 0.5, 0.75];
    const sizes = [3, 1, 4, 1, 2, 2, 3, 1, 2, 1, 1, 2];
    const exact = randomizationTest(sums, 1, { sizes });
    const flips = sampledFlips(sums, 5, { sizes });
    const p = flipsPValue(flips);
    expect(Math.abs(p - exact.pValue)).toBeLessThan(0.005);
    const [low, high] = invertFlips(flips, p, 0.05);
    expect(Math.abs(low! - exact.interval[0]!)).toBeLessThan(0.02);
    expect(Math.abs(high! - exact.interval[1]!)).toBeLessThan(0.02);
  });
});

/** Vectors of the shapes that metrics give: steps, continuous, mostly 0, and mixtures. */
function generated(i: number): readonly number[] {
  const words = randomWords(1000 + i);
  const uniform = () => words() / 2 ** 32;
  const shift = uniform() * 0.3;
  const kinds = [
    () => STEPS[Math.floor(uniform() * STEPS.length)]!,
    () => uniform() - 0.5 + shift,
    () => (uniform() < 0.6 ? 0 : Math.round((uniform() - 0.4) * 4) / 4),
    () => (uniform() < 0.5 ? 0 : uniform() - 0.3),
  ];
  return Array.from({ length: 1 + Math.floor(uniform() * 80) }, kinds[i % kinds.length]!);
}

describe('p below alpha exactly where the interval leaves out 0', () => {
  it('on 1,000 vectors of 1 to 80 queries, each sampled, and exact where it has few steps or few queries', () => {
    let [exact, rejected] = [0, 0];
    for (let i = 0; i < 1000; i++) {
      const differences = generated(i);
      const sampled = sampledFlips(differences, i, { resamples: 1999 });
      const feasible = i % 4 === 2 || differences.length < 15;
      for (const flips of [sampled, feasible ? exactFlips(differences) : null]) {
        if (flips === null) continue;
        const p = flipsPValue(flips);
        expect(leavesOut0(invertFlips(flips, p, 0.05)), `vector ${i}`).toBe(p < 0.05);
        if (flips.method === 'exact') exact++;
        if (p < 0.05) rejected++;
      }
    }
    expect(exact).toBeGreaterThan(300);
    expect(rejected).toBeGreaterThan(300);
  });

  it('on 30 of them with all 99,999 flips', () => {
    for (let i = 0; i < 30; i++) {
      const { pValue, interval } = randomizationTest(generated(i), i);
      expect(leavesOut0(interval), `vector ${i}`).toBe(pValue < 0.05);
    }
  });
});

describe('what makes it quick', () => {
  it('finds without a sort the value that a sort would find', () => {
    const value = fc.oneof(
      fc.constant(Number.NEGATIVE_INFINITY),
      fc.constantFrom(0, 1, 2),
      fc.double({ min: -1e3, max: 1, noNaN: true }).map((v) => v + 0),
    );
    const masses = fc.array(fc.tuple(value, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(masses, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (of, target) => {
        const whole = of.reduce((sum, [, weight]) => sum + weight, 0);
        const sorted = of.toSorted(([a], [b]) => a - b || 0);
        const upTo = (i: number) => sorted.slice(0, i + 1).reduce((sum, [, weight]) => sum + weight, 0);
        const found = sorted.find((_, i) => upTo(i) / whole >= target)!;
        const [values, weights] = [of.map(([v]) => v), of.map(([, w]) => w)];
        const ours = lowestReaching(Float64Array.from(values), Float64Array.from(weights), {
          start: 0,
          target,
          whole,
        });
        expect(ours).toBe(found[0]);
      }),
    );
  });

  it('makes the words of the generator in bulk, the same ones in the same order', () => {
    const [one, bulk] = [randomWords(42), wordBuffer(42)];
    for (let round = 0; round < 2; round++) {
      expect([...bulk.words]).toEqual(Array.from(bulk.words, one));
      bulk.refill();
    }
  });
});

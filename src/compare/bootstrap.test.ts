import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedJson } from '../../test/shared-data.js';
import { bootstrapMean } from '../measure/interval.js';
import { randomWords } from '../measure/random.js';
import { aliasTable } from './alias-table.js';
import { pairedBootstrap } from './bootstrap.js';
import { exactSums } from './exact-bootstrap.js';
import { poisson, poissonAtoms } from './poisson-atoms.js';
import { resampledSums } from './resampled-sums.js';

const uniform = (seed: number) => {
  const words = randomWords(seed);
  return () => words() / 2 ** 32;
};
const few = (n: number, u = uniform(3)) => Array.from({ length: n }, () => Math.round((u() - 0.4) * 3) / 4);
const manyValued = (n: number, u = uniform(4)) => Array.from({ length: n }, () => u() - 0.45);

describe('the exact bootstrap', () => {
  it('has the distribution of all n^n resamples', () => {
    const steps = fc.constantFrom(-0.5, -1 / 3, 0, 0.1 + 0.2, 0.3, 1);
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 5 }), (values) => {
        const n = values.length;
        const { sums, weights } = exactSums(values)!;
        const shareUpTo = (sum: number) =>
          Array.from(sums).reduce((mass, s, i) => mass + (s <= sum + 1e-9 ? weights[i]! : 0), 0);
        const all = Array.from({ length: n ** n }, (_, code) =>
          Array.from({ length: n }, (_, i) => values[Math.floor(code / n ** i) % n]!).reduce(
            (a, b) => a + b,
            0,
          ),
        );
        for (const sum of all.slice(0, 50))
          expect(shareUpTo(sum)).toBeCloseTo(all.filter((s) => s <= sum + 1e-9).length / all.length, 12);
      }),
      { numRuns: 40 },
    );
  });

  it('is left for the sampled one where it would be long', () => {
    expect(exactSums(manyValued(40))).toBeNull();
    expect(pairedBootstrap(manyValued(40)).method).toBe('monte-carlo');
    expect(pairedBootstrap(few(75)).method).toBe('exact');
  });
});

describe('the sampled bootstrap', () => {
  it('comes near the exact one', () => {
    const differences = few(80);
    const exact = pairedBootstrap(differences);
    const sampled = pairedBootstrap(differences, { method: 'monte-carlo', resamples: 200_000 });
    expect([exact.method, sampled.method]).toEqual(['exact', 'monte-carlo']);
    for (const name of ['percentile', 'bca'] as const)
      for (const i of [0, 1]) expect(Math.abs(sampled[name]![i]! - exact[name]![i]!)).toBeLessThan(0.005);
  });

  it.each([
    ['few values', few(900)],
    ['all different', manyValued(900)],
    ['a few rows', manyValued(20)],
    ['one row alone and the rest alike', [5, ...new Array<number>(499).fill(0.25)]],
  ])('has the mean, variance, skewness and range of draws one by one: %s', (_, values) => {
    const n = values.length;
    const resamples = 100_000;
    const sums = resampledSums(values, resamples, 9);
    const mean = values.reduce((a, b) => a + b, 0) / n;
    const central = (of: ArrayLike<number>, about: number, k: number) =>
      Array.from(of).reduce((sum, value) => sum + (value - about) ** k, 0) / of.length;
    const variance = n * central(values, mean, 2);
    const sd = Math.sqrt(variance);
    const skewness = (n * central(values, mean, 3)) / sd ** 3;
    const average = central(sums, 0, 1);
    expect(Math.abs(average - n * mean)).toBeLessThan((4 * sd) / Math.sqrt(resamples));
    expect(Math.abs(central(sums, n * mean, 2) / variance - 1)).toBeLessThan(0.025);
    expect(Math.abs(central(sums, n * mean, 3) / sd ** 3 - skewness)).toBeLessThan(0.05);
  });

  it('draws a row as often as Binomial(n, 1/n) says, and none too many', () => {
    const n = 300;
    const resamples = 100_000;
    const sums = resampledSums([1, ...new Array<number>(n - 1).fill(0)], resamples, 4);
    for (let k = 0, mass = (1 - 1 / n) ** n; k < 6; k++) {
      const share = sums.filter((sum) => sum === k).length / resamples;
      expect(Math.abs(share - mass)).toBeLessThan(4 * Math.sqrt(mass / resamples) + 1e-5);
      mass *= (n - k) / (k + 1) / (n - 1);
    }
    expect(new Set(resampledSums(new Array<number>(n).fill(1), 5000, 4))).toEqual(new Set([n]));
  });

  it('gives the same digits for the same seed, and the same first ones however many follow', () => {
    for (const values of [few(700), manyValued(700)]) {
      const long = resampledSums(values, 3000, 7);
      expect(resampledSums(values, 3000, 7)).toEqual(long);
      expect(resampledSums(values, 2000, 7)).toEqual(long.slice(0, 2000));
      expect(resampledSums(values, 3000, 8)).not.toEqual(long);
    }
  });

  it('stands where the plain loop does', () => {
    const values = manyValued(400);
    const [low, high] = bootstrapMean(values);
    const { percentile } = pairedBootstrap(values);
    expect(Math.abs(percentile[0] - low)).toBeLessThan(0.002);
    expect(Math.abs(percentile[1] - high)).toBeLessThan(0.002);
  });
});

describe('without spread', () => {
  it('the interval is the mean itself, and BCa gives none', () => {
    const gains = new Array<number>(12).fill(0.1);
    const { percentile, bca } = pairedBootstrap(gains);
    expect(percentile).toEqual([expect.closeTo(0.1, 12), expect.closeTo(0.1, 12)]);
    expect(bca).toBeNull();
    expect(pairedBootstrap([0.25])).toMatchObject({ percentile: [0.25, 0.25], bca: null });
  });
});

describe('what the sampling stands on', () => {
  it('picks from an alias table with the weights that it was given', () => {
    const weights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(weights, (of) => {
        const whole = of.reduce((a, b) => a + b, 0);
        if (whole < 1e-3) return;
        const { bits, keep, border, alias } = aliasTable(of);
        const found = new Float64Array(2 ** bits);
        for (let cell = 0; cell < 2 ** bits; cell++) {
          const kept = (keep[cell]! + border[cell]! / 2 ** 32) / 2 ** (32 - bits);
          found[cell]! += kept / 2 ** bits;
          found[alias[cell]!]! += (1 - kept) / 2 ** bits;
        }
        found.forEach((share, i) => {
          expect(share).toBeCloseTo((of[i] ?? 0) / whole, 13);
        });
      }),
    );
  });

  it('knows Poisson masses, and lets three values that one row each has share a table', () => {
    const { first, masses } = poisson(0.97);
    for (let k = 0, mass = Math.exp(-0.97); k < 8; k++, mass *= 0.97 / k)
      expect(masses[k]).toBeCloseTo(mass, 14);
    expect(first).toBe(0);
    expect(poisson(1950).masses.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    const alone = Array.from({ length: 300 }, (_, value) => ({ value, multiplicity: 1 }));
    expect([...poissonAtoms(alone, 0.95)].length).toBe(100);
  });
});

type Vector = {
  readonly deltas: readonly number[];
  readonly bootstrap_percentile_95?: readonly [number, number];
  readonly bootstrap_bca_95?: readonly [number, number];
};

describe.skipIf(!hasSharedData)('values by convolution in another tool', () => {
  const expected = hasSharedData
    ? sharedJson<Record<string, Vector>>('expected', 'paired-statistics.json')
    : {};
  const vectors = Object.entries(expected).filter(([, of]) => of.bootstrap_bca_95 !== undefined);

  test.each(vectors)('%s', (_, { deltas, bootstrap_percentile_95, bootstrap_bca_95 }) => {
    const sampled = pairedBootstrap(deltas, { method: 'monte-carlo', resamples: 200_000 });
    const exact = pairedBootstrap(deltas);
    expect(exact.method).toBe('exact');
    for (const i of [0, 1] as const) {
      expect(exact.percentile[i]).toBeCloseTo(bootstrap_percentile_95![i], 9);
      expect(exact.bca![i]).toBeCloseTo(bootstrap_bca_95![i], 9);
      expect(Math.abs(sampled.percentile[i] - bootstrap_percentile_95![i])).toBeLessThan(0.01);
      expect(Math.abs(sampled.bca![i] - bootstrap_bca_95![i])).toBeLessThan(0.01);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dl19Values } from '../../test/dl19.js';
import { hasSharedData, sharedJson } from '../../test/shared-data.js';
import { effectSize } from './effect-size.js';
import { pairedT } from './paired-t.js';
import { signTest } from './sign-test.js';
import { normalCdf, normalQuantile, studentTwoSided } from './special-functions.js';
import { wilcoxon } from './wilcoxon.js';

/** Area by Simpson's rule, the slow way. */
function area(density: (x: number) => number, from: number, to: number, steps = 200_000): number {
  const h = (to - from) / steps;
  let sum = density(from) + density(to);
  for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * density(from + i * h);
  return (sum * h) / 3;
}

describe('the distributions', () => {
  it("have Student's t tails that are the area under its density", () => {
    for (const [freedom, t] of [
      [1, 0.5],
      [2, 3],
      [9, 2.262],
      [42, 0.9],
      [42, 5.2],
    ] as const) {
      const shape = (x: number) => (1 + (x * x) / freedom) ** (-(freedom + 1) / 2);
      // x = s / (1 - s) maps all above 0 to 0..1.
      const whole = area((s) => (s === 1 ? 0 : shape(s / (1 - s)) / (1 - s) ** 2), 0, 1 - 1e-9);
      const inside = area(shape, 0, t);
      expect(studentTwoSided(t, freedom)).toBeCloseTo(1 - inside / whole, freedom === 1 ? 7 : 9);
    }
  });

  it('know the closed forms of one and two degrees of freedom', () => {
    for (const t of [0, 0.01, 1, 3, 100]) {
      expect(studentTwoSided(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 13);
      expect(studentTwoSided(-t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 13);
    }
  });

  it('have normal tails that are the area under the curve, and quantiles that go back', () => {
    for (const z of [-6, -2.99, -1.96, -0.3, 0, 1, 3.01, 5]) {
      const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
      expect(normalCdf(z)).toBeCloseTo(area(density, -12, z), 12);
      expect(normalQuantile(normalCdf(z))).toBeCloseTo(z, 9);
    }
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect(normalQuantile(0.8)).toBeCloseTo(0.8416212335729143, 14);
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('the t test and the effect size', () => {
  it('are tied: t is the effect size by the root of n', () => {
    const differences = [0.5, -0.25, 0.125, 1, 0];
    expect(pairedT(differences)!.t).toBeCloseTo(effectSize(differences)! * Math.sqrt(5), 12);
  });

  it('say nothing of one difference, and nothing of equal gains, which have no spread', () => {
    expect([pairedT([0.25]), effectSize([0.25])]).toEqual([null, null]);
    const gains = Array.from({ length: 12 }, () => 0.1);
    expect([pairedT(gains), effectSize(gains)]).toEqual([{ t: null, pValue: null, freedom: 11 }, null]);
    expect(pairedT([0, 0, 0])).toEqual({ t: null, pValue: 1, freedom: 2 });
  });
});

describe('the signed-rank test', () => {
  it('has the mean and variance of the rank sum over all sign flips', () => {
    const steps = fc.constantFrom(-1, -0.5, -1 / 3, 0, 0.1 + 0.2, 0.3, 1 / 3, 0.5, 1);
    fc.assert(
      fc.property(fc.array(steps, { minLength: 2, maxLength: 9 }), (differences) => {
        const sizes = differences.map(Math.abs).filter((size) => size > 1e-9);
        if (sizes.length === 0) {
          expect(wilcoxon(differences)).toBeNull();
          return;
        }
        const rank = (size: number) =>
          sizes.filter((other) => other < size - 1e-9).length +
          (sizes.filter((other) => Math.abs(other - size) <= 1e-9).length + 1) / 2;
        const sums = Array.from({ length: 2 ** sizes.length }, (_, flips) =>
          sizes.reduce((sum, size, i) => sum + ((flips >> i) & 1 ? rank(size) : 0), 0),
        );
        const mean = sums.reduce((a, b) => a + b, 0) / sums.length;
        const sd = Math.sqrt(sums.reduce((a, b) => a + (b - mean) ** 2, 0) / sums.length);
        const { w, z } = wilcoxon(differences)!;
        const plus = differences.reduce((sum, d) => sum + (d > 1e-9 ? rank(d) : 0), 0);
        expect(w).toBeCloseTo(Math.min(plus, 2 * mean - plus), 9);
        expect(z).toBeCloseTo((w - mean) / sd, 9);
      }),
      { numRuns: 60 },
    );
  });
});

describe.skipIf(!hasSharedData)('values of scipy 1.10 on vectors of differences', () => {
  type Vector = {
    readonly deltas: readonly number[];
    readonly paired_t?: number;
    readonly paired_t_p?: number;
  };
  const expected = hasSharedData
    ? sharedJson<Record<string, Vector>>('expected', 'paired-statistics.json')
    : {};
  const vectors = Object.entries(expected).filter(([, { paired_t }]) => paired_t !== undefined);

  test.each(vectors)('paired t of %s', (_, vector) => {
    const { t, pValue } = pairedT(vector.deltas)!;
    expect(t).toBeCloseTo(vector.paired_t!, 12);
    expect(pValue).toBeCloseTo(vector.paired_t_p!, 12);
  });
});

type Pair = {
  readonly metric: string;
  readonly a: string;
  readonly b: string;
  readonly n: number;
  readonly mean_a: number;
  readonly mean_b: number;
  readonly mean_diff: number;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly t: number;
  readonly t_p: number;
  readonly wilcoxon_w: number;
  readonly wilcoxon_p: number;
  readonly sign_p: number;
};
const OURS: Readonly<Record<string, string>> = {
  ndcg_cut_10: 'ndcg@10',
  recall_10: 'recall@10',
  recip_rank: 'mrr',
};

describe.skipIf(!hasSharedData)('values of scipy 1.10 on pairs of real systems', () => {
  const pairs = hasSharedData ? sharedJson<readonly Pair[]>('expected', 'dl19.paired.json') : [];
  const valuesOf = new Map<string, readonly number[]>();
  const values = (system: string, name: string) => {
    const key = `${system} ${name}`;
    if (!valuesOf.has(key)) valuesOf.set(key, dl19Values(system, OURS[name] ?? name));
    return valuesOf.get(key)!;
  };

  it('are of 45 pairs', () => expect(pairs.length).toBe(45));

  test.each(pairs.map((pair) => [pair.metric, pair.a, pair.b, pair] as const))(
    '%s: %s, %s',
    (name, ...of) => {
      const [a, b, expected] = [values(of[0], name), values(of[1], name), of[2]];
      // The expected values are of differences rounded to 1e-9; unrounded ones would differ by as much.
      const differences = a.map((value, i) => Math.round((b[i]! - value) * 1e9) / 1e9);
      const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
      const near = (ours: number, theirs: number) =>
        expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(theirs), 1e-3));
      const better = differences.filter((d) => d > 1e-9).length;
      const worse = differences.filter((d) => d < -1e-9).length;
      expect([differences.length, better, worse]).toEqual([expected.n, expected.better, expected.worse]);
      near(mean(a), expected.mean_a);
      near(mean(b), expected.mean_b);
      near(mean(differences), expected.mean_diff);
      const t = pairedT(differences)!;
      near(t.t!, expected.t);
      near(t.pValue!, expected.t_p);
      const signedRank = wilcoxon(differences)!;
      expect(signedRank.w).toBe(expected.wilcoxon_w);
      near(signedRank.pValue, expected.wilcoxon_p);
      near(signTest(better, worse), expected.sign_p);
    },
  );
});

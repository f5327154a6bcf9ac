import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedJson } from '../../test/shared-data.js';
import { benjaminiHochberg, holm, sidak } from './corrections.js';

const pValues = fc.array(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.01, 1)), {
  minLength: 1,
  maxLength: 8,
});

describe('corrections for several comparisons', () => {
  it("Holm's is, for each, the largest (m - k) p of those with k smaller ones, of it and those below it", () => {
    fc.assert(
      fc.property(pValues, (p) => {
        const naive = p.map((own) =>
          Math.min(
            1,
            Math.max(
              ...p
                .filter((other) => other <= own)
                .map((other) => (p.length - p.filter((q) => q < other).length) * other),
            ),
          ),
        );
        holm(p).forEach((value, i) => {
          expect(value).toBeCloseTo(naive[i]!, 12);
        });
      }),
    );
  });

  it("Benjamini and Hochberg's is, for each, the smallest m / rank · p of it and those above it", () => {
    fc.assert(
      fc.property(pValues, (p) => {
        const raised = (q: number) => (q * p.length) / p.filter((other) => other <= q).length;
        const naive = p.map((own) => Math.min(1, ...p.filter((q) => q >= own).map(raised)));
        benjaminiHochberg(p).forEach((value, i) => {
          expect(value).toBeCloseTo(naive[i]!, 12);
        });
      }),
    );
  });

  it("Benjamini and Hochberg's calls different, at each level, those that the step-up rule does", () => {
    const p = [0.001, 0.012, 0.014, 0.2, 0.03, 0.9];
    for (const level of [0.004, 0.02, 0.025, 0.05, 0.1, 0.5]) {
      const sorted = p.toSorted((a, b) => a - b);
      const last = sorted.findLastIndex((q, i) => q <= ((i + 1) / p.length) * level);
      const called = p.map((q) => last >= 0 && q <= sorted[last]!);
      expect(benjaminiHochberg(p).map((value) => value <= level)).toEqual(called);
    }
  });

  it("Šidák's keeps the digits of small p and is 1 at 1", () => {
    const [small, half, one] = sidak([1e-18, 0.5, 1]);
    expect(small! / 3e-18).toBeCloseTo(1, 12);
    expect([half, one]).toEqual([0.875, 1]);
  });

  it('leave one comparison as it is, and none none', () => {
    for (const correct of [holm, benjaminiHochberg])
      expect([correct([0.03]), correct([])]).toEqual([[0.03], []]);
    expect(sidak([0.03])[0]).toBeCloseTo(0.03, 15);
  });
});

type Adjusted = { readonly p: readonly number[]; readonly adjusted: readonly number[] };

describe.skipIf(!hasSharedData)('values of a trusted tool', () => {
  const expected = hasSharedData
    ? sharedJson<Record<string, Adjusted>>('expected', 'paired-statistics.json')
    : {};

  test.each([
    ['holm', holm],
    ['benjamini_hochberg', benjaminiHochberg],
  ] as const)('%s', (name, correct) => {
    const { p, adjusted } = expected[name]!;
    correct(p).forEach((value, i) => {
      expect(Math.abs(value - adjusted[i]!)).toBeLessThan(1e-12);
    });
  });
});

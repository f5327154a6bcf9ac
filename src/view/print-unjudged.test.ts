import { describe, expect, it } from 'vitest';
import { caseOf } from '../../test/examples.js';
import { compare } from '../compare/compare.js';
import { compareAll } from '../compare/compare-all.js';
import { madeRun } from '../compare/made-run.contract.js';
import type { Tried } from '../compare/rows-at-extremes.js';
import { unjudgedBetween } from '../judge/unjudged-between.js';
import type { Label } from '../types.js';
import { unjudgedInRun, unjudgedLines } from './print-unjudged.js';

const made = (name: string, pages: readonly string[], more: readonly Label[] = [], metric = 'recall@1') => {
  const cases = Array.from({ length: 6 }, (_, i) => {
    const item = caseOf(`q${i}`, ['y']);
    return { ...item, labels: [...item.labels, ...more] };
  });
  return madeRun({ name, cases, rankings: cases.map(() => pages), metrics: [metric], k: 1, depth: 3 });
};
const [a, b] = [made('old', ['x']), made('new', ['y'])];

describe('what nobody judged', () => {
  it('stands under the numbers of a run', () => {
    expect(unjudgedInRun(a)).toEqual([
      'judged@1 0.000: 6 of 6 pages within k = 1 have no label and count as not relevant',
    ]);
    expect(unjudgedInRun(b)).toEqual([]);
  });

  it('is said of both runs, with what it could do to the verdict and what to judge first', () => {
    const comparison = compare(a, b);
    expect(unjudgedLines(comparison, null)).toEqual([
      'unjudged, counted as not relevant: old 6 of 6 pages within k = 1 (100 %, judged@1 0.000) · new 0 of 6 pages within k = 1 (0 %)',
    ]);
    const between = unjudgedBetween(a, b, comparison, { first: 2 });
    expect(unjudgedLines(comparison, between)).toEqual([
      'unjudged, counted as not relevant: old 6 of 6 pages within k = 1 (100 %, judged@1 0.000) · new 0 of 6 pages within k = 1 (0 %)',
      'as labelled +1.000 BETTER; with the unjudged labelled as is best for old 0.000 IDENTICAL; with the unjudged labelled as is best for new +1.000 BETTER: the verdict COULD change',
      expect.stringMatching(
        /^judge these 2 first: q\d × x, q\d × x \(rlab pool --active old,new --metric [\w@]+ puts such pages before judges\)$/,
      ),
    ]);
    expect(unjudgedLines(comparison, unjudgedBetween(a, b, comparison, { first: 1 }))[2]).toMatch(
      /^judge this one first: q\d × x \(/,
    );
    const named = { ...comparison, runB: { ...comparison.runB, name: "b's new" } };
    expect(unjudgedLines(named, unjudgedBetween(a, b, comparison))[2]).toContain(
      `(rlab pool --active 'old,b'\\''s new' --metric recall@1 puts`,
    );
  });

  it('is not mentioned where all is judged', () => {
    const zero = [{ doc: 'x', grade: 0 }];
    const [c, d] = [made('old', ['x'], zero), made('new', ['y'], zero)];
    const comparison = compare(c, d);
    expect(unjudgedBetween(c, d, comparison)).toBeNull();
    expect(unjudgedLines(comparison, null)).toEqual([]);
  });

  it('names nothing to judge where nothing could change', () => {
    const labels = [{ doc: 'x', grade: 0 }];
    const [c, d] = [made('old', ['x', 'z'], labels, 'mrr@1'), made('new', ['y', 'w'], labels, 'mrr@1')];
    const comparison = compare(c, d, 'mrr');
    const between = unjudgedBetween(c, d, comparison)!;
    expect(unjudgedLines(comparison, between)).toEqual([
      'unjudged, counted as not relevant: old 6 of 12 pages within k = 3 (50 %, judged@3 0.500) · new 6 of 12 pages within k = 3 (50 %, judged@3 0.500)',
      'as labelled +1.000 BETTER; with the unjudged labelled as is best for old +0.500 BETTER; with the unjudged labelled as is best for new +1.000 BETTER: the verdict could not change',
    ]);
    expect(between.judgeFirst).toEqual([]);
  });

  it('names a page that both show at other ranks, where its label would turn the verdict', () => {
    const [c, d] = [made('old', ['x', 'y'], [], 'mrr'), made('new', ['y', 'x'], [], 'mrr')];
    const comparison = compare(c, d, 'mrr');
    const lines = unjudgedLines(comparison, unjudgedBetween(c, d, comparison, { first: 1 }));
    expect(lines[1]).toBe(
      'as labelled +0.500 BETTER; with the unjudged labelled as is best for old 0.000 IDENTICAL; with the unjudged labelled as is best for new +0.500 BETTER: the verdict COULD change',
    );
    expect(lines[2]).toMatch(/^judge this one first: q\d × x \(/);
  });

  it('claims no more than was tried', () => {
    const comparison = compare(a, b);
    const [pages, same] = [
      unjudgedBetween(a, b, comparison)!.pages,
      { delta: 1, verdict: 'better' } as const,
    ];
    const lineOf = (tried: Tried, verdictCouldChange: boolean | null) => {
      const ends = { asLabelled: same, forA: same, forB: same };
      const extremes = { ...ends, tried, verdictCouldChange, signCouldChange: false };
      return unjudgedLines(comparison, { pages, extremes, judgeFirst: [] })[1]!.split(': ')[1];
    };
    expect(lineOf('all', false)).toBe('the verdict could not change');
    expect(lineOf('search', false)).toBe('no labels were found that change the verdict');
    expect(lineOf('one side', false)).toBe(
      'neither of the two changes the verdict; other labels were not tried, nor any of what both show',
    );
    expect(lineOf('one side', null)).toBe(
      'neither of the two changes the sign (more queries than the verdict is made again for); other labels were not tried, nor any of what both show',
    );
  });

  it('is told of a pair alone where several are corrected together, and why where it cannot be told', () => {
    const [comparison] = compareAll([a], [b, made('other', ['z'])]);
    expect(unjudgedLines(comparison!, unjudgedBetween(a, b, comparison!))[1]).toMatch(
      /^of this pair alone, as labelled \+1\.000 BETTER; /,
    );
    const bare = { ...b, results: b.results.map((result) => ({ ...result, hits: [] })) };
    expect(unjudgedLines(comparison!, unjudgedBetween(a, bare, comparison!))[1]).toBe(
      'what they could change cannot be told: the hits of new were not read',
    );
  });
});

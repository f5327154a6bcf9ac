import { describe, expect, it } from 'vitest';
import { compare } from '../compare/compare.js';
import { compareAll } from '../compare/compare-all.js';
import type { Comparison, Figure, Run } from '../types.js';
import { differences } from './differences.js';
import { allFailed, crowd, exampleComparison, examplePages, exampleSections } from './example.contract.js';
import { expectGolden } from './golden.contract.js';

type Trace = { x: number[]; marker: { symbol: string | string[]; color: string | string[] } };

const text = (figure: Figure) => JSON.stringify(figure.layout);
const marks = (figure: Figure) => (figure.data as unknown as Trace[]).at(-1)!;
const named = (run: Run, name: string): Run => ({ ...run, id: name, name });

const crowded = crowd(['a', 'b', 'c', 'd', 'e'], 60, ['semantic', 'exact_term']);
const comparisons = compareAll([crowded[0]!], crowded.slice(1), 'mrr@10');

describe('differences', () => {
  const figure = differences(comparisons);

  it('are drawn like this', () => {
    expectGolden('differences.json', `${JSON.stringify(figure, null, 2)}\n`);
  });

  it('stand best first, each with its verdict in words and its n', () => {
    const deltas = figure.table.rows.map((row) => row[6] as number);
    expect(deltas).toEqual([...deltas].sort((a, b) => b - a));
    expect(marks(figure).x).toEqual(deltas);
    expect(figure.alt).toMatch(
      /^Dot plot, mrr@10: difference from a \(n = 60 pairs\)\. b \+0\.\d{3} better, n = 60; /,
    );
    expect(text(figure)).toMatch(/"text":"\+0\.\d{3} better, n = 60"/);
  });

  it('are told apart by shape, and those that are identical by words', () => {
    expect(figure.alt).toContain('e identical on all 60.');
    const looks = new Set(figure.table.rows.map((row, i) => `${row[10]} ${marks(figure).marker.symbol[i]}`));
    expect([...looks]).toEqual(['better triangle-up', 'identical diamond-open']);
    const worse = differences([compare(crowded[1]!, crowded[0]!, 'mrr@10')]);
    expect(marks(worse).marker.symbol).toEqual(['triangle-down']);
  });

  it('have the intervals of their comparison, and say how these were corrected', () => {
    const [low, high] = comparisons[0]!.interval!;
    expect(figure.table.rows.find((row) => row[1] === 'b')?.slice(7, 9)).toEqual([low, high]);
    expect((figure.data[0] as unknown as Trace).x).toEqual([low, high]);
    expect(text(figure)).toContain('95 % interval, corrected for 4 comparisons together (max-T)');
    expect(text(differences([exampleComparison]))).toContain('95 % interval, of this comparison alone');
  });

  it('go on as arrows where the data do not bound an interval', () => {
    const open: Comparison = { ...exampleComparison, interval: [null, 0.3] };
    const arrows = (differences([open]).data as unknown as Trace[]).at(-2)!;
    expect(arrows.marker.symbol).toEqual(['triangle-left']);
    expect(text(differences([open]))).toContain('Arrows: an end that the data do not bound.');
    expect(differences([open]).table.rows[0]?.slice(7, 9)).toEqual([null, 0.3]);
  });

  it('stand in groups where there are several baselines', () => {
    const two = differences(compareAll(crowded.slice(0, 2), crowded.slice(2), 'mrr@10'));
    expect(two.title).toBe('mrr@10: difference from each of 2 baselines (n = 60 pairs)');
    expect(text(two)).toContain('<b>less a</b>');
    expect(two.table.rows.map((row) => row[0])).toEqual(['a', 'a', 'a', 'b', 'b', 'b']);
  });

  it('say what failed, also again as 0', () => {
    const failed = differences([exampleComparison]);
    expect(failed.alt).toContain("sections −0.036 can't tell, n = 14, 1 failed");
    expect(text(failed)).toContain('With failures as 0: sections −0.100. A verdict needs both to agree.');
  });

  it('have no mark where no pair was answered', () => {
    const none = differences([compare(examplePages, allFailed(exampleSections), 'recall@5')]);
    expect(marks(none).x).toEqual([]);
    expect(none.alt).toContain('sections, down no pair was answered, n = 0, 15 failed, too few');
  });

  it('are grey for fewer than 10 pairs', () => {
    const few = (run: Run): Run => ({
      ...run,
      cases: run.cases.slice(0, 4),
      results: run.results.slice(0, 4),
    });
    const small = differences([compare(few(examplePages), named(few(exampleSections), 'b'), 'mrr@10')]);
    expect(marks(small).marker.color).toEqual(['#b6bcc4']);
    expect(small.alt).toContain('n = 4, too few');
  });

  it('refuses none, and such as are not alike, in a sentence', () => {
    expect(() => differences([])).toThrow(
      'differences: there are no comparisons, wanted at least one; pass some, as from compareAll',
    );
    expect(() => differences([exampleComparison, comparisons[0]!])).toThrow(
      'differences: "sections" is compared on recall@5 and "b" on mrr@10, wanted the same; take them apart',
    );
    expect(() => differences([exampleComparison, { ...exampleComparison, casesVersion: 'x' }])).toThrow(
      'differences: "sections" is compared over 15 cases · sha1 01234567 and "sections" over x, wanted the same; take them apart',
    );
  });
});

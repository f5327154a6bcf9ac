import { describe, expect, it } from 'vitest';
import type { Run } from '../types.js';
import { examplePages, exampleSections } from './example.contract.js';
import { expectGolden } from './golden.contract.js';
import { recallAtK } from './recall-at-k.js';

type Line = { name: string; y: number[]; line: { color: string; dash: string }; marker?: { symbol: string } };

describe('recall at k', () => {
  const figure = recallAtK([examplePages, exampleSections]);
  const lines = (runs: readonly Run[]) => recallAtK(runs).data as unknown as Line[];

  it('is drawn like this', () => {
    expectGolden('recall-at-k.json', `${JSON.stringify(figure, null, 2)}\n`);
  });

  it('never falls, and agrees with the metric of the run at its k', () => {
    const [, pages, sections] = lines([examplePages, exampleSections]);
    expect(pages!.y).toEqual([...pages!.y].sort((a, b) => a - b));
    expect(pages!.y[4]).toBeCloseTo(0.8, 12);
    expect(sections!.y[4]).toBeCloseTo(0.75, 12);
  });

  it('gives each run a colour, a dash and a marker of its own', () => {
    const looks = lines([examplePages, exampleSections])
      .slice(1)
      .map(({ line, marker }) => [line.color, line.dash, marker?.symbol]);
    expect(looks).toEqual([
      ['#0072B2', 'solid', 'circle'],
      ['#E69F00', 'dash', 'square'],
    ]);
  });

  it('marks the k of the runs, each by name where they differ', () => {
    expect(JSON.stringify(figure.layout['annotations'])).toContain('k = 5, as in the runs');
    const other = recallAtK([examplePages, { ...exampleSections, k: 3 }]);
    expect((other.layout['shapes'] as { x0: number }[]).map((shape) => shape.x0)).toEqual([3, 5]);
    expect(JSON.stringify(other.layout['annotations'])).toContain('k = 3 (sections)');
  });

  it('counts the rankings that hold fewer than k pages', () => {
    expect(JSON.stringify(figure.layout)).toContain(
      'Some rankings hold fewer than 10 pages, so that recall at 10 is recall at fewer there: pages 15 of 15; sections ',
    );
    const results = examplePages.results.map((row, i) => (i < 2 ? { ...row, hits: [] } : row));
    expect(JSON.stringify(recallAtK([{ ...examplePages, results }]).layout)).toContain(
      'pages 15 of 15 (2 of them without any hit).',
    );
    expect(figure.table.rows[4]?.slice(0, 2)).toEqual(['pages', 5]);
    expect(figure.table.rows[4]?.[7]).toBe(10);
  });

  it('says n, and how many failed', () => {
    expect(figure.title).toBe('recall@k for k from 1 to 10 pages (n = 15 queries)');
    expect(JSON.stringify(figure.layout)).toContain(
      'sections: 1 of 15 queries failed and is left out (recall@5 0.750; with failures as 0 0.700).',
    );
  });

  it('draws the ceiling only where labels keep it below 1', () => {
    expect(lines([examplePages])[0]?.name).toBe('ceiling: the most that any ranking could reach');
    expect(lines([examplePages])[0]?.y[0]).toBeCloseTo(14 / 15, 12);
    const single: Run = {
      ...examplePages,
      cases: examplePages.cases.slice(0, 13),
      results: examplePages.results.slice(0, 13),
    };
    expect(lines([single]).map((line) => line.name)).toEqual(['pages']);
  });

  it('stops at the depth of the runs, and refuses to go past it', () => {
    expect(recallAtK([{ ...examplePages, depth: 7 }]).title).toContain('from 1 to 7 pages');
    expect(() => recallAtK([{ ...examplePages, depth: 7 }], { maxK: 8 })).toThrow(
      'recallAtK: maxK is 8, but run "pages" holds 7 chunks a query; lower maxK, or run it again with depth 8 or more',
    );
    expect(() => recallAtK([examplePages], { maxK: 0 })).toThrow(
      'recallAtK: maxK is 0, wanted a whole number of pages from 1',
    );
  });
});

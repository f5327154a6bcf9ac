import { describe, expect, it } from 'vitest';
import type { Figure, Run } from '../types.js';
import { allFailed, examplePages, exampleSections } from './example.contract.js';
import { firstRank } from './first-rank.js';
import { expectGolden } from './golden.contract.js';

type Trace = { type: string; y: number[]; marker: { color: string[]; pattern: { shape: string[] } } };

const bars = (figure: Figure) => (figure.data as unknown as Trace[]).filter(({ type }) => type === 'bar');
const names = (figure: Figure) => (figure.layout['xaxis'] as { ticktext: string[] }).ticktext;

/** A run whose first relevant page stands at this rank in each of its queries. */
function withRanks(ranks: readonly (number | null)[]): Run {
  const results = ranks.map((rank, i) => {
    const row = examplePages.results[i]!;
    return { ...row, ranks: Object.fromEntries(Object.keys(row.ranks).map((page) => [page, rank])) };
  });
  return { ...examplePages, results };
}

describe('the first rank', () => {
  const figure = firstRank([examplePages, exampleSections]);

  it('is drawn like this', () => {
    expectGolden('first-rank.json', `${JSON.stringify(figure, null, 2)}\n`);
  });

  it('counts each query once: by rank, or as not found, or as failed', () => {
    expect(names(figure)).toEqual(['1', '2', '3', '4', '5', '6–10', 'not found', 'failed']);
    expect(figure.table.rows).toEqual([
      ['pages', 15, 10, 1, 1, 0, 0, 3, 0, 0],
      ['sections', 15, 10, 0, 0, 1, 0, 2, 1, 1],
    ]);
    expect(bars(figure).map(({ y }) => y)).toEqual(figure.table.rows.map((row) => row.slice(2)));
  });

  it('agrees with counting ranks in the rankings themselves', () => {
    for (const [i, run] of [examplePages, exampleSections].entries()) {
      const first = run.results.map((row, at) => {
        const labels = run.cases[at]!.labels.map(({ doc }) => doc);
        return [...new Set(row.hits.map(({ docId }) => docId))].findIndex((doc) => labels.includes(doc));
      });
      expect(figure.table.rows[i]![2]).toBe(first.filter((rank) => rank === 0).length);
      expect(figure.table.rows[i]![7]).toBe(first.filter((rank) => rank >= 5).length);
    }
  });

  it('takes wider stretches further down, as far as any run found something', () => {
    const deep = firstRank([withRanks([1, 10, 11, 20, 21, 50, 51, 100, 101, 200, 201, null])]);
    expect(names(deep).slice(5)).toEqual([
      '6–10',
      '11–20',
      '21–50',
      '51–100',
      '101–200',
      '201–500',
      'not found',
      'failed',
    ]);
    expect(deep.table.rows[0]?.slice(2)).toEqual([1, 0, 0, 0, 0, 1, 2, 2, 2, 2, 1, 1, 0]);
    expect(names(firstRank([withRanks([1, 2])]))).toEqual(['1', '2', '3', '4', '5', 'not found', 'failed']);
  });

  it('tells what is no rank by hatching', () => {
    expect(bars(figure)[0]!.marker.pattern.shape).toEqual(['', '', '', '', '', '', '/', 'x']);
    const down = firstRank([allFailed(examplePages)]);
    expect(down.table.rows[0]?.at(-1)).toBe(15);
  });

  it('has a panel a run with its name and n, one below the other and as high as each other', () => {
    expect(JSON.stringify(figure.layout)).toContain('<b>sections</b> (n = 15)');
    const axes = ['yaxis', 'yaxis2'].map(
      (name) => figure.layout[name] as { domain: number[]; range: number[] },
    );
    expect(axes[0]!.domain[0]).toBeGreaterThan(axes[1]!.domain[1]!);
    expect(axes[0]!.range).toEqual(axes[1]!.range);
  });

  it('is grey for fewer than 10 queries', () => {
    const few = firstRank([withRanks([1, 2])]);
    expect(bars(few)[0]!.marker.color[0]).toBe('#b6bcc4');
    expect(JSON.stringify(few.layout)).toContain('(n = 2, too few to say much)');
  });

  it('counts queries that have nothing relevant apart', () => {
    const cases = examplePages.cases.map((item, i) =>
      i === 0 ? { ...item, labels: [{ doc: 'a.md', grade: 0 }] } : item,
    );
    const bare = firstRank([{ ...examplePages, cases }]);
    expect(names(bare).at(-1)).toBe('unlabelled');
    expect(bare.table.rows[0]?.at(-1)).toBe(1);
  });

  it('refuses runs that are not alike', () => {
    expect(() => firstRank([])).toThrow('firstRank: there are no runs, wanted at least one; pass some');
    expect(() => firstRank([examplePages, { ...exampleSections, casesVersion: 'x' }])).toThrow(
      'wanted the same',
    );
  });
});

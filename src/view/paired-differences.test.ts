import { describe, expect, it } from 'vitest';
import { compare } from '../compare/compare.js';
import type { Comparison, Figure } from '../types.js';
import { crowd, exampleComparison, examplePages } from './example.contract.js';
import { expectGolden } from './golden.contract.js';
import { pairedDifferences } from './paired-differences.js';

type Trace = {
  type: string;
  name?: string;
  x: number[];
  y: number[];
  marker: { color: string; symbol?: string };
};

const traces = (figure: Figure) => figure.data as unknown as Trace[];
const ids = (figure: Figure) => (figure.layout['xaxis'] as { ticktext: string[] }).ticktext;

describe('paired differences', () => {
  const figure = pairedDifferences(exampleComparison);

  it('are drawn like this', () => {
    expectGolden('paired-differences.json', `${JSON.stringify(figure, null, 2)}\n`);
  });

  it('have the verdict for a title', () => {
    expect(figure.title).toBe(exampleComparison.sentence);
    expect(figure.title).toContain('n = 14; 3 better, 4 worse, 7 same');
  });

  it('stand in order of change, with room for the unchanged ones between worse and better', () => {
    expect(ids(figure)).toEqual(['q04', 'q12', 'q13', 'q14', 'q03', 'q07', 'q10']);
    expect(
      traces(figure)
        .slice(0, 2)
        .map(({ x, y }) => [x, y]),
    ).toEqual([
      [
        [0, 1, 2, 3],
        [-1, -1, -1, -0.5],
      ],
      [
        [6, 7, 8],
        [1, 1, 1],
      ],
    ]);
    expect(JSON.stringify(figure.layout)).toContain('"text":"7 same"');
  });

  it('tell better from worse by direction, colour and pattern, and kinds by rows with their n', () => {
    expect(traces(figure).map(({ marker }) => [marker.color, marker.symbol])).toEqual([
      ['#D55E00', undefined],
      ['#0072B2', undefined],
      ['#D55E00', 'triangle-down'],
      ['#0072B2', 'triangle-up'],
    ]);
    expect(figure.layout['yaxis2']).toMatchObject({
      ticktext: ['exact_term n=3', 'multi_hop n=2', 'semantic n=9'],
    });
    expect(traces(figure)[2]?.y).toEqual([2, 0, 0, 1]);
  });

  it('name the failed ones, which have no bar', () => {
    expect(JSON.stringify(figure.layout)).toContain(
      'Failed in one run or both, so without a bar: q09 (semantic).',
    );
    expect(figure.table.rows[0]).toEqual(['q09', 'semantic', 'failed', 1, null, null]);
    expect(figure.table.rows.at(-1)).toEqual(['(7 queries)', null, 'same', null, null, 0]);
  });

  it('leave out ids that have no room, and say so', () => {
    const [a, b] = crowd(['a', 'b'], 400, ['semantic', 'exact_term']);
    const many = pairedDifferences(compare(a!, b!, 'mrr@10'));
    expect(traces(many)[0]!.x.length + traces(many)[1]!.x.length).toBeGreaterThan(40);
    expect(ids(many)).toEqual([]);
    expect(JSON.stringify(many.layout)).toContain('67 are too many to name here;');
  });

  it('are one gap where nothing changed', () => {
    const same = pairedDifferences(compare(examplePages, { ...examplePages, id: 'again', name: 'again' }));
    expect(traces(same).every(({ x }) => x.length === 0)).toBe(true);
    expect(JSON.stringify(same.layout)).toContain('"text":"15 same"');
  });

  it('have no gap where everything changed', () => {
    const moved: Comparison = {
      ...exampleComparison,
      same: 0,
      results: exampleComparison.results.filter((row) => row.status !== 'same'),
    };
    expect(traces(pairedDifferences(moved))[1]?.x).toEqual([4, 5, 6]);
    expect(JSON.stringify(pairedDifferences(moved).layout)).not.toContain('"text":"0 same"');
  });
});

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
    expect(JSON.stringify(many.layout).replaceAll('<br>', ' ')).toContain(
      'The 67 that changed are too many to name here.',
    );
  });

  it('are one gap where nothing changed', () => {
    const same = pairedDifferences(compare(examplePages, { ...examplePages, id: 'again', name: 'again' }));
    expect(traces(same).every(({ x }) => x.length === 0)).toBe(true);
    expect(JSON.stringify(same.layout)).toContain('"text":"15 same"');
    expect(same.layout['yaxis']).toMatchObject({ tickvals: [0], ticktext: ['0'] });
  });

  it('count the changes that are too small for a bar', () => {
    const notes = (deltas: readonly number[]) => {
      const results = deltas.map((delta, i) => ({
        ...exampleComparison.results[0]!,
        caseId: `c-${i}`,
        status: delta < 0 ? ('worse' as const) : ('better' as const),
        delta,
      }));
      return JSON.stringify(pairedDifferences({ ...exampleComparison, results }).layout).replaceAll(
        '<br>',
        ' ',
      );
    };
    expect(notes([-0.004, -0.009, 0.01, 0.8])).toContain(
      '2 changed by less than 0.01: too little for a bar to be seen.',
    );
    expect(notes([-0.004, 0.04])).not.toContain('too little');
    expect(notes([-0.0004, 0.04])).toContain('1 changed by less than 0.0005:');
  });

  it('name the run in the legend whole, however long it is, as far as the sheet is wide', () => {
    const name = 'recursive 200 · hybrid rrf 3 to 1 (bm25 + vector use-lite)';
    const named = (run: string) =>
      traces(
        pairedDifferences({ ...exampleComparison, runB: { ...exampleComparison.runB, name: run } }),
      )[0] as unknown as { name: string };
    expect(named(name).name).toBe(`worse with ${name}: 4`);
    expect(named('x'.repeat(400)).name).toMatch(/^worse with x+…: 4$/);
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

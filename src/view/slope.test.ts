import { describe, expect, it } from 'vitest';
import type { Figure } from '../types.js';
import { allFailed, crowd, examplePages, exampleSections } from './example.contract.js';
import { expectGolden } from './golden.contract.js';
import { slope } from './slope.js';

type Trace = {
  mode: string;
  name: string;
  y: (number | null)[];
  text: string[];
  line: { color: string; dash: string };
  marker: { symbol: string };
};

const traces = (figure: Figure) => figure.data as unknown as Trace[];
const lines = (figure: Figure) => traces(figure).filter(({ mode }) => mode !== 'text');
const labels = (figure: Figure) => traces(figure).filter(({ mode }) => mode === 'text');

describe('the slope graph', () => {
  const figure = slope(examplePages, exampleSections);

  it('is drawn like this', () => {
    expectGolden('slope.json', `${JSON.stringify(figure, null, 2)}\n`);
  });

  it('has a line for all queries and for each kind, from one run to the other', () => {
    expect(figure.title).toBe('recall@5 by kind, from pages to sections (n = 15 queries)');
    expect(lines(figure).map(({ name }) => name)).toEqual(['all', 'exact_term', 'multi_hop', 'semantic']);
    expect(lines(figure)[0]!.y[0]).toBeCloseTo(0.8, 12);
    expect(lines(figure)[0]!.y[1]).toBeCloseTo(0.75, 12);
  });

  it('says name, n and number at both ends, and which kinds are too small', () => {
    expect([...labels(figure)[0]!.text].sort()).toEqual([
      '<b>all n=15  0.800</b>',
      'exact_term n=3, too few  1.000',
      'multi_hop n=2, too few  1.000',
      'semantic n=10  0.700',
    ]);
    expect(labels(figure)[1]!.text).toContain('0.889  semantic n=10');
  });

  it('tells up from down by shape and colour, small kinds by grey and dots', () => {
    expect(lines(figure).map(({ line, marker }) => [line.color, line.dash, marker.symbol])).toEqual([
      ['#D55E00', 'solid', 'triangle-down'],
      ['#b6bcc4', 'dot', 'triangle-down'],
      ['#b6bcc4', 'dot', 'triangle-down'],
      ['#0072B2', 'solid', 'triangle-up'],
    ]);
  });

  it('keeps labels of equal values apart', () => {
    const kinds = Array.from({ length: 12 }, (_, i) => `kind ${i}`);
    const [a] = crowd(['a'], 130, kinds);
    const same = slope(a!, { ...a!, id: 'b', name: 'b' });
    const [low, high] = (same.layout['yaxis'] as { range: number[] }).range as [number, number];
    const { height, margin } = same.layout as unknown as { height: number; margin: { t: number; b: number } };
    const pixel = (high - low) / (height - margin.t - margin.b);
    for (const { y } of labels(same)) {
      const places = [...(y as number[])].sort((p, q) => p - q);
      places.slice(1).forEach((place, i) => {
        expect((place - places[i]!) / pixel).toBeGreaterThan(16);
      });
    }
  });

  it('has one end alone where a run answered nothing', () => {
    const down = slope(examplePages, allFailed(exampleSections));
    expect(labels(down).map(({ text }) => text.length)).toEqual([4, 0]);
    expect(JSON.stringify(down.layout)).toContain(
      'Without a line, since a run answered none of it: all, exact_term',
    );
    expect(down.table.rows[0]).toEqual(['all', 15, 15, expect.closeTo(0.8, 12), null, null]);
  });

  it('says how many queries failed, with both means', () => {
    expect(JSON.stringify(figure.layout)).toContain(
      'sections: 1 of 15 queries failed and is left out (recall@5 over all 0.750; with failures as 0 0.700).',
    );
  });

  it('refuses one run, and two that are not alike, in a sentence', () => {
    expect(() => slope(examplePages, undefined as never)).toThrow(
      'slope: there are fewer than two runs, wanted two; write slope(runA, runB)',
    );
    expect(() => slope(examplePages, { ...exampleSections, corpusVersion: 'x' })).toThrow('wanted the same');
    expect(() => slope(examplePages, exampleSections, { metric: 'mrr@1' })).toThrow('did you mean "mrr@10"?');
  });
});

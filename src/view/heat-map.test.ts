import { describe, expect, it } from 'vitest';
import type { Figure } from '../types.js';
import { allFailed, crowd, examplePages, exampleSections } from './example.contract.js';
import { expectGolden } from './golden.contract.js';
import { heatMap } from './heat-map.js';
import { luminance } from './shades.js';

type Trace = {
  type: string;
  x: number[];
  base: number[];
  text: string[];
  marker: { color: string | string[]; pattern?: object };
};

const tiles = (figure: Figure) => (figure.data as unknown as Trace[]).filter(({ type }) => type === 'bar');
const numbers = (figure: Figure) => (figure.data as unknown as Trace[]).at(-1)!.text;
const heads = (figure: Figure) => (figure.layout['xaxis'] as { ticktext: string[] }).ticktext;

describe('the heat map', () => {
  const figure = heatMap([examplePages, exampleSections]);

  it('is drawn like this', () => {
    expectGolden('heat-map.json', `${JSON.stringify(figure, null, 2)}\n`);
  });

  it('has a number in each cell, and n below each column', () => {
    expect(numbers(figure)).toEqual(['0.800', '0.750', '1.000', '0.333', '1.000', '0.750', '0.700', '0.889']);
    expect(heads(figure)).toEqual([
      'all<br>n=15',
      'exact_term<br>n=3, too few',
      'multi_hop<br>n=2, too few',
      'semantic<br>n=10',
    ]);
    expect(figure.table.rows[1]).toEqual(['sections', 'all', 15, expect.closeTo(0.75, 12)]);
    expect(figure.table.rows[2]?.slice(0, 3)).toEqual(['pages', 'exact_term (n < 10)', 3]);
  });

  it('is darker for more, and hatches without a shade what is too small', () => {
    const [shaded, hatched] = tiles(figure);
    const values = [0.8, 0.75, 0.7, 8 / 9];
    const byValue = values
      .map((value, i) => ({ value, light: luminance((shaded!.marker.color as string[])[i]!) }))
      .sort((a, b) => a.value - b.value);
    expect(byValue.map(({ light }) => light)).toEqual(
      byValue.map(({ light }) => light).sort((a, b) => b - a),
    );
    expect(hatched).toMatchObject({ x: [1, 1, 2, 2], marker: { color: '#ffffff', pattern: { shape: '/' } } });
  });

  it('does not make much of little: the shades span at least 0.2', () => {
    const same = heatMap([examplePages, { ...examplePages, id: 'b', name: 'b' }], { by: () => 'one' });
    expect(JSON.stringify(same.layout)).toContain('the darker the higher: from 0.700 (palest) to 0.900.');
  });

  it('takes another metric and other groups', () => {
    const by = heatMap([examplePages], { metric: 'mrr@10', by: (item) => String(item.fields['applies_to']) });
    expect(by.title).toBe('mrr@10 by slice (n = 15 queries)');
    expect(heads(by)).toEqual(['all<br>n=15', 'v4<br>n=7, too few', 'v5<br>n=8, too few']);
  });

  it('turns the names of narrow columns and keeps their n', () => {
    const many = heatMap(
      crowd(
        ['a'],
        200,
        Array.from({ length: 20 }, (_, i) => `a kind that has a long name, ${i}`),
      ),
    );
    expect(many.layout['xaxis']).toMatchObject({ tickangle: -90 });
    expect(heads(many)[1]).toMatch(/^a kind that has a lo.*… n=\d+$/);
  });

  it('shows a run that answered nothing as a dash', () => {
    const down = heatMap([examplePages, allFailed(exampleSections)]);
    expect(numbers(down)[1]).toBe('–');
    expect(JSON.stringify(down.layout)).toContain('A dash: no query was answered.');
  });

  it('refuses too many groups, and runs that are not alike, in a sentence', () => {
    const runs = crowd(['a'], 100, ['semantic']);
    expect(() => heatMap(runs, { by: (item) => item.id })).toThrow(
      'heatMap: there are 100 groups of cases (query-1, query-10, query-100, …), wanted at most 24; slice by something coarser',
    );
    expect(() => heatMap([])).toThrow('heatMap: there are no runs, wanted at least one; pass some');
    expect(() => heatMap([examplePages, { ...exampleSections, casesVersion: 'x' }])).toThrow(
      'wanted the same',
    );
  });
});

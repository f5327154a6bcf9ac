import { describe, expect, it } from 'vitest';
import type { Run } from '../types.js';
import { crowd, examplePages, exampleSections } from './example.contract.js';
import { expectGolden } from './golden.contract.js';
import { recallByKind } from './recall-by-kind.js';

type Trace = {
  type: string;
  name: string;
  x: number[];
  y: (number | null)[];
  marker: { color: string; pattern: { shape: string } };
};

const bars = (runs: readonly Run[]) =>
  recallByKind(runs).data.filter((trace) => (trace as { type: string }).type === 'bar') as unknown as Trace[];

describe('recall by kind', () => {
  const figure = recallByKind([examplePages, exampleSections]);

  it('is drawn like this', () => {
    expectGolden('recall-by-kind.json', `${JSON.stringify(figure, null, 2)}\n`);
  });

  it('says n in the title and under each group, and which groups are too small', () => {
    expect(figure.title).toBe('recall@5 by kind (n = 15 queries)');
    expect((figure.layout['xaxis'] as { ticktext: string[] }).ticktext).toEqual([
      'all<br>n=15',
      'exact_term<br>n=3, too few',
      'multi_hop<br>n=2, too few',
      'semantic<br>n=10',
    ]);
  });

  it('gives each run a colour and a pattern of its own, and small groups grey', () => {
    const looks = bars([examplePages, exampleSections]).map(({ name, x, marker }) => [
      name,
      x.length,
      marker.color,
      marker.pattern.shape,
    ]);
    expect(looks).toEqual([
      ['pages', 2, '#0072B2', ''],
      ['pages', 2, '#b6bcc4', ''],
      ['sections', 2, '#E69F00', '/'],
      ['sections', 2, '#b6bcc4', '/'],
    ]);
  });

  it('writes values with as many decimals as there is room for, two at least, else none', () => {
    const written = (runs: number) => {
      const names = Array.from({ length: runs }, (_, i) => `run ${i}`);
      const drawn = recallByKind(crowd(names, 40, ['x', 'y', 'z']), { metric: 'mrr@10' });
      const texts = drawn.data.flatMap((trace) => (trace as { text?: string[] }).text ?? []);
      const said = JSON.stringify(drawn.layout).includes('too many bars to write their values');
      expect(said).toBe(texts.length === 0);
      return [...new Set(texts.map((value) => value.split('.')[1]?.length))];
    };
    expect([1, 2, 4, 6, 8, 12].map(written)).toEqual([[3], [3], [3], [2], [], []]);
  });

  it('says how many queries failed, with both means', () => {
    expect(JSON.stringify(figure.layout)).toContain(
      'sections: 1 of 15 queries failed and is left out (recall@5 over all 0.750; with failures as 0 0.700).',
    );
  });

  it('takes another metric and other groups', () => {
    const by = recallByKind([examplePages], {
      metric: 'mrr@10',
      by: (item) => String(item.fields['applies_to']),
    });
    expect(by.title).toBe('mrr@10 by slice (n = 15 queries)');
    expect(by.table.rows.map((row) => [row[0], row[2]])).toEqual([
      ['all', 15],
      ['v4 (n < 10)', 7],
      ['v5 (n < 10)', 8],
    ]);
  });

  it('gives every number as a table too', () => {
    expect(figure.table.columns).toEqual([
      'group',
      'run',
      'n',
      'answered',
      'recall@5',
      'low',
      'high',
      'failures as 0',
      'ceiling',
    ]);
    expect(figure.table.rows[1]?.slice(0, 5)).toEqual(['all', 'sections', 15, 14, 0.75]);
  });

  it('shows a run that answered nothing as a dash, not as 0', () => {
    const results = exampleSections.results.map((row) => ({
      ...row,
      status: 'timeout' as const,
      metrics: { 'recall@5': null, 'hit@5': null, 'mrr@10': null },
    }));
    const none = recallByKind([{ ...exampleSections, results }]);
    expect(none.alt).toContain('all (n=15): sections –');
    expect(none.table.rows[0]?.slice(0, 5)).toEqual(['all', 'sections', 15, 0, null]);
  });

  it('shows names as they are, whatever plotly would read into them', () => {
    expect(bars(crowd(['a <b>bold</b> & $x$'], 20, ['semantic']))[0]?.name).toBe(
      'a &lt;b&gt;bold&lt;/b&gt; &amp; &#36;x&#36;',
    );
  });

  it('says each n where an interrupted run has fewer', () => {
    const begun = { ...exampleSections, results: exampleSections.results.slice(0, 12) };
    expect(recallByKind([examplePages, begun]).title).toBe('recall@5 by kind (n = 15 / 12 queries)');
  });

  it('refuses runs over different cases, and an unknown metric, in a sentence', () => {
    expect(() => recallByKind([])).toThrow('recallByKind: there are no runs, wanted at least one; pass some');
    expect(() =>
      recallByKind([examplePages, { ...exampleSections, casesVersion: '9 cases · sha1 x' }]),
    ).toThrow(
      'recallByKind: "pages" is over 15 cases · sha1 01234567 and "sections" over 9 cases · sha1 x, wanted the same; take them apart or run both over the same',
    );
    expect(() => recallByKind([examplePages], { metric: 'recall@6' })).toThrow(
      'recallByKind: run "pages" has no metric "recall@6", wanted one of recall@5, hit@5, mrr@10; did you mean "recall@5"?',
    );
  });
});

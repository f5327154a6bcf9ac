import { describe, expect, it } from 'vitest';
import type { Figure, Run } from '../types.js';
import { allFailed, crowd, examplePages, exampleSections, withCosts } from './example.contract.js';
import { expectGolden } from './golden.contract.js';
import { LABEL_SIZE, plotWidth } from './paper.js';
import { paretoFront } from './pareto-front.js';
import { pixelsOf } from './text-width.js';

type Trace = { name: string; x: number[]; y: number[]; marker?: { symbol: string; color: string[] } };

const traces = (figure: Figure) => figure.data as unknown as Trace[];
const text = (figure: Figure) => JSON.stringify(figure.layout);
const named = (run: Run, name: string): Run => ({ ...run, id: name, name });

const allZero = (run: Run): Run => ({
  ...run,
  results: run.results.map((row) => ({ ...row, metrics: { ...row.metrics, 'recall@5': 0 } })),
});

const pages = withCosts(examplePages, { tokens: 2000, bytes: 1e6, dollars: 0 });
const sections = withCosts(exampleSections, { tokens: 500, bytes: 40e6, dollars: 0.02 });
const dear = named(withCosts(exampleSections, { tokens: 4000 }), 'sections, twice as many');

describe('the Pareto front', () => {
  const figure = paretoFront([pages, sections, dear]);

  it('is drawn like this', () => {
    expectGolden('pareto-front.json', `${JSON.stringify(figure, null, 2)}\n`);
  });

  it('says what is held against what, with n', () => {
    expect(figure.title).toBe('recall@5 against tokens in the first 5 chunks (n = 15 queries)');
    expect(figure.alt).toBe(
      'Scatter plot, recall@5 against tokens in the first 5 chunks (n = 15 queries). On the front, cheapest first: sections 0.750 at 500 tokens; pages 0.800 at 2,000 tokens. Not on it: sections, twice as many 0.750 at 4,000 tokens.',
    );
  });

  it('joins the runs on the front by steps, and marks them by shape too', () => {
    const [steps, off, on] = traces(figure);
    expect(steps).toMatchObject({ x: [500, 2000], line: { shape: 'hv' } });
    expect([off!.marker!.symbol, on!.marker!.symbol]).toEqual(['square', 'circle']);
    expect(off!.x).toEqual([4000]);
  });

  it('names its points, or keys them by letters where names are too long', () => {
    expect(text(figure)).toContain('"text":"sections, twice as many"');
    const long = crowd(
      Array.from(
        { length: 12 },
        (_, i) => `a setting with a name of many words that no plot has room for, number ${i}`,
      ),
      30,
      ['semantic'],
    ).map((run, i) => withCosts(run, { tokens: 100 * (i + 1) }));
    const keyed = paretoFront(long);
    expect(text(keyed)).toContain('"text":"L"');
    expect(text(keyed)).toContain(
      'C  a setting with a name of many words that no plot has room for, number 2<br>',
    );
  });

  it('gives points upon each other one label, and all of them a place on the front', () => {
    const same = paretoFront([pages, named(pages, 'again')]);
    expect(text(same)).toContain('"text":"pages, again"');
    expect(same.table.rows.map((row) => row.at(-1))).toEqual(['yes', 'yes']);
  });

  it('names the runs that have no point', () => {
    const some = paretoFront([pages, examplePages, allFailed(sections)]);
    expect(text(some)).toContain(
      'Without a point, since the cost was not recorded or no query was answered: pages, sections, down.',
    );
    expect(some.table.rows[1]?.slice(-2)).toEqual([null, null]);
    expect(some.table.rows).toHaveLength(3);
  });

  it('takes the index or dollars instead, on an axis that multiplies where sizes differ much', () => {
    const index = paretoFront([pages, sections], { against: 'index', metric: 'mrr@10' });
    expect(index.title).toBe('mrr@10 against size of the index (n = 15 queries)');
    expect(index.layout['xaxis']).toMatchObject({
      type: 'log',
      ticktext: expect.arrayContaining(['1 MB', '20 MB']),
    });
    expect(text(index)).toContain('size of the index (logarithmic axis)');
    expect(text(figure)).not.toContain('logarithmic');
    expect(paretoFront([pages, sections], { against: 'dollars' }).layout['xaxis']).toMatchObject({
      type: 'linear',
    });
    expect(paretoFront([pages], { against: 'latency' }).alt).toContain('pages 0.800 at 3.00 ms');
  });

  it('labels every tick, the last one too, and says where the upright axis does not begin at 0', () => {
    const { domain, ticktext } = figure.layout['xaxis'] as { domain: number[]; ticktext: string[] };
    expect(ticktext.every((label) => label !== '')).toBe(true);
    // Half of the last label stands right of the axis: there are 20 pixels of margin, and what the axis leaves of the others.
    const free = 20 + (1 - domain[1]!) * plotWidth();
    expect(pixelsOf(ticktext.at(-1)!, LABEL_SIZE) / 2).toBeLessThan(free);
    const [low] = (figure.layout['yaxis'] as { range: number[] }).range;
    expect(low).toBeGreaterThan(0);
    expect(text(figure)).toContain(`The upright axis begins at ${low}, not at 0.`);
    const zero = paretoFront([allZero(pages), sections]);
    expect((zero.layout['yaxis'] as { range: number[] }).range[0]).toBe(0);
    expect(text(zero)).not.toContain('not at 0');
  });

  it('is grey for fewer than 10 queries, and its axis does not go past 1', () => {
    const few = { ...pages, cases: pages.cases.slice(0, 2), results: pages.results.slice(0, 2) };
    const small = paretoFront([few]);
    expect(traces(small)[0]?.marker?.color).toEqual(['#b6bcc4']);
    expect(text(small).replaceAll('<br>', ' ')).toContain('Grey: n &lt; 10, too few to say much.');
    expect((small.layout['yaxis'] as { range: number[] }).range[1]).toBe(1);
  });

  it('says so where a metric looks at another number of tokens', () => {
    const name = 'span_recall@2000tok';
    const spans = {
      ...pages,
      metrics: [name],
      results: pages.results.map((row) => ({ ...row, metrics: { [name]: 0.5 } })),
    };
    expect(text(paretoFront([spans]))).toContain('This metric looks at a fixed number of tokens');
    expect(text(figure)).not.toContain('fixed number');
  });

  it('refuses what it cannot draw, in a sentence', () => {
    expect(() => paretoFront([])).toThrow('paretoFront: there are no runs, wanted at least one; pass some');
    expect(() => paretoFront([examplePages])).toThrow(
      'paretoFront: none of 1 runs has both a mean of recall@5 and tokens in the first 5 chunks, wanted one at least; evaluate with this release, or plot against another cost',
    );
    expect(() => paretoFront([pages], { against: 'money' as never })).toThrow(
      'paretoFront: against is "money", wanted one of tokens, latency, dollars, index; pick one',
    );
    expect(() => paretoFront([pages, { ...sections, casesVersion: 'x' }])).toThrow('wanted the same');
  });
});

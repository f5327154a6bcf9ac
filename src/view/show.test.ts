import { beforeAll, describe, expect, it, vi } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { compare } from '../compare/compare.js';
import { LabError } from '../errors.js';
import { evaluate } from '../measure/evaluate.js';
import { summarize, summarizeBy } from '../measure/summarize.js';
import type { Comparison, Run } from '../types.js';
import { comparisonText } from './print-comparison.js';
import { runText } from './print-run.js';
import { bundleOf, bundlesOf, show } from './show.js';

const NASTY = 'find \u001b[31m<b>$x$</b>';
const CASES = [
  caseOf('c1', ['p1'], 'semantic', NASTY),
  caseOf('c2', ['p2', 'p3'], 'exact_term'),
  caseOf('c3', ['p4'], 'semantic', 'boom'),
];
const OPTIONS = { k: 1, depth: 3, metrics: ['recall@1', 'mrr'] };
const ANSWERS = { [NASTY]: ['p1'], 'query c2': ['p9', 'p2'] };

let a: Run;
let b: Run;
let comparison: Comparison;

beforeAll(async () => {
  const base = tableRetriever('base', ANSWERS);
  const failing = {
    ...base,
    search: (query: string, depth: number) => {
      if (query === 'boom') throw new Error('down\u001b[2J');
      return base.search(query, depth);
    },
  };
  a = await evaluate(failing, CASES, { ...OPTIONS, name: 'base' });
  b = await evaluate(tableRetriever('new', { ...ANSWERS, [NASTY]: [], boom: ['p4'] }), CASES, {
    ...OPTIONS,
    name: 'new',
  });
  comparison = compare(a, b, 'recall@1');
});

describe('a run as text', () => {
  it('says what it was, how many were answered, both means, what it missed and what failed', () => {
    expect(runText(a).replaceAll(a.id, 'ID')).toBe(
      `base (ID) · base
no dataset named · ${a.casesVersion} · corpus version unknown · chunks unknown · k = 1 pages · depth 3 chunks

2 of 3 answered (1 error) · recall@1 0.500 (0.333 with failures as 0) · all found in 1 of 2 within k = 1 pages

metric     mean  failures as 0  95 % interval   ceiling  n
────────  ─────  ─────────────  ──────────────  ───────  ─
recall@1  0.500          0.333  0.000 to 1.000    0.750  2
mrr       0.750          0.500  0.500 to 1.000           2
judged@1 0.500: 1 of 2 pages within k = 1 have no label and count as not relevant

kind                 n  answered  recall@1       mrr            all found
───────────────────  ─  ────────  ─────────────  ─────────────  ─────────
exact_term (n < 10)  1         1  0.000          0.500          0 of 1
semantic (n < 10)    2         1  1.000 / 0.500  1.000 / 0.500  1 of 1
(a / b: over those answered / with failures as 0)

Misses: 1 of 3 queries lack a relevant page among the first 1
  c2 [exact_term] query c2
    missing: p2, p3
    instead: p9

Failed: 1
  c3 error: down\uFFFD[2J`,
    );
  });

  it('lists as many misses as it is told to, and says how many more there are', () => {
    const text = runText({ ...b, results: b.results }, 1);
    expect(text).toContain('Misses: 2 of 3 queries lack a relevant page among the first 1\n  c1 [semantic]');
    expect(text).toContain('\n  and 1 more (--json lists all)');
  });
});

describe('a comparison as text', () => {
  it('says the verdict first, then counts, slices, failed queries and those that moved', () => {
    const text = comparisonText(comparison).replaceAll(a.id, 'IDA').replaceAll(b.id, 'IDB');
    expect(text).toBe(
      `CAN'T TELL · ${comparison.sentence}
a: base (IDA) · b: new (IDB) · recall@1 · ${a.casesVersion} · corpus version unknown
k = 1 pages · depth 3 chunks

pairs: 2 answered by both, 1 failed in one or both · 0 better, 1 worse, 1 same (within 1e-9)
one query weighs 50.0 points · all found: base 1, new 0 of 2
test: ${comparison.test} · sign test (decides nothing): p = 1.000
with failures as 0 (n = 3): 0.333 -> 0.333, 0.000 (unbounded to unbounded), p = 1.000
unjudged, counted as not relevant: base 1 of 2 pages within k = 1 (50 %, judged@1 0.500) · new 1 of 1 pages within k = 1 (100 %, judged@1 0.000)

slice                n      a      b   b − a  95 % interval           better  worse  same  failed
───────────────────  ─  ─────  ─────  ──────  ──────────────────────  ──────  ─────  ────  ──────
exact_term (n < 10)  1  0.000  0.000   0.000  identical                    0      0     1       0
semantic (n < 10)    1  1.000  0.000  −1.000  unbounded to unbounded       0      1     0       1
(intervals of slices are corrected together, so they are wider than each would be alone)

Failed: 1
id  kind      a      b  b − a  query
──  ────────  ─  ─────  ─────  ─────
c3  semantic  –  1.000      –  boom

Worse: 1
id  kind          a      b   b − a  query
──  ────────  ─────  ─────  ──────  ────────────────────
c1  semantic  1.000  0.000  −1.000  find \uFFFD[31m<b>$x$</b>

Better: none
${comparison.notes.map((note) => `Note: ${note.replaceAll(a.id, 'IDA').replaceAll(b.id, 'IDB')}`).join('\n')}`,
    );
    expect(comparison.notes.length).toBeGreaterThan(0);
  });

  it('lists ten of the worse and three of the better', () => {
    const row = comparison.results.find(({ status }) => status === 'worse')!;
    const many = (status: 'better' | 'worse', count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...row, caseId: `${status}-${i}`, status }));
    const text = comparisonText({ ...comparison, results: [...many('worse', 12), ...many('better', 5)] });
    expect(text).toContain('Worse: 12');
    expect(text.match(/^worse-\d+/gm)).toHaveLength(10);
    expect(text).toContain('and 2 more (--json lists all)');
    // The greatest gains first.
    expect(text.match(/^better-\d+/gm)).toEqual(['better-4', 'better-3', 'better-2']);
    expect(text).toContain('and 2 more (--json lists all)');
  });

  it('says both cuts where the runs have different ones', () => {
    const runB = { ...comparison.runB, depth: 50 };
    expect(comparisonText({ ...comparison, runB })).toContain(
      '\na: k = 1 pages · depth 3 chunks · b: k = 1 pages · depth 50 chunks\n',
    );
  });
});

describe('in a notebook', () => {
  it('nothing that is shown changes from run to run', async () => {
    for (const thing of [a, comparison]) {
      const bundle = JSON.stringify(await bundleOf(thing));
      expect(bundle).toContain('base');
      expect(bundle).not.toContain(a.id);
      expect(bundle).not.toContain(b.id);
    }
  });

  it('a comparison comes as HTML with every text escaped, formulas too, and as text', async () => {
    const bundle = await bundleOf(comparison);
    expect(Object.keys(bundle)).toEqual(['text/html', 'text/plain']);
    expect(bundle['text/html']).toContain(`<div>\n<p><strong>CAN&#39;T TELL · `);
    expect(bundle['text/html']).toContain(
      '<tr><td>c1</td><td>semantic</td><td>1.000</td><td>0.000</td><td>−1.000</td><td>find \uFFFD[31m&lt;b&gt;<span>$</span>x<span>$</span>&lt;/b&gt;</td></tr>',
    );
    expect(bundle['text/plain']).toMatch(/^CAN'T TELL · /);
  });

  it('one comparison comes as its verdict with a picture, then what to read, with nothing cut off', async () => {
    const long = `why does ${'this very long question '.repeat(8)}end`;
    const results = comparison.results.map((row) => ({ ...row, query: long }));
    const [picture, rest, ...more] = await bundlesOf({ ...comparison, results });
    expect(more).toEqual([]);
    expect(Object.keys(picture!)).toEqual(['image/svg+xml', 'text/plain']);
    expect(picture!['image/svg+xml']).toMatch(/^<svg [^>]*><title>CAN'T TELL · /);
    expect(picture!['text/plain']).toMatch(/^CAN'T TELL · .*\n\nslice/);
    expect(Object.keys(rest!)).toEqual(['text/html', 'text/plain']);
    for (const mime of ['text/html', 'text/plain']) {
      const text = String(rest![mime]);
      expect(text).toContain(long);
      expect(text).toMatch(
        /Pages without a label, which count as not relevant: base 1 of 2 in the first 1, new 1 of 1 /,
      );
      expect(text).toMatch(/await show\(changes\(a, b, (&quot;|")recall@1/);
      expect(text).not.toContain(a.id);
    }
    expect(String(rest!['text/plain'])).toMatch(
      /\n\nFailed: 1\n[\s\S]*\n\nWorse: 1\n[\s\S]*\n\nBetter: none\n\nPages/,
    );
  });

  it('a figure comes as picture, plotly object and text', async () => {
    const figure = {
      name: 'f',
      title: 'T',
      alt: 'One bar.',
      data: [{ type: 'bar', x: ['a'], y: [1] }],
      layout: {},
      table: { columns: ['x', 'y'], rows: [['a', 1]] },
    };
    const bundle = await bundleOf(figure);
    expect(bundle['image/svg+xml']).toMatch(/^<svg /);
    expect(bundle['application/vnd.plotly.v1+json']).toEqual({ data: figure.data, layout: {} });
    expect(bundle['text/plain']).toBe('T\nOne bar.\n\nx  y\n─  ─\na  1');
  });
});

describe('outside a notebook', () => {
  async function printed(...args: Parameters<typeof show>): Promise<string> {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      await show(...args);
      return log.mock.calls.map(([text]) => String(text)).join('\n');
    } finally {
      log.mockRestore();
    }
  }

  it('the same text goes to standard output, with the ids of the runs', async () => {
    expect(await printed(a, { misses: 0 })).toBe(runText(a, 0));
    expect(await printed(comparison)).toBe(comparisonText(comparison));
  });

  it('a summary says its counts and both means', async () => {
    expect(await printed(summarize(a))).toBe(
      `all · 2 of 3 answered (1 error) · all found in 1 of 2 · n < 10

metric     mean  failures as 0  95 % interval   ceiling  n
────────  ─────  ─────────────  ──────────────  ───────  ─
recall@1  0.500          0.333  0.000 to 1.000    0.750  2
mrr       0.750          0.500  0.500 to 1.000           2`,
    );
    expect(await printed(summarizeBy(b), { title: 'By kind' })).toBe(
      `By kind

slice                n  answered  recall@1    mrr  all found
───────────────────  ─  ────────  ────────  ─────  ─────────
exact_term (n < 10)  1         1     0.000  0.500  0 of 1
semantic (n < 10)    2         2     0.500  0.500  1 of 2`,
    );
  });

  it('a table and a text are printed without control characters', async () => {
    expect(await printed({ columns: ['q'], rows: [['a\u001b[1mb']] })).toBe('q\n──────\na\uFFFD[1mb');
    expect(await printed('a\nb\u0007')).toBe('a\nb\uFFFD');
  });

  it.each([
    [Promise.resolve(1), 'a promise', 'await it first'],
    [[1], 'a list', 'use console.log for anything else'],
    [{ a: 1, b: 2 }, 'an object with a, b', 'use console.log for anything else'],
    [undefined, 'undefined', 'use console.log for anything else'],
  ])('%s is refused', async (thing, found, advice) => {
    await expect(show(thing as never)).rejects.toEqual(
      new LabError(
        `show: found ${found}, wanted a figure, a run, a comparison, a summary, a table, a frame or text; ${advice}`,
      ),
    );
  });
});

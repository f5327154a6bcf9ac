import { inspect } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import { caseOf, hitsOf, tableRetriever } from '../../test/examples.js';
import { hasSharedData, sharedJson, sharedPath } from '../../test/shared-data.js';
import { headings } from '../chunk/headings.js';
import { openFolder } from '../dataset/open.js';
import { bm25 } from '../retrieve/bm25.js';
import type { Hit, Judged, Retriever } from '../types.js';
import { evaluate } from './evaluate.js';
import { redact } from './redact.js';
import { compareReports, pythonRound, type ReferenceReport, referenceReport } from './reference-report.js';
import { METRIC_FORMS } from './registry.js';
import { summarize, summarizeBy } from './summarize.js';

const CASES = Array.from({ length: 75 }, (_, i) =>
  caseOf(`c-${i + 1}`, ['a'], i % 2 === 0 ? 'semantic' : 'exact_term'),
);
const good = tableRetriever('good', Object.fromEntries(CASES.map((item) => [item.query, ['a', 'b']])));
const failing = (fail: (call: number) => void): Retriever => {
  let call = 0;
  return {
    name: 'failing',
    search: (query, depth) => {
      fail(++call);
      return good.search(query, depth);
    },
  };
};

describe('a metric of one’s own', () => {
  const cases = [caseOf('c-1', ['a']), caseOf('c-2', ['b'])];
  const table = tableRetriever('t', { 'query c-1': ['a'], 'query c-2': ['x', 'b'] });

  it('is a function with a name, recorded, summarised and compared as any other', async () => {
    const firstIsRelevant = ({ found }: Judged) => (found[0]?.rank === 1 ? 1 : 0);
    const run = await evaluate(table, cases, { metrics: [firstIsRelevant, 'recall@5'] });
    expect(run.metrics).toEqual(['recall@5', 'firstIsRelevant']);
    expect(run.results.map((result) => result.metrics['firstIsRelevant'])).toEqual([1, 0]);
    expect(summarize(run).metrics[1]).toMatchObject({ metric: 'firstIsRelevant', mean: 0.5, ceiling: 1 });
  });

  it.each<[string, readonly unknown[], string]>([
    ['has no name', [() => 1], 'without a name or a value, wanted a text form or a function with a name'],
    [
      'is called like a built-in one',
      [{ name: 'recall@5', k: 5, binary: false, value: () => 1, ceiling: () => 1 }],
      'metric "recall@5" is called like a built-in one, wanted a name of its own; rename it',
    ],
    [
      'comes twice',
      [
        function own() {
          return 1;
        },
        function own() {
          return 0;
        },
      ],
      'metric "own" is there twice, wanted each name once; rename or drop one',
    ],
    [
      'returns no number',
      [
        function own() {
          return Number.NaN;
        },
      ],
      'metric "own" returned NaN, wanted a finite number; mend it and run again',
    ],
  ])('is refused where it %s', async (_, metrics, message) => {
    await expect(evaluate(table, cases, { metrics: metrics as string[] })).rejects.toThrow(message);
  });

  it('brings the residual of rank-biased precision with it', async () => {
    const run = await evaluate(table, cases, { metrics: ['rbp(0.5)'] });
    expect(run.results[0]!.metrics).toEqual({ 'rbp(0.5)': 0.5, 'rbp_residual(0.5)': 0.5 });
  });
});

describe('a run', () => {
  it('records every tenth query that throws as an error, and goes on', async () => {
    const run = await evaluate(
      failing((call) => {
        if (call % 10 === 0) throw new Error('index gone');
      }),
      CASES,
    );
    const whole = summarize(run);
    expect(run.status).toBe('done');
    expect([whole.n, whole.answered, whole.errors]).toEqual([75, 68, 7]);
    expect(run.results[9]).toMatchObject({
      status: 'error',
      message: 'index gone',
      hits: [],
      metrics: { 'recall@5': null },
    });
    const recall = whole.metrics.find((item) => item.metric === 'recall@5')!;
    expect(recall.mean).toBe(1);
    expect(recall.meanWithFailuresAsZero).toBeCloseTo(68 / 75, 12);
  });

  it('calls an answer without hits empty, which is an answer worth 0', async () => {
    const run = await evaluate(() => [], CASES.slice(0, 2));
    expect(run.results.map((result) => [result.status, result.metrics['recall@5']])).toEqual([
      ['empty', 0],
      ['empty', 0],
    ]);
    expect(summarize(run).answered).toBe(2);
  });

  it('calls a late answer a timeout', async () => {
    const slow = (): Promise<readonly Hit[]> => new Promise((resolve) => setTimeout(() => resolve([]), 2000));
    const run = await evaluate(slow, CASES.slice(0, 1), { timeoutMs: 20 });
    expect(run.results[0]).toMatchObject({ status: 'timeout', message: 'no answer within 20 ms' });
  });

  it('is the same whatever the order in which answers come', async () => {
    const shuffled: Retriever = {
      name: 'good',
      search: async (query, depth) => {
        await new Promise((resolve) => setTimeout(resolve, (query.length * 7919) % 13));
        return good.search(query, depth);
      },
    };
    const facts = (run: Awaited<ReturnType<typeof evaluate>>) =>
      run.results.map(({ latencyMs, ...rest }) => rest);
    const one = await evaluate(good, CASES);
    const many = await evaluate(shuffled, CASES, { concurrency: 9 });
    expect(facts(many)).toEqual(facts(one));
  });

  it.each<[string, unknown, string]>([
    ['no list', 'hits', 'search returned a string, wanted a list of hits'],
    ['a hit without a page', [{ score: 1 }], 'hit 1 has the docId undefined, wanted a page id'],
    [
      'a score that is no number',
      [{ docId: 'a', score: Number.NaN }],
      'hit 1 (a) has the score NaN, wanted a number',
    ],
    [
      'a chunk twice',
      [...hitsOf(['a']), ...hitsOf(['a'])],
      'the chunk "a#0" is among the hits twice, wanted each once',
    ],
  ])('calls %s an error, not a number', async (_, answer, message) => {
    const run = await evaluate(() => answer as Hit[], CASES.slice(0, 1));
    expect(run.results[0]).toMatchObject({ status: 'error', message });
  });

  it('stops between queries when told to', async () => {
    const controller = new AbortController();
    const run = await evaluate(
      failing((call) => {
        if (call === 3) controller.abort();
      }),
      CASES,
      { signal: controller.signal },
    );
    expect([run.status, run.results.length]).toEqual(['interrupted', 3]);
  });

  it.each<[string, object, string]>([
    [
      'a timeout that no timer can wait',
      { timeoutMs: 3e9 },
      'evaluate: timeoutMs is 3000000000, wanted milliseconds above 0 and at most 2147483647; correct it, or leave it out for no limit',
    ],
    [
      'a timeout that is a text',
      { timeoutMs: '5' },
      'evaluate: timeoutMs is 5, wanted milliseconds above 0 and at most 2147483647; correct it, or leave it out for no limit',
    ],
    [
      'metrics that are no list',
      { metrics: 'recall@5' },
      'evaluate: metrics is "recall@5", wanted a list; write [\'recall@5\'], say',
    ],
    ['k of 0', { k: 0 }, 'evaluate: k is 0, wanted a whole number of at least 1; correct it'],
    [
      'k beyond the depth',
      { k: 30 },
      'evaluate: recall@30 cannot be told from 20 chunks; raise depth or lower k',
    ],
    [
      'a misspelled option',
      { concurency: 2 },
      'evaluate: the option "concurency" is unknown, wanted one of name, k, depth, metrics, dataset, store, timeoutMs, concurrency, repeats, resume, retryFailed, signal, onProgress; rename or drop it',
    ],
    [
      'a misspelled metric',
      { metrics: ['ncdg@5'] },
      `metric "ncdg@5" is unknown, wanted one of ${METRIC_FORMS.join(', ')}; did you mean "ndcg@5"?`,
    ],
  ])('refuses %s', async (_, options, message) => {
    await expect(evaluate(good, CASES, options)).rejects.toThrow(message);
  });

  it('refuses a case without labels, and says what a thrown object holds', async () => {
    await expect(evaluate(good, [{ id: 'c', query: 'q' } as never])).rejects.toThrow(
      'evaluate: a case is {"id":"c","query":"q"}, wanted an id, a query and a list of labels; load cases with openDataset',
    );
    const run = await evaluate(() => Promise.reject({ code: 3 }), CASES.slice(0, 1));
    expect(run.results[0]).toMatchObject({ status: 'error', message: '{"code":3}' });
  });

  it('refuses no cases, and a case given twice', async () => {
    await expect(evaluate(good, [])).rejects.toThrow(
      'evaluate: there are no cases, wanted at least one; check the split or the case file',
    );
    await expect(evaluate(good, [CASES[0]!, CASES[0]!])).rejects.toThrow(
      'evaluate: the case "c-1" is given twice, wanted each once; drop one',
    );
  });
});

describe('a run printed by Node', () => {
  it('is one line, while JSON and copies hold all of it', async () => {
    const run = await evaluate(good, CASES.slice(0, 2), { metrics: ['recall@5'] });
    expect(inspect(run)).toBe(
      `Run good (${run.id}) · 2 of 2 answered · recall@5 1.000 · k = 5 pages, depth 20 chunks · ${run.casesVersion} · show(run) tells more`,
    );
    expect(JSON.parse(JSON.stringify(run)).results).toHaveLength(2);
    expect(structuredClone(run).results).toEqual(run.results);
  });

  it('names the libraries it was made with', async () => {
    const { versions } = (await evaluate(good, CASES.slice(0, 2))).environment;
    expect(versions).toMatchObject({
      node: process.versions.node,
      'better-sqlite3': '12.11.1',
      'mdast-util-from-markdown': '2.1.0',
    });
  });
});

describe('a slice', () => {
  it('has its own n, and is flagged below ten cases', async () => {
    const run = await evaluate(good, CASES.slice(0, 15));
    expect(summarizeBy(run).map(({ slice, n, small }) => [slice, n, small])).toEqual([
      ['exact_term', 7, true],
      ['semantic', 8, true],
    ]);
    expect(summarizeBy(run, () => 'one').map(({ n, small }) => [n, small])).toEqual([[15, false]]);
  });
});

describe('a stored configuration', () => {
  it('keeps no secret, by key or by shape, and no less than that', () => {
    expect(
      redact({
        apiKey: 'abc',
        model: 'm',
        nested: [{ Authorization: 'x' }],
        url: 'https://u:p@host/x',
        maxTokens: 5,
        note: 'Bearer abcdefghijk',
      }),
    ).toEqual({
      apiKey: '[redacted]',
      model: 'm',
      nested: [{ Authorization: '[redacted]' }],
      url: '[redacted]',
      maxTokens: 5,
      note: '[redacted]',
    });
    expect(redact({ key: 'keyword', tokenizer: 'bm25', name: 'sk-short' })).toEqual({
      key: '[redacted]',
      tokenizer: 'bm25',
      name: 'sk-short',
    });
  });
});

type Expected = { reports: Record<string, ReferenceReport>; compare_markdown: string };

describe.skipIf(!hasSharedData)('the reference report', () => {
  // Values of a Python harness over the same pages and cases.
  test.each(['1', '3', '5', '10'])('at k = %s has the reference numbers, kinds and misses', async (k) => {
    const expected = sharedJson<Expected>('expected', 'reference-harness.json').reports[k]!;
    const data = await openFolder(sharedPath('orbit-layout'));
    const run = await evaluate(bm25(headings(data.docs)), data, { name: 'keyword', k: Number(k) });
    const { results, corpus_version, failed, ...report } = referenceReport(run);
    expect(report).toEqual(expected);
    expect([results.length, failed]).toEqual([100, 0]);
  });

  test('makes the reference table', async () => {
    const data = await openFolder(sharedPath('orbit-layout'));
    const run = await evaluate(bm25(headings(data.docs)), data, { name: 'keyword' });
    expect(compareReports([referenceReport(run)])).toBe(
      sharedJson<Expected>('expected', 'reference-harness.json').compare_markdown.trim(),
    );
  });
});

describe('rounding', () => {
  it('is that of Python: exact halves go to the even digit', () => {
    // python3 -c "print([round(x, 3) for x in (0.8125, 0.0625, 0.1875, 0.0005, 2.6755)], round(0.125, 2))"
    expect([0.8125, 0.0625, 0.1875, 0.0005, 2.6755].map((value) => pythonRound(value, 3))).toEqual([
      0.812, 0.062, 0.188, 0.001, 2.675,
    ]);
    expect(pythonRound(0.125, 2)).toBe(0.12);
  });
});

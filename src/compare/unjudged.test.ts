import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { evaluate } from '../measure/evaluate.js';
import { pagesOf } from '../measure/judged.js';
import { summarize } from '../measure/summarize.js';
import type { Run } from '../types.js';
import { compare } from './compare.js';
import { madeRun } from './made-run.contract.js';
import { unjudgedPages } from './unjudged.js';

const PAGES = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
const CASES = [caseOf('c1', ['p1']), caseOf('c2', ['p2', 'p3']), caseOf('c3', ['p4'])];
const graded = CASES.map((item, i) =>
  i === 2 ? { ...item, labels: [...item.labels, { doc: 'p5', grade: 0 }, { doc: 'p6', grade: -1 }] } : item,
);
const rankings = fc.tuple(...CASES.map(() => fc.subarray(PAGES, { minLength: 0 })));

describe('pages without a label', () => {
  it('are those among the first k that nobody judged, counted one by one', () => {
    fc.assert(
      fc.property(rankings, rankings, fc.integer({ min: 1, max: 7 }), (left, right, k) => {
        const of = { cases: graded, metrics: ['recall@1', 'mrr', `judged@${k}`, 'judged@7'], k, depth: 7 };
        const a = madeRun({ name: 'a', rankings: left, ...of });
        const b = madeRun({ name: 'b', rankings: right, ...of });
        const naive = (run: Run, k: number) => {
          const seen = run.results.flatMap(({ caseId, hits }) => {
            const item = graded.find((one) => one.id === caseId)!;
            const judged = item.labels.filter(({ grade }) => grade >= 0).map(({ doc }) => doc);
            return pagesOf(hits)
              .slice(0, k)
              .map((page) => judged.includes(page));
          });
          const mean = summarize(run).metrics.find(({ metric }) => metric === `judged@${k}`)!.mean!;
          const unjudged = seen.filter((is) => !is).length;
          return { k, unjudged, of: seen.length, judged: expect.closeTo(mean, 12) };
        };
        expect(compare(a, b, `recall@${k}`).unjudged).toEqual({ a: naive(a, k), b: naive(b, k) });
        // What has no k looks at the whole depth.
        expect(compare(a, b, 'mrr').unjudged).toEqual({ a: naive(a, 7), b: naive(b, 7) });
        expect(compare(a, b, 'recall@1').unjudged!.a!.k).toBe(1);
        // Read without hits, the ranks say the same where each label is of a relevant page.
        const bare = { ...a, results: a.results.map((result) => ({ ...result, hits: [] })) };
        const among = new Set(['c1', 'c2']);
        expect(unjudgedPages(bare, { among })).toEqual(unjudgedPages(a, { among }));
      }),
      { numRuns: 60 },
    );
  });

  it('are unknown where a run does not say how many pages came back, and those of failed pairs are not counted', async () => {
    const failing = {
      name: 'f',
      search: (query: string) => {
        if (query === CASES[0]!.query) throw new Error('down');
        return [{ chunkId: 'p9', docId: 'p9', score: 1 }];
      },
    };
    const a = await evaluate(failing, CASES, { k: 3 });
    const b = await evaluate(tableRetriever('b', { [CASES[0]!.query]: ['p1', 'p9'] }), CASES, { k: 3 });
    expect(compare(a, b, 'recall@3').unjudged).toEqual({
      a: { k: 3, unjudged: 2, of: 2, judged: 0 },
      b: { k: 3, unjudged: 0, of: 0, judged: 0 },
    });
    const bare = { ...b, results: b.results.map((result) => ({ ...result, hits: [] })) };
    const graded0 = bare.cases.map((item) => ({
      ...item,
      labels: [...item.labels, { doc: 'p8', grade: 0 }],
    }));
    expect(unjudgedPages(bare)).toEqual({ k: 3, unjudged: 1, of: 2, judged: expect.closeTo(1 / 6, 12) });
    expect(unjudgedPages({ ...bare, cases: graded0 })).toBeNull();
    const old = { ...bare, results: bare.results.map(({ pageCount: _, ...result }) => result) };
    expect(unjudgedPages(old)).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { evaluate } from '../measure/evaluate.js';
import { pagesOf } from '../measure/judged.js';
import { compare } from './compare.js';
import { pair } from './pair.js';
import { unjudgedPages } from './unjudged.js';

const PAGES = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
const CASES = [caseOf('c1', ['p1']), caseOf('c2', ['p2', 'p3']), caseOf('c3', ['p4'])];
const graded = CASES.map((item, i) =>
  i === 2 ? { ...item, labels: [...item.labels, { doc: 'p5', grade: 0 }, { doc: 'p6', grade: -1 }] } : item,
);
const rankings = fc.tuple(...CASES.map(() => fc.subarray(PAGES, { minLength: 0 })));

describe('pages without a label', () => {
  it('are those among the first k that nobody judged, counted one by one', async () => {
    await fc.assert(
      fc.asyncProperty(rankings, rankings, fc.integer({ min: 1, max: 7 }), async (left, right, k) => {
        const retriever = (name: string, lists: readonly (readonly string[])[]) =>
          tableRetriever(name, Object.fromEntries(CASES.map((item, i) => [item.query, lists[i]!])));
        const a = await evaluate(retriever('a', left), graded, { k, depth: 7, metrics: ['recall@1'] });
        const b = await evaluate(retriever('b', right), graded, { k, depth: 7, metrics: ['recall@1'] });
        const naive = (run: typeof a) => {
          const seen = run.results.flatMap(({ caseId, hits }) => {
            const item = graded.find((one) => one.id === caseId)!;
            const judged = item.labels.filter(({ grade }) => grade >= 0).map(({ doc }) => doc);
            return pagesOf(hits)
              .slice(0, k)
              .map((page) => judged.includes(page));
          });
          return { unjudged: seen.filter((is) => !is).length, of: seen.length };
        };
        expect(compare(a, b).unjudged).toEqual({ a: naive(a), b: naive(b) });
        // Read without hits, the ranks say the same where each label is of a relevant page.
        const bare = { ...a, results: a.results.map((result) => ({ ...result, hits: [] })) };
        const relevant = pair(a, b, 'recall@1').filter(({ caseId }) => caseId !== 'c3');
        expect(unjudgedPages(bare, relevant)).toEqual(unjudgedPages(a, relevant));
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
    expect(compare(a, b).unjudged).toEqual({ a: { unjudged: 2, of: 2 }, b: { unjudged: 0, of: 0 } });
    const bare = { ...b, results: b.results.map((result) => ({ ...result, hits: [] })) };
    const graded0 = bare.cases.map((item) => ({
      ...item,
      labels: [...item.labels, { doc: 'p8', grade: 0 }],
    }));
    const rows = pair(b, b, 'recall@3');
    expect(unjudgedPages(bare, rows)).toEqual({ unjudged: 1, of: 2 });
    expect(unjudgedPages({ ...bare, cases: graded0 }, rows)).toBeNull();
    const old = { ...bare, results: bare.results.map(({ pageCount: _, ...result }) => result) };
    expect(unjudgedPages(old, rows)).toBeNull();
  });
});

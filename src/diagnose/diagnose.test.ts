import { describe, expect, it, test } from 'vitest';
import { tableRetriever } from '../../test/examples.js';
import { hasSharedData, sharedJson, sharedPath } from '../../test/shared-data.js';
import { headings } from '../chunk/headings.js';
import { openFolder } from '../dataset/open.js';
import { qaAsCases } from '../dataset/qa-cases.js';
import { evaluate } from '../measure/evaluate.js';
import { bm25 } from '../retrieve/bm25.js';
import type { QaCase } from '../types.js';
import { diagnosis } from './diagnosis.js';
import { locate } from './locate.js';

const question = (id: string, citations: readonly string[]): QaCase => ({
  id,
  question: `what ${id}`,
  answer: 'x',
  citations,
  unanswerable: citations.length === 0,
  fields: {},
});
const QA = [question('q1', ['a', 'b']), question('q2', ['c']), question('q3', ['z']), question('q4', [])];
const run = () =>
  evaluate(
    tableRetriever('t', { 'what q1': ['a', 'x', 'y', 'b'], 'what q2': ['x', 'y', 'c'], 'what q3': ['x'] }),
    qaAsCases(QA),
  );

describe('where the evidence of a question is', () => {
  it('is told by the best of its pages, with how many of them came', async () => {
    expect(locate(QA[0]!, await run(), 2)).toEqual({
      id: 'q1',
      question: 'what q1',
      stage: 'reached context',
      pages: [
        { doc: 'a', rank: 1 },
        { doc: 'b', rank: 4 },
      ],
      retrieved: 2,
      inContext: 1,
      cited: 2,
    });
    expect(locate(QA[1]!, await run(), 2).stage).toBe('ranking');
    expect(locate(QA[2]!, await run(), 2).stage).toBe('retrieval');
  });

  it('is not asked of an unanswerable question', async () => {
    const done = await run();
    expect(() => locate(QA[3]!, done, 2)).toThrow(
      'question "q4" is unanswerable, wanted one with citations; score it by whether the system abstains',
    );
  });

  it('is counted by stage with an example each; unanswerable and failed ones are listed apart', async () => {
    const failing = await evaluate({ search: () => Promise.reject(new Error('down')) }, qaAsCases(QA));
    const { stages, unanswerable, n, allInContext } = diagnosis(QA, await run(), 4);
    expect(stages.map(({ stage, count, example }) => [stage, count, example?.id ?? null])).toEqual([
      ['retrieval', 1, 'q3'],
      ['ranking', 0, null],
      ['reached context', 2, 'q1'],
    ]);
    expect([unanswerable, n, allInContext]).toEqual([['q4'], 3, 2]);
    expect(diagnosis(QA, failing, 4)).toMatchObject({
      n: 0,
      failed: [{ id: 'q1', message: 'error: down' }, { id: 'q2' }, { id: 'q3' }],
    });
  });

  // Buckets of a Python harness over the same questions.
  test.skipIf(!hasSharedData)(
    'is the reference bucket of all 100 questions at 1, 3, 6 and 10 chunks',
    async () => {
      const expected = sharedJson<{ locate_by_context_k: Record<string, Record<string, string>> }>(
        'expected',
        'reference-harness.json',
      ).locate_by_context_k;
      const { docs, qa } = await openFolder(sharedPath('orbit-layout'));
      const done = await evaluate(bm25(headings(docs)), qaAsCases(qa));
      for (const [k, buckets] of Object.entries(expected)) {
        const found = Object.fromEntries(
          diagnosis(qa, done, Number(k)).questions.map((one) => [one.id, one.stage]),
        );
        expect(found).toEqual(buckets);
      }
    },
  );
});

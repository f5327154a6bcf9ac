import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseOf, hitsOf, temporaryFolder } from '../../test/examples.js';
import { openStore } from '../store/open-store.js';
import { evaluate } from './evaluate.js';
import { summarizeStages } from './stage-summary.js';

describe('a retriever that tells its stages', () => {
  const cases = [caseOf('c-1', ['a', 'b']), caseOf('c-2', ['c'])];
  const search = (query: string) => ({
    hits: hitsOf(query === 'query c-1' ? ['a', 'x'] : ['x', 'c']),
    stages: [
      { name: 'keyword', hits: hitsOf(query === 'query c-1' ? ['x', 'y', 'a', 'b'] : []) },
      { name: 'vector', hits: hitsOf(['c', 'a']) },
    ],
  });

  it('is recorded with them, and each is measured: where evidence was won or lost', async () => {
    const store = openStore(path.join(temporaryFolder(), 'lab.sqlite'));
    const run = await evaluate(search, cases, { store, k: 2, metrics: ['recall@2'] });
    expect(store.run(run.id)).toEqual(run);
    expect(summarizeStages(run)).toEqual([
      // Both of c-1's pages came back, below the first two; nothing of c-2's.
      { stage: 'keyword', n: 2, recallAtK: 0, recallOfAll: 0.5, hits: 2 },
      { stage: 'vector', n: 2, recallAtK: 0.75, recallOfAll: 0.75, hits: 2 },
      { stage: 'final', n: 2, recallAtK: 0.75, recallOfAll: 0.75, hits: 2 },
    ]);
    expect(summarizeStages(await evaluate((query) => search(query).hits, cases, { k: 2 }))).toEqual([]);
  });

  it('is an error for that query where a stage is none', async () => {
    const run = await evaluate((() => ({ hits: hitsOf(['a']), stages: [{ hits: [] }] })) as never, cases, {
      k: 2,
    });
    expect(run.results[0]).toMatchObject({
      status: 'error',
      message: 'stage 1 has the name undefined, wanted a text',
    });
  });
});

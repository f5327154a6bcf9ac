import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseOf, temporaryFolder } from '../../test/examples.js';
import { headings } from '../chunk/headings.js';
import { countTokens } from '../chunk/tokens.js';
import { cached } from '../embed/cached.js';
import { embeddingCosts } from '../embed/embedding-costs.js';
import { hashing } from '../embed/hashing.js';
import { bm25 } from '../retrieve/bm25.js';
import { hybrid } from '../retrieve/hybrid.js';
import { vector } from '../retrieve/vector.js';
import { openStore } from '../store/open-store.js';
import type { Embedder, Run } from '../types.js';
import { costsOf } from './costs.js';
import { evaluate } from './evaluate.js';

describe('what answers cost', () => {
  const cases = [1, 2, 3, 4, 5].map((n) => caseOf(`c-${n}`, ['a']));
  const made = (sizes: readonly number[]) => {
    let call = 0;
    return evaluate(
      () => {
        const size = sizes[call++ % sizes.length]!;
        if (size === 0) throw new Error('down');
        return [0, 1, 2].map((i) => ({
          chunkId: `a#${i}`,
          docId: 'a',
          score: 3 - i,
          start: 10 * i,
          end: 10 * i + size,
        }));
      },
      cases,
      { k: 2, name: 'run' },
    );
  };
  const withLatencies = (run: Run, times: readonly (number | null)[]): Run => ({
    ...run,
    results: run.results.map((result, i) => ({ ...result, latencyMs: times[i]! })),
  });

  it('is latency, and the characters of the first k chunks, over the answered queries', async () => {
    const run = withLatencies(await made([5, 10, 0, 10, 15]), [1, 2, 1000, 3, 10]);
    expect(costsOf(run)).toEqual({
      name: 'run',
      n: 4,
      medianMs: 2.5,
      p95Ms: expect.closeTo(8.95, 9),
      chunks: null,
      chunkTokens: null,
      contextTokens: null,
      contextChars: 20,
      indexBytes: null,
      embeddingTokens: null,
      embeddingDollars: null,
    });
  });

  it('is unknown where it was not recorded', async () => {
    const run = withLatencies(await made([5]), [null, null, null, null, null]);
    expect(
      costsOf({
        ...run,
        results: run.results.map((one) => ({ ...one, hits: [{ chunkId: 'a', docId: 'a', score: 1 }] })),
      }),
    ).toMatchObject({
      medianMs: null,
      p95Ms: null,
      contextChars: null,
    });
  });
});

describe('what an index and its contexts take', () => {
  const docs = [
    { id: 'a', title: 'A', text: '# A\n\nalpha beta gamma\n\n## B\n\ndelta delta\n', fields: {} },
    { id: 'b', title: 'B', text: '# B\n\nalpha\n', fields: {} },
  ];
  const chunkSet = headings(docs);
  const cases = [{ ...caseOf('c-1', ['a']), query: 'alpha delta' }];

  it('is recorded with a run, and kept', async () => {
    const store = openStore(path.join(temporaryFolder(), 'lab.sqlite'));
    const made = await vector(chunkSet, { embedder: cached(hashing({ dimensions: 8 }), newFile()) });
    const run = await evaluate(hybrid([bm25(chunkSet), made]), cases, { store, k: 2 });
    const tokens = chunkSet.chunks.map((chunk) => countTokens(chunk.text));
    const sum = tokens.reduce((total, one) => total + one, 0);
    expect(run.costs).toEqual({
      indexBytes: expect.any(Number),
      chunkTokens: { mean: sum / 3, of: 3 },
      embedding: { texts: 3, tokens: expect.any(Number), exact: false, dollars: 0 },
    });
    const hits = run.results[0]!.hits.slice(0, 2).map((hit) => hit.chunkId);
    const read = chunkSet.chunks.filter((chunk) => hits.includes(chunk.id));
    expect(run.results[0]!.contextTokens).toBe(
      read.reduce((total, chunk) => total + countTokens(chunk.text), 0),
    );
    expect(store.run(run.id)).toEqual(run);
    expect(costsOf(run)).toMatchObject({ embeddingDollars: 0, chunkTokens: sum / 3 });
  });

  it('counts the bytes of postings and of vectors', async () => {
    const one = headings([{ id: 'a', title: '', text: 'ab cd ab\n', fields: {} }]);
    // Two words of two letters; two postings (4 + 8), their highest impacts (8 each) and three starts.
    expect(await bm25(one).indexCosts?.()).toEqual({ bytes: 4 + 2 * 12 + 2 * 8 + 3 * 4, embedding: null });
    const dense = await vector(one, { embedder: hashing({ dimensions: 8 }) });
    expect((await dense.indexCosts?.())?.bytes).toBe(8 * 5);
  });

  it('says the price of a model by its own tokens, whatever is in the cache', async () => {
    const price = 0.02;
    const embedder: Embedder = {
      ...hashing({ dimensions: 8 }),
      dollarsPerMillionTokens: price,
    };
    const { tokens, dollars } = await embeddingCosts(cached(embedder, newFile()), ['one', 'two']);
    expect(dollars).toBeCloseTo((tokens * price) / 1e6, 15);
  });
});

function newFile(): string {
  return path.join(temporaryFolder(), 'embeddings.sqlite');
}

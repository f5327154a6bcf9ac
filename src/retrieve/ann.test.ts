import { describe, expect, it } from 'vitest';
import { randomInt, randomWords } from '../measure/random.js';
import type { Chunk, Hit, Retriever } from '../types.js';
import { ann } from './ann.js';
import { annRecall } from './ann-recall.js';
import { hashEmbedder } from './hash-embedder.contract.js';
import { retrieverContract } from './retriever.contract.js';
import { vector } from './vector.js';

retrieverContract('ann', (chunks) => ann(chunks, { embedder: hashEmbedder() }));
retrieverContract('ann from a setting', (chunks) => ann({ embedder: hashEmbedder() }).build(chunks));

const words = randomWords(3);
const sentence = (length: number) =>
  Array.from({ length }, () => `t${Math.floor(900 ** (randomInt(words, 1 << 20) / (1 << 20)))}`).join(' ');
const chunks: readonly Chunk[] = Array.from({ length: 2000 }, (_, i) => {
  const text = sentence(12);
  return { id: `d${i}#0`, docId: `d${i}`, start: 0, end: text.length, text };
});
const queries = Array.from({ length: 40 }, () => sentence(6));

describe('approximate search', () => {
  it('finds nearly all of the exact best, with the exact scores', async () => {
    const embedder = hashEmbedder(64);
    const near = await ann(chunks, { embedder });
    const exact = await vector(chunks, { embedder });
    const recall = await annRecall(near, exact, queries, 10);
    expect(recall).toMatchObject({ k: 10, queries: 40 });
    expect(recall.mean).toBeGreaterThan(0.95);
    const scores = new Map((await exact.search(queries[0]!, 2000)).map((hit) => [hit.chunkId, hit.score]));
    for (const hit of await near.search(queries[0]!, 10)) expect(hit.score).toBe(scores.get(hit.chunkId));
  });

  it('finds a chunk by the nearest of what is indexed for it, once', async () => {
    const doubled = chunks.slice(0, 100).map((chunk) => ({ ...chunk, indexed: [chunk.text, sentence(3)] }));
    const { search } = await ann(doubled, { embedder: hashEmbedder(64) });
    const hits = await search(doubled[7]!.text, 20);
    expect(hits).toHaveLength(20);
    expect(new Set(hits.map((hit) => hit.chunkId)).size).toBe(20);
    expect(hits[0]!.score).toBeCloseTo(1, 6);
  });

  it('refuses settings that make no sense, by name', () => {
    const embedder = hashEmbedder();
    expect(() => ann({} as never)).toThrow(
      'ann: there is no embedder, wanted one that turns texts into vectors; write ann({ embedder })',
    );
    expect(() => ann({ embedder, connectivity: 0 })).toThrow(
      'ann: connectivity is 0, wanted a whole number of at least 1; 16 is usual',
    );
    expect(() => ann({ embedder, ef: 3 } as never)).toThrow(
      'ann: the option "ef" is unknown, wanted embedder, folder, connectivity, expansionAdd, expansionSearch, threads; rename or drop it',
    );
  });
});

describe('the recall of an approximate search', () => {
  const table = (rows: Readonly<Record<string, readonly [string, number][]>>): Retriever => ({
    search: (query, depth) =>
      (rows[query] ?? [])
        .slice(0, depth)
        .map(([docId, score]): Hit => ({ chunkId: `${docId}#0`, docId, score })),
  });

  it('is the share of the exact best that was found, ties counted as found', async () => {
    const exact = table({
      x: [
        ['a', 3],
        ['b', 2],
        ['c', 1],
      ],
      y: [
        ['a', 3],
        ['b', 2],
      ],
    });
    const near = table({
      x: [
        ['a', 3],
        ['d', 1],
        ['e', 0.5],
      ],
      y: [
        ['c', 2],
        ['a', 1],
      ],
    });
    expect(await annRecall(near, exact, ['x', 'y', 'none'], 3)).toEqual({
      k: 3,
      queries: 3,
      mean: (2 / 3 + 1 + 1) / 3,
      lowest: { query: 'x', recall: 2 / 3 },
      complete: 2,
    });
  });

  it('refuses what it cannot average over', async () => {
    await expect(annRecall(table({}), table({}), [], 3)).rejects.toThrow(
      'annRecall: there are no queries, wanted at least one; give some',
    );
    await expect(annRecall(table({}), table({}), ['x'], 0)).rejects.toThrow(
      'annRecall: k is 0, wanted a whole number of at least 1; correct it',
    );
  });
});

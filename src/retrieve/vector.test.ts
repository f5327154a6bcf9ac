import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headings } from '../chunk/headings.js';
import type { Chunk, Embedder, EmbedRole } from '../types.js';
import { exactSearch } from './exact-search.js';
import { hashEmbedder } from './hash-embedder.contract.js';
import { retrieverContract } from './retriever.contract.js';
import { vector } from './vector.js';

retrieverContract('vector', (chunks) => vector(chunks, { embedder: hashEmbedder() }));
retrieverContract('vector from a setting', (chunks) => vector({ embedder: hashEmbedder() }).build(chunks));

const chunk = (text: string, i: number): Chunk => ({
  id: `d${i}#0`,
  docId: `d${i}`,
  start: 0,
  end: text.length,
  text,
});

describe('exact search by cosine', () => {
  const number = fc.oneof(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.constantFrom(0, 1, -1, 0.5, 1e-30, 1e-3),
  );
  const vectorsOf = (dimensions: number) =>
    fc.array(fc.array(number, { minLength: dimensions, maxLength: dimensions }), {
      minLength: 1,
      maxLength: 60,
    });

  it('finds what its definition finds, whatever the shortcut leaves out, ties by chunk order', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(1, 3, 16, 33)
          .chain((dimensions) => fc.tuple(vectorsOf(dimensions), vectorsOf(dimensions))),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(1, 3),
        ([rows, queries], depth, most) => {
          const dimensions = rows[0]!.length;
          const unit = rows.map((row) => unitOf(row));
          const owners = Int32Array.from(rows, (_, i) => Math.floor(i / most));
          const values = new Float32Array(unit.flatMap((row) => [...row]));
          const search = exactSearch({ dimensions, values, owners });
          for (const query of queries.slice(0, 3).map((one) => Float64Array.from(unitOf(one)))) {
            const found = search(query, depth).map(({ text, score }) => ({ owner: owners[text]!, score }));
            const wanted = naive(unit, owners, query, depth);
            expect(found.length).toBe(wanted.length);
            found.forEach((hit, i) => {
              expect(Math.abs(hit.score - wanted[i]!.score)).toBeLessThan(1e-12);
            });
            for (const [i, hit] of found.entries()) {
              const before = found[i - 1];
              if (before !== undefined && before.score === hit.score)
                expect(before.owner).toBeLessThan(hit.owner);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('tells apart what bytes cannot', () => {
    const dimensions = 16;
    const rows = Array.from({ length: 400 }, (_, i) => unitOf([1, ...Array(14).fill(0), i * 1e-5]));
    const values = new Float32Array(rows.flatMap((row) => [...row]));
    const search = exactSearch({ dimensions, values, owners: Int32Array.from(rows, (_, i) => i) });
    const query = Float64Array.from(unitOf([0.2, ...Array(14).fill(0), 1]));
    expect(search(query, 3).map((hit) => hit.text)).toEqual([399, 398, 397]);
  });
});

describe('the retriever vector', () => {
  it('asks for documents and queries as such', async () => {
    const roles: EmbedRole[] = [];
    const embedder: Embedder = {
      ...hashEmbedder(),
      embed: (texts, role) => {
        roles.push(role);
        return hashEmbedder().embed(texts, role);
      },
    };
    const { search } = await vector(['alpha', 'beta'].map(chunk), { embedder });
    await search('beta', 1);
    expect(roles).toEqual(['document', 'query']);
  });

  it('finds a chunk by the nearest of what is indexed for it, once', async () => {
    const chunks = [
      { ...chunk('alpha', 0), indexed: ['beta', 'beta gamma', 'gamma'] },
      chunk('beta gamma', 1),
      { ...chunk('beta', 2), indexed: [] },
    ];
    const { search } = await vector(chunks, { embedder: hashEmbedder(512) });
    const hits = await search('beta', 9);
    expect(hits.map((hit) => hit.chunkId)).toEqual(['d0#0', 'd1#0']);
    expect(hits.map((hit) => hit.score)).toEqual([1, expect.closeTo(Math.SQRT1_2, 6)]);
  });

  it('brings vectors to unit length', async () => {
    const embedder: Embedder = {
      ...hashEmbedder(2),
      embed: async (texts) => texts.map((text) => Float32Array.from([text.length, 1])),
    };
    const { search } = await vector(['a', 'aaaa'].map(chunk), { embedder });
    const hits = await search('aaaa', 2);
    expect(hits[0]).toEqual({ chunkId: 'd1#0', docId: 'd1', score: expect.closeTo(1, 6) });
    expect(hits[1]!.score).toBeCloseTo(5 / Math.sqrt(2 * 17), 6);
  });

  it('names what an embedder got wrong', async () => {
    const giving = (...vectors: readonly (readonly number[])[]): Embedder => ({
      ...hashEmbedder(2),
      embed: async () => vectors.map((one) => Float32Array.from(one)),
    });
    const built = (embedder: Embedder) => vector([chunk('alpha beta', 0)], { embedder });
    await expect(built(giving())).rejects.toThrow(
      'vector: the embedder "hash" gave 0 vectors for 1 texts, wanted one for each; correct its embed()',
    );
    await expect(built(giving([1, 2, 3]))).rejects.toThrow(
      'vector: the embedder "hash" gave 3 numbers for "alpha beta", wanted its 2 dimensions; correct its embed() or its dimensions',
    );
    await expect(built(giving([1, Number.NaN]))).rejects.toThrow(
      'vector: the embedder "hash" gave a vector that is not finite for "alpha beta", wanted finite numbers; correct its embed() or its dimensions',
    );
    expect(() => vector({} as never)).toThrow(
      'vector: there is no embedder, wanted one that turns texts into vectors; write vector({ embedder })',
    );
  });

  it('is told apart by its embedder, and tells how far it is', async () => {
    const told: (number | null)[][] = [];
    const spec = vector({ embedder: hashEmbedder(8), onProgress: (...one) => told.push(one) });
    expect(spec.name).toBe('vector hash');
    expect(spec.config).toEqual({
      retriever: 'vector',
      embedder: { name: 'hash', config: { dimensions: 8 } },
    });
    await spec.build(headings([{ id: 'p', title: '', text: '## a\n\n## b\n', fields: {} }]));
    expect(told).toEqual([[2, 2]]);
  });
});

function unitOf(row: readonly number[]): Float32Array {
  const norm = Math.hypot(...row);
  return Float32Array.from(row, (value) => (norm === 0 ? 0 : value / norm));
}

function naive(rows: readonly Float32Array[], owners: Int32Array, query: Float64Array, depth: number) {
  const best = new Map<number, number>();
  rows.forEach((row, i) => {
    const score = row.reduce((sum, value, at) => sum + value * query[at]!, 0);
    best.set(owners[i]!, Math.max(best.get(owners[i]!) ?? -2, score));
  });
  return [...best]
    .sort((a, b) => b[1] - a[1])
    .slice(0, depth)
    .map(([owner, score]) => ({ owner, score }));
}

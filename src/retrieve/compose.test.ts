import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headings } from '../chunk/headings.js';
import type { ChunkSet, Hit, PlainRetriever, Retriever, SearchAnswer } from '../types.js';
import { hitsOf, stagesOf } from './answer.js';
import { bm25 } from './bm25.js';
import { filtered } from './filtered.js';
import { hashEmbedder } from './hash-embedder.contract.js';
import { hybrid } from './hybrid.js';
import { rerank } from './rerank.js';
import { retrieverContract } from './retriever.contract.js';
import { rewritten } from './rewritten.js';
import { vector } from './vector.js';

const embedder = hashEmbedder();
const reversed = (_query: string, hits: readonly Hit[]) =>
  [...hits].reverse().map((hit, i) => ({ ...hit, score: -i }));
const twice = (query: string) => [query, `${query} alpha`];

retrieverContract('hybrid of settings', (chunks) => hybrid([bm25(), vector({ embedder })]).build(chunks));
retrieverContract('hybrid by scores', async (chunks) =>
  hybrid([bm25(chunks), await vector(chunks, { embedder })], { fusion: 'score', weights: [1, 0.5] }),
);
retrieverContract('reranked', (chunks) => rerank(bm25(), reversed).build(chunks));
retrieverContract('rewritten', (chunks) => rewritten(bm25(), twice).build(chunks));
retrieverContract('rewritten as one query', (chunks) => rewritten(bm25(chunks), (query) => `${query} beta`));
retrieverContract('filtered', (chunks) => filtered(bm25(), (hit) => hit.docId !== 'page-2').build(chunks));
retrieverContract('all of them in one', (chunks) =>
  filtered(rerank(hybrid([rewritten(bm25(), twice), vector({ embedder })]), reversed), () => true).build(
    chunks,
  ),
);

/** A retriever with a ranking for each query, or one for all. */
function table(
  name: string,
  rows: readonly [string, number][] | Readonly<Record<string, readonly [string, number][]>>,
): PlainRetriever {
  const of = (query: string) =>
    Array.isArray(rows) ? rows : ((rows as Record<string, [string, number][]>)[query] ?? []);
  const search = (query: string, depth: number) =>
    of(query)
      .slice(0, depth)
      .map(([docId, score]: [string, number]): Hit => ({ chunkId: `${docId}#0`, docId, score }));
  return { name, search };
}

const ids = (answer: SearchAnswer) => hitsOf(answer).map((hit) => hit.docId);
const a = table('a', [
  ['x', 9],
  ['y', 8],
  ['z', 1],
]);
const b = table('b', [
  ['y', 0.5],
  ['w', 0.4],
  ['x', 0.1],
]);

describe('hybrid', () => {
  it('adds up the reciprocal ranks of each chunk', async () => {
    const hits = hitsOf(await hybrid([a, b]).search('q', 10));
    expect(hits.map((hit) => [hit.docId, hit.score])).toEqual([
      ['y', 1 / 62 + 1 / 61],
      ['x', 1 / 61 + 1 / 63],
      ['w', 1 / 62],
      ['z', 1 / 63],
    ]);
  });

  it('weighs its parts, and takes another k', async () => {
    const hits = hitsOf(await hybrid([a, b], { weights: [3, 1], k: 0 }).search('q', 2));
    expect(hits.map((hit) => [hit.docId, hit.score])).toEqual([
      ['x', 3 + 1 / 3],
      ['y', 3 / 2 + 1],
    ]);
  });

  it('adds up scores from 0 to 1, where it is told to', async () => {
    const hits = hitsOf(await hybrid([a, b], { fusion: 'score' }).search('q', 10));
    expect(hits.map((hit) => hit.docId)).toEqual(['y', 'x', 'w', 'z']);
    expect(hits.map((hit) => hit.score)).toEqual([7 / 8 + 1, 1, expect.closeTo(0.75, 12), 0]);
    const flat = table('flat', [
      ['u', 5],
      ['v', 5],
    ]);
    const alone = hitsOf(await hybrid([flat, table('none', [])], { fusion: 'score' }).search('q', 10));
    expect(alone.map((hit) => [hit.docId, hit.score])).toEqual([
      ['u', 1],
      ['v', 1],
    ]);
  });

  it('agrees with its definition on any lists', async () => {
    const list = fc
      .uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 })
      .map((docs) => docs.map((doc, i): [string, number] => [doc, 20 - i]));
    await fc.assert(
      fc.asyncProperty(list, list, list, async (...lists) => {
        const found = hitsOf(await hybrid(lists.map((one, i) => table(`${i}`, one))).search('q', 8));
        const scores = new Map<string, number>();
        for (const one of lists)
          one.forEach(([doc], i) => {
            scores.set(doc, (scores.get(doc) ?? 0) + 1 / (61 + i));
          });
        expect(new Map(found.map((hit) => [hit.docId, hit.score]))).toEqual(scores);
      }),
    );
  });

  it('tells what each part gave, parts of the same name apart, parts of parts by their way', async () => {
    const inner = hybrid([a, b], { name: 'inner' });
    const { stages } = (await hybrid([a, a, inner]).search('q', 1)) as Exclude<SearchAnswer, readonly Hit[]>;
    expect(stages.map((stage) => stage.name)).toEqual(['a', 'a (2)', 'inner / a', 'inner / b', 'inner']);
    expect(stages[0]!.hits).toEqual(a.search('q', 9));
  });

  it('is a setting where a part is one, with all that changes its results in its configuration', () => {
    const spec = hybrid([bm25(), vector({ embedder })], { fusion: 'score', weights: [2, 1] });
    expect(spec.name).toBe('hybrid score (bm25 + vector hash)');
    expect(spec.config).toEqual({
      retriever: 'hybrid',
      fusion: 'score',
      weights: [2, 1],
      depth: 100,
      parts: [
        { name: 'bm25', config: { retriever: 'bm25', k1: 1.5, b: 0.75 } },
        {
          name: 'vector hash',
          config: { retriever: 'vector', embedder: { name: 'hash', config: { dimensions: 24 } } },
        },
      ],
    });
  });

  it('refuses what makes no sense', async () => {
    expect(() => hybrid([a])).toThrow('hybrid: there are 1 parts, wanted at least two retrievers; add one');
    expect(() => hybrid([a, {} as Retriever])).toThrow(
      'hybrid: part 2 has no search() and no build(), wanted a retriever or the setting of one, such as bm25(); give one',
    );
    expect(() => hybrid([a, b], { weights: [1] })).toThrow(
      'hybrid: weights are [1], wanted 2 numbers of at least 0, not all 0; correct them',
    );
    expect(() => hybrid([a, b], { fusion: 'sum' as 'rrf' })).toThrow(
      'hybrid: fusion is "sum", wanted "rrf" or "score"; pick one',
    );
    expect(() => hybrid([a, b], { rrf: 3 } as object)).toThrow(
      'hybrid: the option "rrf" is unknown, wanted fusion, k, weights, depth or name; rename or drop it',
    );
    const double = table('double', [
      ['x', 2],
      ['x', 1],
    ]);
    await expect(async () => hybrid([a, double]).search('q', 2)).rejects.toThrow(
      'double: the chunk "x#0" is among the hits twice, wanted each once; correct its search()',
    );
    const [one, other] = ['alpha', 'beta'].map((text) => bm25(chunkSetOf(text)));
    expect(() => hybrid([one!, other!], { name: 'both' })).toThrow(
      /^both: its parts search 1 pages · sha1 \w+ and 1 pages · sha1 \w+, wanted the same pages; build them for one corpus$/,
    );
  });
});

describe('rerank', () => {
  it('puts the same hits in another order, at most as many as were asked for', async () => {
    const retriever = rerank(a, reversed);
    const answer = await retriever.search('q', 2);
    expect(ids(answer)).toEqual(['z', 'y']);
    expect(stagesOf(answer)).toEqual([{ name: 'a', hits: a.search('q', 9) }]);
    expect(retriever.name).toBe('rerank reversed (a)');
  });

  it('gives the reranker as many as `depth`, the query and the chunks', async () => {
    const seen: unknown[] = [];
    const spec = rerank(
      bm25(),
      (query, hits, chunkOf) => {
        seen.push(query, ...hits.map((hit) => chunkOf(hit.chunkId)?.text));
        return hits;
      },
      { depth: 1 },
    );
    await (await spec.build(chunkSetOf('alpha'))).search('alpha', 1);
    expect(seen).toEqual(['alpha', '## alpha\n']);
  });

  it('cannot change what is found: others, missing and double hits are errors, and so are scores that rise', async () => {
    const by = (change: (hits: readonly Hit[]) => readonly Hit[]) =>
      expect(async () => rerank(a, (_, hits) => change(hits), { name: 'r' }).search('q', 3)).rejects;
    await by((hits) => [...hits, { chunkId: 'w#0', docId: 'w', score: 0 }]).toThrow(
      'r: the chunk "w#0" is not among the 3 hits that were given, wanted those alone; drop it',
    );
    await by((hits) => hits.slice(1)).toThrow(
      'r: the chunk "x#0" is missing, wanted all 3 hits that were given; put it last, or drop it with filtered()',
    );
    await by((hits) => [hits[0]!, hits[0]!, hits[1]!]).toThrow(
      'r: the chunk "x#0" is there twice, wanted each hit once; drop one',
    );
    await by((hits) => [...hits].reverse()).toThrow(
      'r: hit 2 ("y#0") has the score 8 after 1, wanted scores that do not rise; sort by score, or give scores that follow the order',
    );
  });
});

describe('rewritten', () => {
  const rows = table('t', {
    one: [
      ['x', 2],
      ['y', 1],
    ],
    two: [
      ['z', 5],
      ['y', 1],
    ],
  });

  it('asks something else, and says what', async () => {
    const answer = await rewritten(rows, async () => 'two').search('one', 5);
    expect(hitsOf(answer)).toEqual(rows.search('two', 5));
    expect(stagesOf(answer)).toEqual([{ name: 't', query: 'two', hits: rows.search('two', 5) }]);
  });

  it('fuses the hits of several queries by their ranks', async () => {
    const answer = await rewritten(rows, (query) => [query, 'two']).search('one', 5);
    expect(hitsOf(answer).map((hit) => [hit.docId, hit.score])).toEqual([
      ['y', 2 / 62],
      ['x', 1 / 61],
      ['z', 1 / 61],
    ]);
    expect(stagesOf(answer).map((stage) => [stage.name, stage.query])).toEqual([
      ['t', 'one'],
      ['t (2)', 'two'],
    ]);
  });

  it('refuses a rewriting that is no text', async () => {
    await expect(async () => rewritten(rows, () => [], { name: 'r' }).search('one', 5)).rejects.toThrow(
      'r: "one" was rewritten as [], wanted a text or a list of some; return the query itself to leave it',
    );
  });
});

describe('filtered', () => {
  it('asks for more until enough are left', async () => {
    const asked: number[] = [];
    const many = table(
      'many',
      Array.from({ length: 40 }, (_, i): [string, number] => [`d${i}`, -i]),
    );
    const watched = {
      ...many,
      search: (query: string, depth: number) => {
        asked.push(depth);
        return many.search(query, depth);
      },
    };
    const answer = await filtered(watched, (hit) => hit.score <= -9).search('q', 3);
    expect(ids(answer)).toEqual(['d9', 'd10', 'd11']);
    expect(asked).toEqual([3, 6, 12]);
    expect(ids(await filtered(many, () => false).search('q', 3))).toEqual([]);
    expect(asked.length).toBe(3);
  });

  it('gives the chunk beside the hit', async () => {
    const seen: (string | undefined)[] = [];
    const keep = (_: Hit, chunk: { readonly text: string } | undefined) => seen.push(chunk?.text) > 0;
    await filtered(bm25(chunkSetOf('alpha')), keep).search('alpha', 1);
    await filtered(a, keep).search('q', 1);
    expect(seen).toEqual(['## alpha\n', undefined]);
  });
});

function chunkSetOf(text: string): ChunkSet {
  return headings([{ id: 'p', title: '', text: `## ${text}\n`, fields: {} }]);
}

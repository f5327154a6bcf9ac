import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedJson, sharedPath } from '../../test/shared-data.js';
import { headings } from '../chunk/headings.js';
import { openFolder } from '../dataset/open.js';
import { randomInt, randomWords } from '../measure/random.js';
import type { Chunk, Hit } from '../types.js';
import { bm25 } from './bm25.js';
import { type Bm25Index, bm25Index } from './bm25-index.js';
import { retrieverContract } from './retriever.contract.js';
import { tokenize } from './tokenize.js';

retrieverContract('BM25', (chunks) => bm25(chunks));
retrieverContract('BM25 from a setting', (chunks) => bm25({ k1: 1.2 }).build(chunks));

const chunk = (text: string, i: number): Chunk => ({
  id: `d${i}#0`,
  docId: `d${i}`,
  start: 0,
  end: text.length,
  text,
});

/** BM25 from its definition: nothing computed ahead, everything sorted. */
function naive(texts: readonly string[], query: string, depth: number, k1 = 1.5, b = 0.75): readonly Hit[] {
  const docs = texts.map(tokenize);
  const mean = docs.reduce((sum, doc) => sum + doc.length, 0) / docs.length;
  const scored = docs.map((doc, i) => {
    let score = 0;
    for (const term of new Set(tokenize(query))) {
      const tf = doc.filter((one) => one === term).length;
      const df = docs.filter((other) => other.includes(term)).length;
      if (tf === 0) continue;
      score +=
        (Math.log(1 + (docs.length - df + 0.5) / (df + 0.5)) * tf * (k1 + 1)) /
        (tf + k1 * (1 - b + (b * doc.length) / mean));
    }
    return { i, score };
  });
  const best = scored.filter(({ score }) => score > 0).sort((x, y) => y.score - x.score || x.i - y.i);
  return best.slice(0, depth).map(({ i, score }) => ({ chunkId: `d${i}#0`, docId: `d${i}`, score }));
}

const indexes = new WeakMap<object, Bm25Index>();

/** Adds every posting's impact in the order of the query's terms, and sorts all chunks by their best text. */
function everyPosting(
  chunks: readonly (Chunk & { readonly indexed: readonly string[] })[],
  query: string,
  depth: number,
): readonly Hit[] {
  const owners = chunks.flatMap((chunk) => chunk.indexed.map(() => chunk));
  const index = indexes.get(chunks) ?? bm25Index(chunks.flatMap((chunk) => chunk.indexed));
  indexes.set(chunks, index);
  const scores = new Float64Array(owners.length);
  for (const token of new Set(tokenize(query))) {
    const term = index.terms.get(token);
    if (term === undefined) continue;
    for (let at = index.starts[term]!; at < index.starts[term + 1]!; at++)
      scores[index.numbers[at]!]! += index.impacts[at]!;
  }
  const best = new Map<Chunk, number>();
  owners.forEach((chunk, i) => {
    if (scores[i]! > (best.get(chunk) ?? 0)) best.set(chunk, scores[i]!);
  });
  return chunks
    .filter((chunk) => best.has(chunk))
    .sort((a, b) => best.get(b)! - best.get(a)!)
    .slice(0, depth)
    .map((chunk) => ({ chunkId: chunk.id, docId: chunk.docId, score: best.get(chunk)! }));
}

describe('BM25', () => {
  const words = fc
    .array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'x.y', 'foo_bar'), { maxLength: 12 })
    .map((list) => list.join(' '));

  it('finds what its definition finds, in the same order, ties by chunk order', () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 30 }),
        words,
        fc.integer({ min: 1, max: 12 }),
        (texts, query, depth) => {
          const found = bm25(texts.map(chunk)).search(query, depth) as readonly Hit[];
          const wanted = naive(texts, query, depth);
          expect(found.map((hit) => hit.chunkId)).toEqual(wanted.map((hit) => hit.chunkId));
          for (const [i, hit] of found.entries()) expect(hit.score).toBeCloseTo(wanted[i]!.score, 12);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('forgets a query before the next one', () => {
    const { search } = bm25(['alpha beta', 'beta'].map(chunk));
    const first = search('beta', 5);
    search('alpha', 5);
    expect(search('beta', 5)).toEqual(first);
  });

  it('counts a repeated query term once', () => {
    const { search } = bm25(['alpha beta', 'beta beta'].map(chunk));
    expect(search('beta beta beta', 5)).toEqual(search('beta', 5));
  });

  it('has no hits for a query without known terms', () => {
    expect(bm25(['alpha'].map(chunk)).search('omega !', 5)).toEqual([]);
    expect(bm25([]).search('alpha', 5)).toEqual([]);
  });

  it('finds a chunk by what is indexed for it, with the score of its best text, once', () => {
    const chunks = [
      { ...chunk('alpha', 0), indexed: ['beta gamma', 'beta', 'gamma gamma gamma'] },
      chunk('beta gamma', 1),
      { ...chunk('beta', 2), indexed: [] },
    ];
    const texts = ['beta gamma', 'beta', 'gamma gamma gamma', 'beta gamma'];
    const [first, second] = naive(texts, 'beta', 9);
    expect(bm25(chunks).search('beta', 9)).toEqual([
      { chunkId: 'd0#0', docId: 'd0', score: first!.score },
      { chunkId: 'd1#0', docId: 'd1', score: second!.score },
    ]);
    expect(bm25(chunks).search('alpha', 9)).toEqual([]);
    expect(bm25(chunks).search('gamma', 1)).toHaveLength(1);
  });

  it('gives to the bit what adding every posting gives, whatever is left out on the way', () => {
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.integer({ min: 1024, max: 1500 }),
        fc.constantFrom(1, 1, 3),
        fc.constantFrom(3, 12),
        (seed, size, most, length) => {
          const words = randomWords(seed);
          const sentence = (count: number) =>
            Array.from({ length: count }, () => `t${Math.floor(400 ** (words() / 2 ** 32))}`).join(' ');
          const chunks = Array.from({ length: size }, (_, i) => ({
            ...chunk(sentence(length), i),
            indexed: Array.from({ length: randomInt(words, most) + 1 }, () => sentence(length)),
          }));
          const { search } = bm25(chunks);
          for (const count of [1, 2, 5, 30, 400]) {
            const query = sentence(count);
            for (const depth of [1, 10, 100, 2000])
              expect(search(query, depth)).toEqual(everyPosting(chunks, query, depth));
          }
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);

  it('refuses pages in the place of chunks', () => {
    const docs = [{ id: 'p', title: '', text: 'alpha', fields: {} }];
    expect(() => bm25(docs as never)).toThrow(
      'bm25: found "p", which is no chunk, wanted chunks; write bm25(headings(docs)) or bm25(wholePages(docs))',
    );
  });

  it('refuses settings that make no sense, by name', () => {
    expect(() => bm25([], { b: 2 })).toThrow('bm25: b is 2, wanted a number from 0 to 1; 0.75 is usual');
    expect(() => bm25([], { k1: Number.NaN })).toThrow(
      'bm25: k1 is NaN, wanted a number of at least 0; 1.5 is usual',
    );
    expect(() => bm25([], { k: 1 } as object)).toThrow(
      'bm25: the option "k" is unknown, wanted k1 or b; rename or drop it',
    );
  });

  // Values of a Python harness with the same k1, b and idf; scores rounded to 3 decimals there.
  test.skipIf(!hasSharedData)('has the reference top 20 of all 100 queries', async () => {
    const { top20 } = sharedJson<{ top20: Record<string, [string, number][]> }>(
      'expected',
      'reference-harness.json',
    );
    const { docs, cases } = await openFolder(sharedPath('orbit-layout'));
    const { search } = bm25(headings(docs));
    for (const item of cases) {
      const hits = (await search(item.query, 20)).map((hit) => [hit.chunkId, hit.score.toFixed(3)]);
      const wanted = top20[item.id]!.map(([id, score]) => [id, score.toFixed(3)]);
      expect(hits.map(([, score]) => score)).toEqual(wanted.map(([, score]) => score));
      expect(withinTies(hits)).toEqual(withinTies(wanted));
    }
  });
});

/** The ids sorted within equal rounded scores, where order may differ. */
function withinTies(hits: readonly (readonly (string | undefined)[])[]): readonly string[] {
  return hits.map(([id, score]) => `${score} ${id}`).sort();
}

describe('terms', () => {
  it('on ASCII are those of the reference pattern', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abAB09_-. \n/!:'), maxLength: 40 }), (text) => {
        expect(tokenize(text)).toEqual(text.toLowerCase().match(/[a-z0-9_]+(?:[-.][a-z0-9_]+)*/g) ?? []);
      }),
    );
  });

  test.skipIf(!hasSharedData)('are the reference terms, but for letters that ASCII lacks', () => {
    const { tokens } = sharedJson<{ tokens: Record<string, string[]> }>('expected', 'reference-harness.json');
    for (const [text, wanted] of Object.entries(tokens)) {
      if (/^[\x20-\x7e]*$/.test(text)) expect(tokenize(text)).toEqual(wanted);
    }
    expect(tokenize('Café naïve ﬁ')).toEqual(['café', 'naïve', 'ﬁ']);
  });

  it('keep letters, marks and digits of any script, composed', () => {
    expect(tokenize('Cafe\u0301')).toEqual(['café']);
    expect(tokenize('Straße ЁЖИК १२')).toEqual(['straße', 'ёжик', '१२']);
  });

  it('cut scripts without spaces into words', () => {
    expect(tokenize('検索エンジン').length).toBeGreaterThan(1);
    expect(tokenize('ค้นหาเอกสาร').length).toBeGreaterThan(1);
  });
});

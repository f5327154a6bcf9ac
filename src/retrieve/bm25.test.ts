import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedJson, sharedPath } from '../../test/shared-data.js';
import { headings } from '../chunk/headings.js';
import { openFolder } from '../dataset/open.js';
import type { Chunk, Hit } from '../types.js';
import { bm25 } from './bm25.js';
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseOf } from '../../test/examples.js';
import { fixedTokens } from '../chunk/fixed-tokens.js';
import { wholePages } from '../chunk/whole-pages.js';
import { evaluate } from '../measure/evaluate.js';
import { bm25 } from '../retrieve/bm25.js';
import { tokenize } from '../retrieve/tokenize.js';
import type { Chunk, Doc, Hit } from '../types.js';
import { bm25Terms } from './bm25-terms.js';
import { changes } from './changes.js';

const doc = (id: string, text: string): Doc => ({ id, title: id, text, fields: {} });
const chunk = (text: string, i: number): Chunk => ({
  id: `d${i}#0`,
  docId: `d${i}`,
  start: 0,
  end: Math.max(1, text.length),
  text,
});

/** One term's part, from the definition. */
function naivePart(texts: readonly string[], at: number, term: string, k1: number, b: number): number {
  const docs = texts.map(tokenize);
  const mean = docs.reduce((sum, one) => sum + one.length, 0) / docs.length;
  const tf = docs[at]!.filter((one) => one === term).length;
  const df = docs.filter((one) => one.includes(term)).length;
  if (tf === 0) return 0;
  const idf = Math.log(1 + (docs.length - df + 0.5) / (df + 0.5));
  return (idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * docs[at]!.length) / mean));
}

describe('BM25 term by term', () => {
  const words = fc
    .array(fc.constantFrom('alpha', 'beta', 'gamma', 'x.y'), { maxLength: 8 })
    .map((list) => list.join(' '));

  it('gives each term what its definition gives, and their sum is the score of the search', () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 40 }),
        words,
        fc.constantFrom(0, 1.2, 1.5),
        fc.constantFrom(0, 0.75, 1),
        (texts, query, k1, b) => {
          const chunks = texts.map(chunk);
          const termsOf = bm25Terms(chunks, { k1, b });
          const hits = bm25(chunks, { k1, b }).search(query, 100) as readonly Hit[];
          texts.forEach((_, i) => {
            const found = termsOf(query, { doc: `d${i}` })!;
            expect(found.terms.map(({ term }) => term)).toEqual([...new Set(tokenize(query))]);
            for (const { term, score } of found.terms)
              expect(score).toBeCloseTo(naivePart(texts, i, term, k1, b), 12);
            const hit = hits.find(({ docId }) => docId === `d${i}`);
            expect(found.score).toBeCloseTo(hit?.score ?? 0, 12);
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('reads the best chunk of a page, or of a stretch of it, by the best of its texts; null where there is none', () => {
    const piece = (id: string, start: number, text: string, indexed?: readonly string[]): Chunk => ({
      ...{ id, docId: 'p', start, end: start + text.length, text },
      ...(indexed === undefined ? {} : { indexed }),
    });
    const chunks = [piece('p#0', 0, 'alpha beta gamma'), piece('p#1', 20, 'none', ['beta', 'alpha alpha'])];
    const termsOf = bm25Terms(chunks);
    expect(termsOf('alpha', { doc: 'p' })!.chunkId).toBe('p#1');
    expect(termsOf('alpha', { doc: 'p', start: 0, end: 5 })!.chunkId).toBe('p#0');
    expect(termsOf('alpha', { doc: 'p', start: 50, end: 60 })).toBeNull();
    expect(termsOf('alpha', { doc: 'q' })).toBeNull();
  });
});

describe('the terms of a change', () => {
  const docs = [
    doc('gold', `alpha beta. ${'filler words here '.repeat(6)} gamma delta.`),
    doc('other', 'alpha gamma gamma.'),
  ];
  const item = { ...caseOf('c', ['gold']), query: 'alpha beta gamma' };
  const [whole, cut] = [wholePages(docs), fixedTokens(docs, { tokens: 6, overlap: 0 })];
  const run = (name: string, set: typeof whole, options = {}) =>
    evaluate(bm25(set, options), [item], { name, metrics: ['recall@1'], k: 1, depth: 5 });

  it('are those of the label in both runs and of what took its place, where the chunks are at hand', async () => {
    const [a, b] = [await run('pages', whole), await run('windows', cut)];
    const { cases } = changes(a, b, 'recall@1', { chunks: { a: whole, b: cut } });
    expect(cases[0]!.status).toBe('worse');
    const { terms, movedBy } = cases[0]!.labels[0]!;
    expect(movedBy.map((one) => one.doc)).toEqual(['other']);
    const part = (set: typeof whole, page: string, i: number) =>
      bm25Terms(set)(item.query, { doc: page })!.terms[i]!.score;
    expect(terms).toEqual(
      ['alpha', 'beta', 'gamma'].map((term, i) => ({
        term,
        a: part(whole, 'gold', i),
        b: part(cut, 'gold', i),
        mover: part(cut, 'other', i),
      })),
    );
    expect(terms![1]).toMatchObject({ mover: 0 });
  });

  it('are left out where the chunks are not at hand, or the recorded scores are none of theirs', async () => {
    const [a, b] = [await run('pages', whole), await run('windows', cut)];
    expect(changes(a, b).cases[0]!.labels[0]!.terms).toBeNull();
    const lied = { ...b, config: { retriever: 'bm25', k1: 0.1, b: 0 } };
    const { cases } = changes(a, lied, 'recall@1', { chunks: { a: whole, b: cut } });
    expect(cases[0]!.labels[0]!.terms).toBeNull();
  });
});

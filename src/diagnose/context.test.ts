import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../chunk/tokens.js';
import type { Hit } from '../types.js';
import { contextName, contextWords, cutContext, hitTexts } from './context.js';

/** Each is one token, with the blank before it. */
const WORDS = ['one', 'two', 'red', 'green', 'tea', 'water', 'cold', 'warm'];

const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.map((word) => ` ${word}`).join(''));

/** Chunks of pages, each page one chunk that begins ten characters in. */
function hitsOf(texts: readonly string[]) {
  const docs = texts.map((text, i) => ({
    id: `d${i}`,
    title: '',
    text: `${'-'.repeat(10)}${text}`,
    fields: {},
  }));
  const hits = texts.map(
    (text, i): Hit => ({ chunkId: `d${i}#1`, docId: `d${i}`, score: 1, start: 10, end: 10 + text.length }),
  );
  return { docs, hits };
}

describe('a context', () => {
  it('of tokens holds whole words of the ranking, one after another, until it is full', () => {
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 5 }), fc.integer({ min: 1, max: 25 }), (texts, budget) => {
        const { docs, hits } = hitsOf(texts);
        const words = texts.map((text) => text.trim().split(' '));
        expect(texts.map((text) => countTokens(text))).toEqual(words.map(({ length }) => length));
        const wanted: string[] = [];
        let left = budget;
        for (const one of words) {
          const taken = one.slice(0, left);
          if (taken.length > 0) wanted.push(taken.map((word) => ` ${word}`).join(''));
          left -= taken.length;
        }
        const cut = cutContext('here', hits, { tokens: budget }, hitTexts({ docs }));
        const shown = cut.hits.map(({ docId, start, end }) =>
          docs.find(({ id }) => id === docId)!.text.slice(start, end),
        );
        expect(shown).toEqual(wanted);
        expect(cut.filled).toBe(left === 0);
        const isCut = wanted.length > 0 && wanted.at(-1) !== texts[wanted.length - 1];
        expect(cut.cutAt).toBe(isCut ? wanted.length : null);
      }),
      { numRuns: 300 },
    );
  });

  it('of chunks holds the first of them', () => {
    const { hits } = hitsOf([' one', ' two', ' red']);
    const none = hitTexts({});
    expect(cutContext('here', hits, { chunks: 2 }, none)).toEqual({
      hits: hits.slice(0, 2),
      cutAt: null,
      filled: true,
    });
    expect(cutContext('here', hits, { chunks: 4 }, none)).toMatchObject({ hits, filled: false });
  });

  it('has a name, and words for a sentence', () => {
    expect([{ chunks: 6 }, { tokens: 2000 }].map(contextName)).toEqual(['k=6', '2000tok']);
    expect([{ chunks: 1 }, { chunks: 6 }, { tokens: 2000 }].map(contextWords)).toEqual([
      '1 chunk',
      '6 chunks',
      '2,000 tokens',
    ]);
  });
});

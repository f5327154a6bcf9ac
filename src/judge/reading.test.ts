import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../retrieve/tokenize.js';
import { densest } from './densest.js';
import { termPlaces } from './term-places.js';
import { termWeights } from './term-weights.js';

const words = fc.constantFrom(
  'keep-alive',
  'v2.1.0',
  'ÉTÉ',
  'e\u0301te\u0301',
  'İstanbul',
  'ẞ',
  '日本語の検索',
  'ภาษาไทย',
  '検索API',
  '👩‍👩‍👧',
  'K\u212A',
  '\r\n',
  '.',
  '-',
  ' ',
);

describe('the places of terms', () => {
  it('hold the terms that BM25 searches, one after the other, whatever the writing', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            words,
            fc.string({ unit: 'grapheme' }).map((text) => text.normalize('NFC')),
          ),
          { maxLength: 12 },
        ),
        (parts) => {
          const text = parts.join('');
          const places = termPlaces(text);
          expect(places.flatMap(({ terms }) => terms)).toEqual(tokenize(text));
          for (const [i, { start, end }] of places.entries()) {
            expect(start).toBeGreaterThanOrEqual(places[i - 1]?.end ?? 0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are offsets of the text as it is, after emoji and line ends of two characters too', () => {
    const text = '👩‍👩‍👧 Keep-Alive\r\n検索する';
    const shown = termPlaces(text).map(({ start, end, terms }) => [text.slice(start, end), ...terms]);
    expect(shown[0]).toEqual(['Keep-Alive', 'keep-alive']);
    expect(
      shown
        .slice(1)
        .map(([slice]) => slice)
        .join(''),
    ).toBe('検索する');
    expect(shown.length).toBeGreaterThan(2);
  });
});

/** The same by its definition: every stretch from one term to another is tried. */
function densestByTrying(text: string, weights: ReadonlyMap<string, number>, width: number): number | null {
  const marks = termPlaces(text).filter(({ terms }) => terms.some((term) => weights.has(term)));
  let best: number | null = null;
  for (const [i, from] of marks.entries())
    for (const to of marks.slice(i)) {
      if (to.end - from.start > width && to !== from) continue;
      best = Math.max(best ?? 0, scoreByCounting(text.slice(from.start, to.end), weights));
    }
  return best;
}

function scoreByCounting(part: string, weights: ReadonlyMap<string, number>): number {
  const terms = tokenize(part);
  return [...weights].reduce((sum, [term, weight]) => {
    const times = terms.filter((one) => one === term).length;
    return times === 0 ? sum : sum + weight * (1 + (times - 1) / 10);
  }, 0);
}

describe('the densest passage', () => {
  it('is the best of all that could be', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'x', 'yyyyyyyy'), { maxLength: 40 })
      .map((list) => list.join(' '));
    const weights = new Map([
      ['a', 2],
      ['b', 1],
      ['c', 0.5],
    ]);
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (page, width) => {
        const found = densest(page, termPlaces(page), weights, width);
        const best = densestByTrying(page, weights, width);
        if (best === null) expect(found).toBeNull();
        else expect(scoreByCounting(page.slice(found!.start, found!.end), weights)).toBeCloseTo(best, 9);
      }),
      { numRuns: 300 },
    );
  });

  it('is not the table of contents, where the words stand elsewhere too', () => {
    const page = `- [body limit](#body-limit)\n\n${'other text. '.repeat(90)}\n\n## Body limit\n\nThe limit of a body.`;
    const weights = new Map([
      ['body', 1],
      ['limit', 1],
    ]);
    const found = densest(page, termPlaces(page), weights)!;
    expect(page.slice(found.start, found.end)).toBe('Body limit\n\nThe limit of a body');
    const alone = densest('- [body](#body)', termPlaces('- [body](#body)'), weights)!;
    expect(alone).toEqual({ start: 3, end: 14 });
  });
});

describe('what the words of a query tell', () => {
  const doc = (text: string) => ({ id: text, title: text, text, fields: {} });
  const docs = ['the pool', 'the agent', 'the the proxy', 'socket'].map(doc);

  it('is BM25’s inverse document frequency; words of more than half of the pages are common', () => {
    const terms = termWeights(['the pool of the'], docs)('the pool of the');
    expect(terms.map(({ term, common }) => [term, common])).toEqual([
      ['the', true],
      ['pool', false],
      ['of', false],
    ]);
    // 3, 1 and 0 of 4 pages.
    expect(terms[0]!.weight).toBeCloseTo(Math.log(1 + 1.5 / 3.5), 12);
    expect(terms[1]!.weight).toBeCloseTo(Math.log(1 + 3.5 / 1.5), 12);
    expect(terms[2]!.weight).toBeCloseTo(Math.log(1 + 4.5 / 0.5), 12);
  });

  it('calls none common where all are', () => {
    expect(termWeights(['the'], docs)('the')[0]!.common).toBe(false);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens, tokenOffsets } from '../chunk/tokens.js';
import type { Hit } from '../types.js';
import { coverOfHits, heldShare, heldWithinBudget } from './held-spans.js';
import { alternatives } from './needs.js';
import { shareText } from './share-text.js';

const page = 'one two three four five six seven eight nine ten eleven twelve';
const hit = (start: number, end: number): Hit => ({
  chunkId: `p#${start}`,
  docId: 'p',
  score: 1,
  start,
  end,
});
const textOf = ({ start, end }: Hit) => page.slice(start, end);
const places = fc
  .tuple(fc.nat(page.length), fc.nat(page.length))
  .map(([x, y]) => [Math.min(x, y), Math.max(x, y)] as const);

describe('what hits hold of a labelled stretch', () => {
  it('is what counting character by character says, within any budget', () => {
    const given = fc.record({
      hits: fc.array(places, { maxLength: 5 }),
      label: places.filter(([start, end]) => end > start),
      tokens: fc.integer({ min: 1, max: 25 }),
    });
    fc.assert(
      fc.property(given, ({ hits, label: [start, end], tokens }) => {
        const chars = new Set<number>();
        let left = tokens;
        for (const [from, to] of hits) {
          if (left <= 0) break;
          const text = page.slice(from, to);
          const size = countTokens(text);
          const length = size <= left ? text.length : tokenOffsets(text)[left]!;
          for (let i = 0; i < length; i++) chars.add(from + i);
          left -= size;
        }
        const wanted = Array.from({ length: end - start }, (_, i) => start + i);
        const held = heldWithinBudget(
          hits.map(([from, to]) => hit(from, to)),
          tokens,
          textOf,
        )!;
        const share = heldShare({ doc: 'p', grade: 1, start, end }, held.cover);
        expect(share).toBeCloseTo(wanted.filter((at) => chars.has(at)).length / wanted.length, 12);
        expect(held.full).toBe(left <= 0);
      }),
    );
  });

  it('is unknown where a place or a text is, and where a label names a page alone', () => {
    const bare: Hit = { chunkId: 'p', docId: 'p', score: 1 };
    expect(coverOfHits([bare])).toBeNull();
    expect(heldWithinBudget([hit(0, 5)], 10, () => undefined)).toBeNull();
    expect(heldShare({ doc: 'p', grade: 1 }, coverOfHits([hit(0, 5)])!)).toBeNull();
  });

  it('is never said to be all or nothing where it is not', () => {
    expect([0, 0.001, 0.5, 0.9999, 1].map(shareText)).toEqual([
      '0 %',
      'less than 1 %',
      '50 %',
      '99 %',
      '100 %',
    ]);
  });
});

it('puts labels of one need together where its first one stands, and leaves out those below the grade', () => {
  const labels = [
    { grade: 2 },
    { grade: 2, need: 'label 0' },
    { grade: 1, need: 'label 0' },
    { grade: 2 },
    { grade: 3, need: 'label 0' },
  ];
  expect(alternatives(labels, 2)).toEqual([[0], [1, 4], [3]]);
  expect(alternatives(labels, 1)).toEqual([[0], [1, 2, 4], [3]]);
  expect(alternatives([], 1)).toEqual([]);
});

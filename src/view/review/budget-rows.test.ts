import { describe, expect, it } from 'vitest';
import { wholePages } from '../../chunk/whole-pages.js';
import { compare } from '../../compare/compare.js';
import { evaluate } from '../../measure/evaluate.js';
import type { Case, Doc, Label } from '../../types.js';
import { reviewData } from './review-data.js';

const doc = (id: string, words: number): Doc => ({
  id,
  title: id,
  text: 'word '.repeat(words).trim(),
  fields: {},
});
const docs = [doc('gold', 10), doc('other', 10), doc('long', 30), doc('short', 4)];
const chunks = wholePages().chunk(docs);
const METRIC = 'span_recall@20tok,rel=2';

/** One case in two rankings of whole pages. */
async function rowOf(labels: readonly Label[], a: readonly string[], b: readonly string[], depth = 10) {
  const cases: readonly Case[] = [{ id: 'c', query: 'q', kind: 'k', labels, fields: {} }];
  const run = (name: string, pages: readonly string[]) => {
    const search = () =>
      pages.map((id, i) => {
        const { text } = docs.find((one) => one.id === id)!;
        return { chunkId: `${id}#0`, docId: id, score: 9 - i, start: 0, end: text.length };
      });
    return evaluate({ name, search, chunkSet: chunks }, cases, {
      name,
      k: Math.min(5, depth),
      depth,
      metrics: [METRIC],
    });
  };
  const runs = [await run('a', a), await run('b', b)] as const;
  const { pairs } = reviewData(runs, [compare(...runs, METRIC)], { docs });
  return pairs[0]!.rows[0]!;
}

const gold = { doc: 'gold', grade: 2, start: 0, end: 49 };

describe('a query under a budget of tokens', () => {
  it('says what each run holds within it, and that alone makes a label lower', async () => {
    const row = await rowOf([gold], ['gold', 'long'], ['long', 'gold']);
    expect(row.labels).toMatchObject([
      { lowerIn: 'b', a: { inBudget: 1, rank: 1 }, b: { inBudget: 0, rank: 2 }, movedBy: [] },
    ]);
    expect(row.beyondBudget).toBe(
      'within 20 tokens b holds 0 % of gold 0–49 (a 100 %): the first hit with some of it is number 2, and the budget ends in number 1',
    );
    expect(row.nearMiss).toBe(2);
  });

  it('names as movers no hit beyond the budget', async () => {
    const row = await rowOf([gold], ['gold'], ['long', 'short', 'other']);
    expect(row.labels[0]!.movedBy).toEqual([0]);
    const within = await rowOf([gold], ['gold'], ['short', 'other', 'long']);
    expect(within.labels[0]!.movedBy).toEqual([0, 1, 2]);
  });

  it('takes the best of alternatives, and names the others', async () => {
    const either = [
      { ...gold, need: 'x' },
      { doc: 'other', grade: 2, start: 0, end: 49, need: 'x' },
    ];
    const row = await rowOf(either, ['gold'], ['long', 'gold']);
    expect(row.beyondBudget).toBe(
      'within 20 tokens b holds 0 % of gold 0–49 (a 100 %), and 0 % of other 0–49 (a 0 %), which would do as well: the first hit with some of it is number 2, and the budget ends in number 1',
    );
    const same = await rowOf(either, ['gold'], ['other']);
    expect([same.status, same.beyondBudget]).toEqual(['same', null]);
  });

  it('leaves out labels below the grade that the metric asks for', async () => {
    const row = await rowOf(
      [gold, { doc: 'other', grade: 1, start: 0, end: 49 }],
      ['gold', 'other'],
      ['long'],
    );
    expect(row.labels.map(({ lowerIn, movedBy }) => [lowerIn, movedBy.length])).toEqual([
      ['b', 1],
      [null, 0],
    ]);
    expect(row.labels[1]!.a.inBudget).toBe(1);
  });

  it('says that no hit holds any, and where hits do not fill the budget', async () => {
    const row = await rowOf([gold], ['gold'], ['short']);
    expect(row.beyondBudget).toBe(
      'within 20 tokens b holds 0 % of gold 0–49 (a 100 %): none of its 1 hits holds any, and its 1 hits do not fill the budget',
    );
  });

  it('says nothing of it where the budget took in more than the hits that are on record', async () => {
    const row = await rowOf([gold], ['gold'], ['short'], 1);
    expect(row.labels[0]!.b.inBudget).toBeNull();
    expect(row.beyondBudget).toBeNull();
  });
});

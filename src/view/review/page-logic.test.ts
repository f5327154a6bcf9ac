import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../compare/compare.js';
import { examplePages, exampleSections } from '../example.contract.js';
import { ANY, firstTab, inTab, rowsFor, tabsOf, type Wanted } from './client/filter-rows.js';
import { cutAround, highlighted, visible } from './client/highlight.js';
import { marksOf } from './client/hit-marks.js';
import { linksOf } from './client/links.js';
import { passageAt } from './client/passage.js';
import { topOf, windowOf } from './client/window-of.js';
import { reviewData } from './review-data.js';
import type { RankedHit } from './review-types.js';

const data = reviewData(
  [examplePages, exampleSections],
  [compare(examplePages, exampleSections, 'recall@5')],
);
const pair = data.pairs[0]!;
const ALL: Wanted = {
  tab: 'all',
  kind: ANY,
  slice: ANY,
  what: ANY,
  reviewed: ANY,
  search: '',
  sort: 'worst',
};
const listed = (part: Partial<Wanted>, verdict: 'real' | null = null) =>
  rowsFor(pair, data.cases, { ...ALL, ...part }, (row) => (row.case === 3 ? 'bad label' : verdict)).map(
    (row) => data.cases[row.case]!.id,
  );

describe('which queries are listed', () => {
  it('are those of a tab, worst first', () => {
    expect(listed({ tab: 'worse' })).toEqual(['q04', 'q12', 'q13', 'q14']);
    expect(listed({ tab: 'failed' })).toEqual(['q09']);
    expect(firstTab(pair)).toBe('worse');
    for (const { tab, n } of tabsOf(pair))
      expect(listed({ tab })).toHaveLength(pair.rows.filter((row) => inTab(row, tab)).length === n ? n : -1);
  });

  it('are narrowed by kind, by what happened, by review and by words of query or id', () => {
    expect(listed({ tab: 'worse', kind: 'exact_term' })).toEqual(['q12', 'q13']);
    expect(listed({ what: 'not retrieved' })).toEqual(['q13']);
    expect(listed({ reviewed: 'yes' })).toEqual(['q04']);
    expect(listed({ reviewed: 'bad label' })).toEqual(['q04']);
    expect(listed({ reviewed: 'no' })).toHaveLength(14);
    expect(listed({ search: 'STREAM  ends' })).toEqual(['q04']);
    expect(listed({ search: 'q13' })).toEqual(['q13']);
    expect(listed({ search: 'nothing is like that' })).toEqual([]);
  });

  it('are sorted as asked, failed ones last where the best come first', () => {
    expect(listed({ sort: 'id' })).toEqual(data.cases.map(({ id }) => id).sort());
    expect(listed({ sort: 'best' }).at(-1)).toBe('q09');
    expect(listed({ sort: 'near' }).slice(0, 3)).toEqual(['q14', 'q04', 'q12']);
  });
});

describe('the rows that are there', () => {
  it('are all that are seen, wherever an opened query stands', () => {
    const made = fc.record({
      n: fc.integer({ min: 1, max: 300 }),
      row: fc.integer({ min: 20, max: 90 }),
      open: fc.integer({ min: 0, max: 3000 }),
      at: fc.option(fc.nat(299)),
      top: fc.nat(30_000),
      height: fc.integer({ min: 1, max: 1500 }),
    });
    fc.assert(
      fc.property(made, ({ n, row, open, at, top, height }) => {
        const openAt = at === null || at >= n ? null : at;
        const heights = { row, open, openAt };
        const { from, to } = windowOf(n, heights, top, top + height);
        expect(from).toBeLessThanOrEqual(to);
        expect(to).toBeLessThanOrEqual(n);
        for (let i = 0; i < n; i++) {
          const begins = i * row + (openAt !== null && i > openAt ? open : 0);
          const ends = begins + row + (i === openAt ? open : 0);
          expect(topOf(i, heights)).toBe(begins);
          if (begins < top + height && ends > top) expect(i >= from && i < to).toBe(true);
        }
        expect(to - from).toBeLessThanOrEqual(Math.ceil(height / row) + 27);
      }),
    );
  });
});

describe('a text', () => {
  it('is cut into pieces that are gold or terms, and lose no character', () => {
    const word = fc.constantFrom('stream', 'Stream', 'abort', 'of', 'x', ' ', '. ', '\n', 'é', '𝒳');
    const made = fc.record({
      text: fc.array(word, { maxLength: 40 }).map((parts) => parts.join('')),
      start: fc.nat(50),
      golds: fc.array(fc.tuple(fc.nat(120), fc.nat(60)), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(made, ({ text, start, golds }) => {
        const spans = golds.map(([from, size]) => ({ start: from, end: from + size }));
        const pieces = highlighted(text, start, spans, 'the stream aborted, abort!');
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        let at = start;
        for (const piece of pieces) {
          for (let i = 0; i < piece.text.length; i++, at++)
            expect(piece.gold).toBe(spans.some((span) => span.start <= at && at < span.end));
          if (piece.term) expect(text.toLowerCase()).toMatch(/stream|abort/);
        }
      }),
    );
    const terms = highlighted('A Stream of the aborts, stream.', 0, [], 'the stream of').filter(
      (one) => one.term,
    );
    expect(terms.map(({ text }) => text)).toEqual(['Stream', 'stream']);
  });

  it('that is long is shown around what is labelled, with how much is left out', () => {
    const text = `${'x'.repeat(10_000)}GOLD${'y'.repeat(10_000)}`;
    const cut = cutAround(text, 500, 10_500);
    expect(cut).toMatchObject({ start: 10_100, before: 9600, after: 7404 });
    expect(cut.text.indexOf('GOLD')).toBe(400);
    expect(cut.before + cut.text.length + cut.after).toBe(text.length);
    expect(cutAround('short', 7, 9)).toEqual({ text: 'short', start: 7, before: 0, after: 0 });
  });

  it('shows control characters and overrides of direction, one for one', () => {
    expect(visible('a\u202Eb\u0000c\td\r\ne')).toBe('a\uFFFDb\uFFFDc\td \ne');
  });
});

describe('lines between two rankings', () => {
  const hit = (doc: number, start: number, end: number): RankedHit => [doc, '#0', start, end, 1];

  it('join the same stretch, and those that overlap by half of the shorter one', () => {
    expect(
      linksOf([hit(0, 0, 100), hit(1, 0, 50)], [hit(1, 0, 50), hit(0, 40, 60), hit(0, 90, 200)]),
    ).toEqual([
      { a: 0, b: 1, same: false },
      { a: 1, b: 0, same: true },
    ]);
  });

  it('join by page and chunk where places are not known', () => {
    expect(
      linksOf(
        [[3, '', -1, -1, 2]],
        [
          [4, '', -1, -1, 2],
          [3, '', -1, -1, 1],
        ],
      ),
    ).toEqual([{ a: 0, b: 1, same: true }]);
  });
});

describe('what is said of a hit', () => {
  it('is its rank in pages, whether it holds what is labelled, and whether it took a place', () => {
    const item = { ...data.cases[0]!, labels: [{ doc: 1, grade: 2, start: 10, end: 20 }] };
    const hits: readonly RankedHit[] = [
      [0, '#0', 0, 9, 1],
      [1, '#0', 0, 9, 1],
      [1, '#1', 9, 15, 1],
    ];
    const ranking = { status: 'ok' as const, hits, more: 0, withinK: 3, withinBudget: null };
    const still = { reach: 'in the top k' as const, rank: 1, held: null, inBudget: null };
    const moves = [{ label: 0, a: still, b: still, lowerIn: 'b' as const, movedBy: [0], lostIn: null }];
    expect(marksOf(ranking, item, { labels: moves, status: 'worse' }, 'b', 'page')).toEqual([
      { rank: 1, grade: null, samePage: false, mover: true },
      { rank: 2, grade: null, samePage: true, mover: false },
      { rank: null, grade: 2, samePage: false, mover: false },
    ]);
    expect(
      marksOf(ranking, item, { labels: moves, status: 'better' }, 'a', 'chunk').map(({ rank }) => rank),
    ).toEqual([1, 2, 3]);
    const better = marksOf(ranking, item, { labels: moves, status: 'better' }, 'b', 'page');
    expect(better.some(({ mover }) => mover)).toBe(false);
  });

  it('is read from the stretch of the page that holds it', () => {
    const texts = { pages: { 0: [[10, 'abcdef'] as const] }, note: null };
    expect(passageAt({ ...data, texts }, 0, 12, 14)).toEqual({ text: 'cd', start: 12 });
    expect(passageAt({ ...data, texts }, 0, 2, 4)).toBeNull();
    expect(passageAt({ ...data, texts }, 0, -1, -1)).toBeNull();
  });
});

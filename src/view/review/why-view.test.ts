import { describe, expect, it } from 'vitest';
import { h } from '../../html.js';
import { WhyView } from './client/why-view.js';
import { breakable } from './parts/breakable.js';
import { OverviewView } from './parts/overview-view.js';
import { htmlOf } from './render-to-string.js';
import type {
  LabelMove,
  Ranking,
  ReviewData,
  ReviewLabel,
  ReviewPair,
  ReviewRow,
  Stand,
} from './review-types.js';

const stand = (inBudget: number | null, rank: number | null): Stand => ({
  reach: rank === null ? 'not retrieved' : rank <= 5 ? 'in the top k' : 'below k',
  rank,
  held: rank === null ? 0 : 1,
  inBudget,
});
const move = (label: number, a: Stand, b: Stand, lowerIn: LabelMove['lowerIn'] = null): LabelMove => ({
  label,
  a,
  b,
  lowerIn,
  movedBy: [],
  lostIn: null,
});
const ranking: Ranking = { status: 'ok', hits: [], more: 0, withinK: 5, withinBudget: 3 };

/** The table of labels as lines of text, with the class of each. */
function linesOf(labels: readonly ReviewLabel[], moves: readonly LabelMove[], tokens: number | null = 2000) {
  const row = {
    case: 0,
    status: 'worse',
    beyondBudget: tokens === null ? null : 'within 2000 tokens less',
    happened: [{ what: 'lower', in: 'b', evidence: 'it is lower' }],
    labels: moves,
  } as unknown as ReviewRow;
  const data = {
    unit: 'chunk',
    cut: { k: 5, tokens, rel: 2 },
    docs: ['d0', 'd1', 'd2'],
    cases: [{ labels }],
    runs: [{ rankings: [ranking] }, { rankings: [ranking] }],
    texts: { pages: {}, note: null },
  } as unknown as ReviewData;
  const html = htmlOf(h(WhyView, { data, pair: { a: 0, b: 1 } as ReviewPair, row })!);
  const rows = [...html.matchAll(/<tr(?: class="([^"]*)")?>(.*?)<\/tr>/g)].slice(1);
  return {
    html,
    rows: rows.map(
      ([, kind = '', inner]) =>
        `${kind.trim()}| ${inner!
          .replace(/<[^>]+>/g, ' ')
          .replace(/ +/g, ' ')
          .trim()}`,
    ),
  };
}

describe('what happened to the labels of a query', () => {
  const label = (doc: number, grade: number, more = {}): ReviewLabel => ({
    doc,
    grade,
    start: 0,
    end: 9,
    ...more,
  });

  it('is said by the budget of tokens where there is one, alternatives together, and what does not count in grey and last', () => {
    const { rows, html } = linesOf(
      [label(0, 1), label(1, 2, { need: 'x' }), label(2, 2, { need: 'x' })],
      [
        move(0, stand(1, 1), stand(0, 9)),
        move(1, stand(1, 1), stand(0.005, 3), 'b'),
        move(2, stand(0, 4), stand(0, null)),
      ],
    );
    expect(rows).toEqual([
      'need| Either of these two will do:',
      'alternative| ★ d1 0–9 (grade 2) 100 % of it within 2000 tokens (rank 1) ▼ less than 1 % of it within 2000 tokens (rank 3) –',
      'alternative| ★ d2 0–9 (grade 2) 0 % of it within 2000 tokens (rank 4, beyond the budget) not retrieved –',
      'left-out| d0 0–9 (grade 1: does not count for rel=2) 100 % of it within 2000 tokens (rank 1) 0 % of it within 2000 tokens (rank 9, beyond the budget) –',
    ]);
    expect(html).not.toContain('within k');
    expect(html.indexOf('within 2000 tokens less')).toBeLessThan(html.indexOf('which do not decide here'));
  });

  it('is said by k where there is no budget', () => {
    const { rows, html } = linesOf(
      [label(0, 2), label(1, 0)],
      [move(0, stand(null, 1), stand(null, 9), 'b'), move(1, stand(null, 2), stand(null, 2))],
      null,
    );
    expect(rows[0]).toBe(
      '| ★ d0 0–9 (grade 2) rank 1, 100 % of it within k ▼ rank 9, below k, 100 % of it within k –',
    );
    expect(rows[1]).toContain('left-out| d1 0–9 (grade 0: judged not relevant)');
    expect(html).not.toContain('do not decide');
  });

  it('counts pages that were judged as a whole and are not relevant, and gives each no line', () => {
    const whole = (doc: number) => ({ doc, grade: 0 });
    const { rows, html } = linesOf(
      [label(0, 2), whole(1), whole(2)],
      [
        move(0, stand(null, 1), stand(null, 9), 'b'),
        move(1, stand(null, 2), stand(null, 2)),
        move(2, stand(null, 3), stand(null, 1)),
      ],
      null,
    );
    expect(rows).toHaveLength(1);
    expect(html).toContain('2 pages were judged not relevant (grade 0).');
  });
});

describe('narrow columns', () => {
  it('break a name after its dots, slashes and commas before they break a word', () => {
    expect(htmlOf(h('i', null, breakable('chunks.encoding a, b/c')))).toBe(
      '<i>chunks.<wbr/>encoding a, b/<wbr/>c</i>',
    );
  });

  it('have the head of each cell of the table of runs beside it, and all three counts', () => {
    const numbers = {
      n: 9,
      meanA: 0.1,
      meanB: 0.2,
      delta: 0.1,
      interval: null,
      pValue: null,
      better: 3,
      worse: 2,
      same: 4,
      failed: 0,
    };
    const pair = (b: number) => ({ b, card: { verdict: 'better', numbers } });
    const data = {
      pairs: [pair(1), pair(2)],
      runs: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      metric: 'mrr',
    };
    const html = htmlOf(h(OverviewView, { data: data as unknown as ReviewData })!);
    for (const cell of ['worse">2', 'better">3', 'same">4', 'n">9'])
      expect(html).toContain(`data-head="${cell}<`);
  });
});

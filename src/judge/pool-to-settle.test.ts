import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { evaluate } from '../measure/evaluate.js';
import type { Doc } from '../types.js';
import { judgmentsOver } from './judgment.contract.js';
import { poolToSettle } from './pool-to-settle.js';

const cases = [caseOf('c-1', ['a']), caseOf('c-2', ['a'])];
const run = (name: string, answers: Readonly<Record<string, readonly string[]>>) =>
  evaluate(tableRetriever(name, answers), cases, { k: 2, depth: 5, metrics: ['precision@2'] });
// Both find a first; p and q are each shown by one run alone, s by both.
const one = await run('one', { 'query c-1': ['a', 'p'], 'query c-2': ['a', 's'] });
const two = await run('two', { 'query c-1': ['a', 'q'], 'query c-2': ['s', 'a'] });
const doc = (id: string): [string, Doc] => [id, { id, title: id, text: id, fields: {} }];
const judgment = judgmentsOver(new Map(['a', 'p', 'q', 's'].map(doc)));
const MADE = '2026-01-01T00:00:00Z';

describe('a pool to settle a pair', () => {
  it('holds the pages that can make a difference, with queries as they come, and no word of who found them', () => {
    const { pool, next } = poolToSettle('p', one, two, MADE, []);
    expect(
      pool.queries
        .flatMap(({ id, pages }) => pages.map((page) => `${id} ${page}`))
        .sort()
        .slice(0, 2),
    ).toEqual(['c-1 p', 'c-1 q']);
    expect(pool).toMatchObject({
      arms: ['one', 'two'],
      how: expect.stringMatching(/most change precision@2 between two runs$/),
    });
    expect(next).toMatchObject({ judged: 0, settled: 'no' });
    expect(pool.depth).toBe(2);
    const other = poolToSettle('p', two, one, MADE, []).pool;
    expect(other.queries).toEqual(pool.queries);
    expect(other.arms).toEqual(pool.arms);
  });

  it('leaves out what was judged since, and says when it is settled', () => {
    const half = poolToSettle('p', one, two, MADE, [judgment('c-1', 'p', 2)]);
    expect(half.pool.queries.flatMap(({ pages }) => pages)).not.toContain('p');
    expect(half.next.now.delta).toBeCloseTo(-0.25, 12);
    const done = poolToSettle('p', one, two, MADE, [judgment('c-1', 'p', 2), judgment('c-1', 'q', 0)]);
    // Whatever s is, both runs show it: nothing that is left moves the difference.
    expect([done.next.forA.delta, done.next.forB.delta]).toEqual([done.next.now.delta, done.next.now.delta]);
    expect(done.next.settled).not.toBe('no');
    expect(done.pool.queries).toEqual([]);
  });

  it('holds to the labels where a judgment speaks of a labelled page, and passes over other queries', () => {
    const { next } = poolToSettle('p', one, two, MADE, [
      judgment('c-1', 'a', 0),
      judgment('c-9', 'p', 2),
      judgment('c-1', 'p', 2, { query: 'another text' }),
    ]);
    expect(next.judged).toBe(0);
    // Of a page as it was before it was edited, and of a query that one run failed on.
    const searched = { ...one, corpusPages: { p: 'another' } };
    expect(poolToSettle('p', searched, two, MADE, [judgment('c-1', 'p', 2)]).next.judged).toBe(0);
    const failed = {
      ...one,
      results: one.results.map((result) =>
        result.caseId === 'c-1' ? { ...result, status: 'error' as const } : result,
      ),
    };
    expect(poolToSettle('p', failed, two, MADE, [judgment('c-1', 'p', 2)]).next.judged).toBe(0);
  });
});

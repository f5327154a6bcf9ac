import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { evaluate } from '../measure/evaluate.js';
import { pool } from './pool.js';

const cases = [caseOf('c-1', ['a']), caseOf('c-2', ['b'])];
const run = (name: string, answers: Readonly<Record<string, readonly string[]>>, depth = 5) =>
  evaluate(tableRetriever(name, answers), cases, { k: 2, depth });
const one = await run('one', { 'query c-1': ['a', 'x', 'y'], 'query c-2': ['p', 'b'] });
const two = await run('two', { 'query c-1': ['y', 'z', 'x'], 'query c-2': ['q'] });

describe('a pool', () => {
  it('is the union of the first pages of each arm, but for those that have a label', () => {
    const items = pool([one, two], { depth: 2 });
    const pages = (id: string) =>
      items
        .filter((item) => item.caseId === id)
        .map((item) => item.page)
        .sort();
    expect([pages('c-1'), pages('c-2')]).toEqual([
      ['x', 'y', 'z'],
      ['p', 'q'],
    ]);
    expect(items[0]).toEqual({ caseId: 'c-1', query: 'query c-1', page: expect.any(String) });
    expect(
      pool([one], { depth: 2, withJudged: true })
        .map((item) => item.page)
        .sort(),
    ).toEqual(['a', 'b', 'p', 'x']);
    // A second pass is over all labels, whether or not an arm found their pages.
    const again = pool([two], { depth: 1, withJudged: true }).map((item) => item.page);
    expect([...again].sort()).toEqual(['a', 'b', 'q', 'y']);
  });

  it('is in an order that tells neither arms nor ranks: whoever comes first, and however high', () => {
    expect(pool([two, one], { depth: 3 })).toEqual(pool([one, two], { depth: 3 }));
    const orders = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
      pool([one, two], { depth: 3, seed })
        .filter((item) => item.caseId === 'c-1')
        .map((item) => item.page)
        .join(''),
    );
    expect(new Set(orders).size).toBeGreaterThan(3);
  });

  it('refuses what makes no pool', async () => {
    expect(() => pool([])).toThrow('pool: there are no runs, wanted at least one; name some arms');
    expect(() => pool([one], { depth: 10 })).toThrow(
      'pool: run "one" holds 5 chunks a query, wanted at least 10; lower the depth, or run it again deeper',
    );
    const other = await evaluate(tableRetriever('t', {}), [caseOf('c-9', ['a'])], { k: 2, depth: 5 });
    expect(() => pool([one, other], { depth: 2 })).toThrow(
      'pool: "one" and "t" were asked different queries, wanted the same; pool them apart',
    );
  });
});

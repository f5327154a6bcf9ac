import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hitsOf } from '../../test/examples.js';
import type { Arm } from '../sweep/experiment.js';
import type { ChunkSet, Doc, Search } from '../types.js';
import { askArms } from './pool-ask.js';
import { onlyKnown, shownArm } from './pool-known.js';
import { type ArmPages, poolOf, withoutPages } from './pool-of-queries.js';
import type { UnlabelledQuery } from './queries.js';

const queryOf = (id: string, shown: readonly string[] = []): UnlabelledQuery => ({
  id,
  query: `query ${id}`,
  kind: 'k',
  fields: { team: 'web' },
  shown,
});
const armOf = (name: string, table: Readonly<Record<string, readonly string[]>>): ArmPages => ({
  name,
  pages: new Map(Object.entries(table)),
});
const origin = { name: 'p', made: '2026-01-01T00:00:00.000Z', dataset: 'set', corpusVersion: 'v' };
const one = armOf('one', { a: ['x', 'y', 'z'], b: [] });
const two = armOf('two', { a: ['w', 'x', 'v'] });

describe('the pool of queries', () => {
  it('is the union of the first pages of each arm, with what is known of the query', () => {
    const pool = poolOf([queryOf('a'), queryOf('b')], [one, two], origin, { depth: 2 });
    expect({ ...pool, queries: [] }).toEqual({
      ...origin,
      arms: ['one', 'two'],
      depth: 2,
      how: 'the first 2 pages of each arm',
      queries: [],
    });
    const { pages, ...row } = pool.queries[0]!;
    expect([...pages].sort()).toEqual(['w', 'x', 'y']);
    expect(row).toEqual({ id: 'a', query: 'query a', kind: 'k', fields: { team: 'web' } });
  });

  it('names a query for which nothing was found, rather than lose it', () => {
    const queries = [queryOf('a'), queryOf('b'), queryOf('c')];
    const pool = poolOf(queries, [one, two], origin);
    expect(pool.queries.map(({ id }) => id)).toEqual(['a']);
    expect(withoutPages(queries, pool).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  const rankings = fc.array(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,2}$/), { maxLength: 8 }), {
    minLength: 1,
    maxLength: 4,
  });

  it('holds just the pages that a naive count of the first ones gives, each once', () => {
    fc.assert(
      fc.property(rankings, fc.integer({ min: 1, max: 9 }), (lists, depth) => {
        const arms = lists.map((pages, i) => armOf(`arm ${i}`, { a: pages }));
        const wanted = new Set<string>();
        for (const pages of lists) for (let i = 0; i < depth && i < pages.length; i++) wanted.add(pages[i]!);
        const pages = poolOf([queryOf('a')], arms, origin, { depth }).queries[0]?.pages ?? [];
        expect([...pages].sort()).toEqual([...wanted].sort());
      }),
    );
  });

  it('is in an order that no change of arms or ranks moves, as long as the same pages are in it', () => {
    const shuffled = rankings.chain((lists) =>
      fc.record({
        lists: fc.constant(lists),
        other: fc
          .tuple(...lists.map((list) => fc.shuffledSubarray([...list], { minLength: list.length })))
          .chain((each) => fc.shuffledSubarray(each, { minLength: each.length })),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ lists, other }) => {
        const pooled = (all: readonly (readonly string[])[]) =>
          poolOf(
            [queryOf('a')],
            all.map((pages, i) => armOf(`arm ${i}`, { a: pages })),
            origin,
          ).queries;
        expect(pooled(other)).toEqual(pooled(lists));
      }),
    );
  });

  it('has the pages of each query in another order, and by another seed in another again', () => {
    const pages = ['p', 'q', 'r', 's', 't', 'u'];
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const arm = armOf('one', Object.fromEntries(ids.map((id) => [id, pages])));
    const orders = (seed: number) =>
      poolOf(
        ids.map((id) => queryOf(id)),
        [arm],
        origin,
        { seed },
      ).queries.map((query) => query.pages.join(''));
    expect(new Set(orders(1)).size).toBeGreaterThan(4);
    expect(orders(2)).not.toEqual(orders(1));
  });

  it('refuses what makes no pool', () => {
    expect(() => poolOf([queryOf('a')], [], origin)).toThrow(
      'poolOf: there are no arms, wanted at least one; name some',
    );
    expect(() => poolOf([queryOf('a')], [one], origin, { depth: 0 })).toThrow(
      'poolOf: depth is 0, wanted a whole number of at least 1; 10 is usual',
    );
    expect(() => poolOf([queryOf('a')], [one, one], origin)).toThrow(
      'poolOf: the arm "one" is there twice, wanted each name once; rename or drop one',
    );
    expect(() => poolOf([queryOf('a'), queryOf('a')], [one], origin)).toThrow(
      'poolOf: the query "a" is there twice, wanted each id once; rename or drop one',
    );
  });
});

describe('live arms', () => {
  const docs: readonly Doc[] = [{ id: 'x', title: 'X', text: 'x', fields: {} }];
  const chunks: ChunkSet = { name: 'c', config: {}, chunks: [], corpus: { version: 'v', pages: {} } };
  const armThat = (name: string, search: Search): Arm => ({
    name,
    chunker: { name: 'c', config: {}, chunk: () => chunks },
    retriever: { name, config: {}, build: () => ({ search }) },
  });
  const queries = [queryOf('a'), queryOf('b')];

  it('are asked every query, and give the pages of their chunks', async () => {
    const asked: string[] = [];
    const arm = armThat('ok', (query, depth) => {
      asked.push(`${query} ${depth}`);
      return hitsOf(['x', 'y']).flatMap((hit) => [hit, { ...hit, chunkId: `${hit.docId}#1` }]);
    });
    const ticks: (readonly [number, number | null])[] = [];
    const found = await askArms([arm], docs, queries, {
      depth: 20,
      onProgress: (done, total) => void ticks.push([done, total]),
    });
    expect(asked).toEqual(['query a 20', 'query b 20']);
    expect(found).toEqual({ arms: [armOf('ok', { a: ['x', 'y'], b: ['x', 'y'] })], failures: [] });
    expect(ticks).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('that throw or are late fail on that query alone', async () => {
    const throwing = armThat('throwing', (query) => {
      if (query === 'query a') throw new Error('no such index');
      return hitsOf(['x']);
    });
    const late = armThat('late', (query) =>
      query === 'query b' ? new Promise<never>(() => {}) : hitsOf(['y']),
    );
    expect(await askArms([throwing, late], docs, queries, { depth: 5, timeoutMs: 20 })).toEqual({
      arms: [armOf('throwing', { b: ['x'] }), armOf('late', { a: ['y'] })],
      failures: [
        { arm: 'throwing', id: 'a', status: 'error', message: 'no such index' },
        { arm: 'late', id: 'b', status: 'timeout', message: 'no answer within 20 ms' },
      ],
    });
  });

  it('are asked for some chunks, and given some time', async () => {
    await expect(askArms([], docs, queries, { depth: 0 })).rejects.toThrow(
      'askArms: depth is 0, wanted a whole number of at least 1; 20 is usual',
    );
    await expect(askArms([], docs, queries, { depth: 1, timeoutMs: 2 ** 31 })).rejects.toThrow(
      'askArms: timeoutMs is 2147483648, wanted milliseconds above 0 and below 2^31; correct it, or leave it out for no limit',
    );
  });

  it('that cannot be built are one sentence', async () => {
    const arm: Arm = {
      ...armThat('db', () => []),
      retriever: { name: 'db', config: {}, build: () => Promise.reject(new Error('connection refused')) },
    };
    await expect(askArms([arm], docs, queries, { depth: 5 })).rejects.toThrow(
      'arm "db": cannot be built (connection refused), wanted one that searches; correct it, or name other arms',
    );
  });
});

describe('what users were shown', () => {
  const known = new Set(['x', 'y', 'n#1']);

  it('is one more arm, where somebody was shown something; a chunk stands for its page', () => {
    expect(shownArm([queryOf('a')], known)).toBeNull();
    expect(shownArm([queryOf('a', ['x#3', 'x', 'n#1', 'gone#2']), queryOf('b')], known)).toEqual(
      armOf('shown to users', { a: ['x', 'n#1', 'gone#2'] }),
    );
  });

  it('is cut to the pages that there are, and the others are told', () => {
    expect(onlyKnown([armOf('s', { a: ['x', 'gone', 'y'], b: ['old'] })], known)).toEqual({
      arms: [armOf('s', { a: ['x', 'y'], b: [] })],
      unknown: [
        { arm: 's', id: 'a', page: 'gone' },
        { arm: 's', id: 'b', page: 'old' },
      ],
    });
  });
});

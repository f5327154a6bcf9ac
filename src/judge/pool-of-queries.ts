import { LabError } from '../errors.js';
import type { Pool } from './pool-file.js';
import { inHashOrder } from './pool-order.js';
import type { UnlabelledQuery } from './queries.js';

/** What one arm found: pages by the id of the query, best first. A query that it was not asked, or failed on, may be missing. */
export type ArmPages = { readonly name: string; readonly pages: ReadonlyMap<string, readonly string[]> };

/** What the header of a pool says of where it comes from; `made` is ISO 8601 in UTC. */
export type PoolOrigin = Pick<Pool, 'name' | 'made' | 'dataset' | 'corpusVersion'>;

export type PoolOfOptions = {
  /** Pages of each arm that go in, from the top. Default 10. */
  readonly depth?: number;
  /** Another one is another order. Default 1. */
  readonly seed?: number;
};

/**
 * The pool of queries without labels: for each the union of the arms' first pages (depth-k pooling, as `pool` does it for recorded runs), in an order that tells neither arms nor
 * ranks. Queries in the order given; one for which no arm found anything is not in it, see `withoutPages`. Throws a LabError for no arms, for two of one name or id, and for a
 * depth that is none.
 */
export function poolOf(
  queries: readonly UnlabelledQuery[],
  arms: readonly ArmPages[],
  origin: PoolOrigin,
  options: PoolOfOptions = {},
): Pool {
  const { depth = 10, seed = 1 } = options;
  check(queries, arms, depth);
  const rows = queries.map(({ id, query, kind, fields }) => {
    const tops = arms.flatMap(({ pages }) => [...new Set(pages.get(id))].slice(0, depth));
    return { id, query, kind, fields, pages: inHashOrder(tops, id, seed) };
  });
  return {
    ...origin,
    arms: arms.map(({ name }) => name),
    depth,
    how: `the first ${depth} pages of each arm`,
    queries: rows.filter(({ pages }) => pages.length > 0),
  };
}

/** The queries that a pool lacks, since nothing was found for them. */
export function withoutPages(queries: readonly UnlabelledQuery[], pool: Pool): readonly UnlabelledQuery[] {
  const there = new Set(pool.queries.map(({ id }) => id));
  return queries.filter(({ id }) => !there.has(id));
}

function check(queries: readonly UnlabelledQuery[], arms: readonly ArmPages[], depth: number): void {
  if (arms.length === 0) throw new LabError('poolOf: there are no arms, wanted at least one; name some');
  if (!Number.isInteger(depth) || depth < 1)
    throw new LabError(`poolOf: depth is ${depth}, wanted a whole number of at least 1; 10 is usual`);
  const arm = repeated(arms.map(({ name }) => name));
  if (arm !== undefined)
    throw new LabError(`poolOf: the arm "${arm}" is there twice, wanted each name once; rename or drop one`);
  const id = repeated(queries.map((query) => query.id));
  if (id !== undefined)
    throw new LabError(`poolOf: the query "${id}" is there twice, wanted each id once; rename or drop one`);
}

function repeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

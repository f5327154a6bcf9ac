import { LabError } from '../errors.js';
import { gradesOf, pagesOf } from '../measure/judged.js';
import { isFailed } from '../measure/summarize.js';
import type { Run } from '../types.js';
import { inHashOrder } from './pool-order.js';

/** A page to be judged for a query. Nothing in it says which arm brought it, or how high. */
export type PoolItem = { readonly caseId: string; readonly query: string; readonly page: string };

export type PoolOptions = {
  /** Pages of each arm that go in, from the top. Default 10. */
  readonly depth?: number;
  /** Pages that have a label too, whichever arm found them or none, for a second pass over all labels. Left out unless said. */
  readonly withJudged?: boolean;
  /** Another one is another order. Default 1. */
  readonly seed?: number;
};

/**
 * Depth-k pooling (Spärck Jones and van Rijsbergen 1975, as TREC does it): for each query the union of the arms' first pages, in an order that hangs on a hash of seed, query
 * and page alone. Queries in the order of the first run. Throws a LabError for no runs, for a depth that a run does not have, and for runs over other queries.
 */
export function pool(runs: readonly Run[], options: PoolOptions = {}): readonly PoolItem[] {
  const { depth = 10, withJudged = false, seed = 1 } = options;
  check(runs, depth);
  const results = runs.map((run) => new Map(run.results.map((result) => [result.caseId, result])));
  return runs[0]!.cases.flatMap((item) => {
    const tops = results.flatMap((byId) => {
      const result = byId.get(item.id);
      return result === undefined || isFailed(result) ? [] : pagesOf(result.hits).slice(0, depth);
    });
    const labelled = gradesOf(item);
    const pages = withJudged ? [...tops, ...labelled.keys()] : tops.filter((page) => !labelled.has(page));
    return inHashOrder(pages, item.id, seed).map((page) => ({ caseId: item.id, query: item.query, page }));
  });
}

function check(runs: readonly Run[], depth: number): void {
  const [first] = runs;
  if (first === undefined) throw new LabError('pool: there are no runs, wanted at least one; name some arms');
  if (!Number.isInteger(depth) || depth < 1)
    throw new LabError(`pool: depth is ${depth}, wanted a whole number of at least 1; 10 is usual`);
  const shallow = runs.find((run) => run.depth < depth);
  if (shallow !== undefined)
    throw new LabError(
      `pool: run "${shallow.name}" holds ${shallow.depth} chunks a query, wanted at least ${depth}; lower the depth, or run it again deeper`,
    );
  const queries = (run: Run) => JSON.stringify(run.cases.map(({ id, query }) => [id, query]).sort());
  const other = runs.find((run) => queries(run) !== queries(first));
  if (other !== undefined)
    throw new LabError(
      `pool: "${first.name}" and "${other.name}" were asked different queries, wanted the same; pool them apart`,
    );
}

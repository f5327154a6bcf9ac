import type { Run } from '../types.js';
import { type PoolOptions, pool } from './pool.js';
import type { Pool, PoolQuery } from './pool-file.js';

/** The pool of recorded runs as it is put before judges: see `pool`. `made` is when, ISO 8601 in UTC. */
export function poolOfRuns(
  name: string,
  runs: readonly Run[],
  made: string,
  options: PoolOptions = {},
): Pool {
  const items = pool(runs, options);
  const cases = new Map(runs[0]!.cases.map((item) => [item.id, item]));
  const pages = new Map<string, string[]>();
  for (const { caseId, page } of items) pages.set(caseId, [...(pages.get(caseId) ?? []), page]);
  const queries = [...pages].map(([id, found]): PoolQuery => {
    const { query, kind, fields } = cases.get(id)!;
    return { id, query, kind, fields, pages: found };
  });
  const depth = options.depth ?? 10;
  return {
    name,
    made,
    dataset: runs[0]!.dataset ?? name,
    corpusVersion: runs[0]!.corpusVersion ?? 'unknown',
    arms: runs.map((run) => run.name),
    depth,
    how: `the first ${depth} pages of each arm${options.withJudged === true ? ' and all pages that have a label' : ''}`,
    ...(options.withJudged === true ? { withLabelled: true } : {}),
    queries,
  };
}

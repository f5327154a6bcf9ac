import { LabError } from '../errors.js';
import type { Retriever } from '../types.js';
import { hitsOf } from './answer.js';

export type AnnRecall = {
  /** In chunks. */
  readonly k: number;
  readonly queries: number;
  /** Of the exact best k chunks, the share that was found, averaged over the queries. */
  readonly mean: number;
  /** The query that lost the most. */
  readonly lowest: { readonly query: string; readonly recall: number };
  /** Queries that found all k. */
  readonly complete: number;
};

/** What an approximate search misses of an exact one over the same chunks. A chunk that ties with the exact k-th counts as found. */
export async function annRecall(
  ann: Retriever,
  exact: Retriever,
  queries: readonly string[],
  k: number,
): Promise<AnnRecall> {
  if (queries.length === 0)
    throw new LabError('annRecall: there are no queries, wanted at least one; give some');
  if (!Number.isInteger(k) || k < 1)
    throw new LabError(`annRecall: k is ${k}, wanted a whole number of at least 1; correct it`);
  const all: { readonly query: string; readonly recall: number }[] = [];
  for (const query of queries) {
    const found = hitsOf(await ann.search(query, k)).slice(0, k);
    const wanted = hitsOf(await exact.search(query, k)).slice(0, k);
    const ids = new Set(wanted.map((hit) => hit.chunkId));
    const last = wanted[wanted.length - 1]?.score ?? Number.POSITIVE_INFINITY;
    const right = found.filter((hit) => ids.has(hit.chunkId) || hit.score >= last).length;
    all.push({ query, recall: wanted.length === 0 ? 1 : Math.min(1, right / wanted.length) });
  }
  const mean = all.reduce((sum, one) => sum + one.recall, 0) / all.length;
  const lowest = all.reduce((low, one) => (one.recall < low.recall ? one : low));
  return {
    k,
    queries: all.length,
    mean,
    lowest,
    complete: all.filter((one) => one.recall === 1).length,
  };
}

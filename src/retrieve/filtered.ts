import type { Chunk, Hit, Retriever, RetrieverSpec, Search } from '../types.js';
import {
  ask,
  type Built,
  type ChunkOf,
  checkParts,
  composed,
  nameOf,
  type Part,
  partConfigs,
} from './compose.js';

/** Whether a hit may be shown. The chunk is undefined where the retriever does not say what it searches. */
export type Keep = (hit: Hit, chunk: Chunk | undefined) => boolean;

export type FilterOptions = {
  /** Default `filtered (bm25)`, with the function's name if it has one. */
  readonly name?: string;
};

/** Leaves out hits. As long as too few are left, the retriever is asked for twice as many. What it gave is in the answer's stages. */
export function filtered(part: Retriever, keep: Keep, options?: FilterOptions): Retriever;
export function filtered(part: RetrieverSpec, keep: Keep, options?: FilterOptions): RetrieverSpec;
export function filtered(part: Part, keep: Keep, { name }: FilterOptions = {}): Retriever | RetrieverSpec {
  checkParts('filtered', [part]);
  return composed([part], {
    name: name ?? nameOf('filtered', keep, part),
    config: { retriever: 'filtered', by: keep.name || null, parts: partConfigs([part]) },
    searchOf: ([built], chunkOf) => searchOf(built!, keep, chunkOf),
  });
}

function searchOf(part: Built, keep: Keep, chunkOf: ChunkOf): Search {
  return async (query, wanted) => {
    if (!(wanted >= 1)) return [];
    for (let depth = wanted; ; depth *= 2) {
      const { hits, stages } = await ask(part, query, depth);
      const kept = hits.filter((hit) => keep(hit, chunkOf(hit.chunkId)));
      // Fewer than were asked for: there are no more.
      if (kept.length >= wanted || hits.length < depth) return { hits: kept.slice(0, wanted), stages };
    }
  };
}

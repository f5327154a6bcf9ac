import { LabError } from '../errors.js';
import type { Hit, Retriever, RetrieverSpec, Search } from '../types.js';
import {
  ask,
  type Built,
  type ChunkOf,
  checkParts,
  composed,
  nameOf,
  type Part,
  partConfigs,
  wholeNumber,
} from './compose.js';

/** The same hits in a better order, with new scores. `chunkOf` gives their texts where the retriever knows its chunks. */
export type Reranker = (
  query: string,
  hits: readonly Hit[],
  chunkOf: ChunkOf,
) => readonly Hit[] | Promise<readonly Hit[]>;

export type RerankOptions = {
  /** Hits that are put in a new order, in chunks; more where more are asked for. Default 50. */
  readonly depth?: number;
  /** Default `rerank (bm25)`, with the function's name if it has one. */
  readonly name?: string;
};

/**
 * Puts a retriever's hits in a new order. The reranker gives back each of them once and no other, so that what is found among them
 * stays: recall at `depth` cannot change. Its input is in the answer's stages.
 */
export function rerank(part: Retriever, reranker: Reranker, options?: RerankOptions): Retriever;
export function rerank(part: RetrieverSpec, reranker: Reranker, options?: RerankOptions): RetrieverSpec;
export function rerank(
  part: Part,
  reranker: Reranker,
  { depth = 50, name }: RerankOptions = {},
): Retriever | RetrieverSpec {
  checkParts('rerank', [part]);
  wholeNumber('rerank', 'depth', depth);
  const config = { retriever: 'rerank', by: reranker.name || null, depth, parts: partConfigs([part]) };
  const own = name ?? nameOf('rerank', reranker, part);
  return composed([part], {
    name: own,
    config,
    searchOf: ([built], chunkOf) => searchOf(built!, own, reranker, depth, chunkOf),
  });
}

function searchOf(part: Built, name: string, reranker: Reranker, depth: number, chunkOf: ChunkOf): Search {
  return async (query, wanted) => {
    const { hits, stages } = await ask(part, query, Math.max(depth, wanted));
    if (hits.length === 0) return { hits, stages };
    const ordered = await reranker(query, hits, chunkOf);
    checkOrder(name, hits, ordered);
    return { hits: ordered.slice(0, wanted), stages };
  };
}

function checkOrder(name: string, hits: readonly Hit[], ordered: readonly Hit[]): void {
  const left = new Set(hits.map((hit) => hit.chunkId));
  const known = new Set(left);
  ordered.forEach(({ chunkId, score }, i) => {
    if (!known.has(chunkId))
      throw new LabError(
        `${name}: the chunk "${chunkId}" is not among the ${hits.length} hits that were given, wanted those alone; drop it`,
      );
    if (!left.delete(chunkId))
      throw new LabError(`${name}: the chunk "${chunkId}" is there twice, wanted each hit once; drop one`);
    if (!(score <= (ordered[i - 1]?.score ?? Number.POSITIVE_INFINITY)))
      throw new LabError(
        `${name}: hit ${i + 1} ("${chunkId}") has the score ${score} after ${ordered[i - 1]?.score}, wanted scores that do not rise; sort by score, or give scores that follow the order`,
      );
  });
  const [lost] = left;
  if (lost !== undefined)
    throw new LabError(
      `${name}: the chunk "${lost}" is missing, wanted all ${hits.length} hits that were given; put it last, or drop it with filtered()`,
    );
}

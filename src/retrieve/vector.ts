import type { Chunk, ChunkSet, PlainRetriever, RetrieverSpec } from '../types.js';
import { exactSearch } from './exact-search.js';
import { type NearestKind, nearestRetriever, nearestSpec, type VectorOptions } from './nearest-retriever.js';

/** Four bytes a number, and one more for its code. */
const EXACT: NearestKind = {
  kind: 'vector',
  config: {},
  searchOf: exactSearch,
  bytesOf: ({ values }) => 5 * values.length,
};

/**
 * Exact search by cosine over an embedder's vectors. A chunk that several texts stand for has the score of its nearest one; equal
 * scores stand in chunk order. Every chunk has a score, so a query gives as many hits as are asked for. Without chunks: the setting itself.
 */
export function vector(options: VectorOptions): RetrieverSpec;
export function vector(chunks: ChunkSet | readonly Chunk[], options: VectorOptions): Promise<PlainRetriever>;
export function vector(
  first: ChunkSet | readonly Chunk[] | VectorOptions,
  second?: VectorOptions,
): RetrieverSpec | Promise<PlainRetriever> {
  if (Array.isArray(first) || 'chunks' in first)
    return nearestRetriever(EXACT, first as ChunkSet | readonly Chunk[], second);
  return nearestSpec(EXACT, first as VectorOptions);
}

import { LabError } from '../errors.js';
import type { Chunk, ChunkSet, PlainRetriever, RetrieverSpec } from '../types.js';
import { graphBytes, graphSearch } from './graph-search.js';
import { type NearestKind, nearestRetriever, nearestSpec, type VectorOptions } from './nearest-retriever.js';

export type AnnOptions = VectorOptions & {
  /** Neighbours that a vector keeps in the graph (M). Default 16. */
  readonly connectivity?: number;
  /** Candidates while the graph is built (efConstruction). Default 128. */
  readonly expansionAdd?: number;
  /** Candidates while it is searched (efSearch): more find more and take longer. Default 64. */
  readonly expansionSearch?: number;
  /** Threads that build the graph. With more than one it comes out a little different each time. Default 1. */
  readonly threads?: number;
  /** A folder in which the graph is kept, under a digest of its vectors and settings, so that it is built once. One that is damaged is built again. Not kept unless said. */
  readonly folder?: string;
};

const DEFAULTS = { connectivity: 16, expansionAdd: 128, expansionSearch: 64, threads: 1 };

/**
 * Approximate search by cosine in a graph of near neighbours (HNSW, Malkov and Yashunin 2018; the package `usearch`, which is an optional peer). What it
 * finds has the exact score; what it misses `annRecall` tells. Without chunks: the setting itself.
 */
export function ann(options: AnnOptions): RetrieverSpec;
export function ann(chunks: ChunkSet | readonly Chunk[], options: AnnOptions): Promise<PlainRetriever>;
export function ann(
  first: ChunkSet | readonly Chunk[] | AnnOptions,
  second?: AnnOptions,
): RetrieverSpec | Promise<PlainRetriever> {
  if (Array.isArray(first) || 'chunks' in first)
    return nearestRetriever(kindOf(second), first as ChunkSet | readonly Chunk[], second);
  return nearestSpec(kindOf(first as AnnOptions), first as AnnOptions);
}

function kindOf(options: Partial<AnnOptions> = {}): NearestKind {
  const { embedder: _, onProgress: __, folder, ...given } = options;
  const config = { ...DEFAULTS, ...given };
  for (const [key, value] of Object.entries(config)) {
    if (!(key in DEFAULTS))
      throw new LabError(
        `ann: the option "${key}" is unknown, wanted embedder, folder, ${Object.keys(DEFAULTS).join(', ')}; rename or drop it`,
      );
    if (!Number.isInteger(value) || value < 1)
      throw new LabError(
        `ann: ${key} is ${value}, wanted a whole number of at least 1; ${DEFAULTS[key as keyof typeof DEFAULTS]} is usual`,
      );
  }
  return {
    kind: 'ann',
    config,
    searchOf: (vectors) => graphSearch(vectors, config, folder),
    bytesOf: (vectors) => (folder === undefined ? null : graphBytes(vectors, config, folder)),
  };
}

import { LabError } from '../errors.js';
import type { Chunk, ChunkSet, Embedder, Json, OnProgress, PlainRetriever, RetrieverSpec } from '../types.js';
import { embeddedChunks, embeddedQuery } from './embedded-chunks.js';
import { exactSearch } from './exact-search.js';
import { retrieverOf } from './retriever-of.js';

export type VectorOptions = {
  readonly embedder: Embedder;
  /** Told how many texts are embedded. */
  readonly onProgress?: OnProgress;
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
  if (Array.isArray(first)) return build(first, null, checked(second));
  if ('chunks' in first) return build(first.chunks, first, checked(second));
  const options = checked(first as VectorOptions);
  return { ...named(options), build: (set) => build(set.chunks, set, options) };
}

function checked(options: VectorOptions | undefined): VectorOptions {
  if (typeof options?.embedder?.embed !== 'function')
    throw new LabError(
      'vector: there is no embedder, wanted one that turns texts into vectors; write vector({ embedder })',
    );
  return options;
}

function named({ embedder }: VectorOptions): {
  readonly name: string;
  readonly config: { readonly [key: string]: Json };
} {
  const { name, config } = embedder;
  return { name: `vector ${name}`, config: { retriever: 'vector', embedder: { name, config } } };
}

async function build(
  chunks: readonly Chunk[],
  chunkSet: ChunkSet | null,
  options: VectorOptions,
): Promise<PlainRetriever> {
  const { embedder, onProgress } = options;
  const vectors = await embeddedChunks('vector', chunks, embedder, onProgress);
  const nearest = exactSearch(vectors);
  const search = async (query: string, depth: number) =>
    nearest(await embeddedQuery('vector', query, embedder), depth).map(({ text, score }) => {
      const { id, docId } = chunks[vectors.owners[text]!]!;
      return { chunkId: id, docId, score };
    });
  return retrieverOf(named(options), chunkSet, search);
}

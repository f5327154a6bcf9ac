import { indexedTexts } from '../chunk/indexed-texts.js';
import { embeddingCosts } from '../embed/embedding-costs.js';
import { LabError } from '../errors.js';
import type { Chunk, ChunkSet, Embedder, Json, OnProgress, PlainRetriever, RetrieverSpec } from '../types.js';
import { embeddedChunks, embeddedQuery } from './embedded-chunks.js';
import type { Nearest, Vectors } from './exact-search.js';
import { retrieverOf } from './retriever-of.js';
import { sharedIndex } from './shared-index.js';

export type VectorOptions = {
  readonly embedder: Embedder;
  /** Told how many texts are embedded. */
  readonly onProgress?: OnProgress;
};

/** A way to search vectors: its kind, what changes its results beside the embedder, and how it is built. */
export type NearestKind = {
  readonly kind: string;
  readonly config: { readonly [key: string]: Json };
  readonly searchOf: (vectors: Vectors) => Nearest | Promise<Nearest>;
  /** What is kept of the vectors; null where the library does not say. */
  readonly bytesOf: (vectors: Vectors) => number | null;
};

/** The setting of such a retriever, which embeds chunks when it is built and queries when it is asked. */
export function nearestSpec(of: NearestKind, options: VectorOptions | undefined): RetrieverSpec {
  const checked = check(of.kind, options);
  return {
    ...named(of, checked),
    embedders: [checked.embedder],
    build: (set) => nearestRetriever(of, set, checked),
  };
}

export async function nearestRetriever(
  of: NearestKind,
  given: ChunkSet | readonly Chunk[],
  options: VectorOptions | undefined,
): Promise<PlainRetriever> {
  const { embedder, onProgress } = check(of.kind, options);
  const chunkSet = 'chunks' in given ? given : null;
  const chunks = 'chunks' in given ? given.chunks : given;
  const { vectors, nearest } = await sharedIndex(
    chunkSet,
    { kind: of.kind, config: of.config },
    async () => {
      const vectors = await embeddedChunks(of.kind, chunks, embedder, onProgress);
      return { vectors, nearest: await of.searchOf(vectors) };
    },
    embedder,
  );
  const search = async (query: string, depth: number) =>
    nearest(await embeddedQuery(of.kind, query, embedder), depth).map(({ text, score }) => {
      const { id, docId } = chunks[vectors.owners[text]!]!;
      return { chunkId: id, docId, score };
    });
  return retrieverOf(named(of, { embedder }), chunkSet, search, async () => ({
    bytes: of.bytesOf(vectors),
    embedding: await embeddingCosts(embedder, indexedTexts(chunks).texts),
  }));
}

function check(kind: string, options: VectorOptions | undefined): VectorOptions {
  if (typeof options?.embedder?.embed !== 'function')
    throw new LabError(
      `${kind}: there is no embedder, wanted one that turns texts into vectors; write ${kind}({ embedder })`,
    );
  return options;
}

function named({ kind, config }: NearestKind, { embedder }: VectorOptions) {
  const made = { name: embedder.name, config: embedder.config };
  return { name: `${kind} ${embedder.name}`, config: { retriever: kind, ...config, embedder: made } };
}

import { indexedTexts } from '../chunk/indexed-texts.js';
import { LabError } from '../errors.js';
import type { Chunk, ChunkSet, Hit, Json, PlainRetriever, RetrieverSpec } from '../types.js';
import { type Bm25Index, type Bm25Options, bm25Index } from './bm25-index.js';
import { prunedSearch } from './pruned-search.js';
import { retrieverOf } from './retriever-of.js';
import { sharedIndex } from './shared-index.js';
import { tokenize } from './tokenize.js';

/**
 * BM25 over chunks, the reference keyword arm: k1 1.5, b 0.75, each distinct term of a query counted once. Only chunks that
 * share a term with the query are hits; equal scores stand in chunk order. A chunk that several texts stand for has the score
 * of its best one. Without chunks: the setting itself.
 */
export function bm25(options?: Bm25Options): RetrieverSpec;
export function bm25(chunks: ChunkSet | readonly Chunk[], options?: Bm25Options): PlainRetriever;
export function bm25(
  first?: ChunkSet | readonly Chunk[] | Bm25Options,
  second: Bm25Options = {},
): PlainRetriever | RetrieverSpec {
  if (Array.isArray(first)) return build(first, null, second);
  if (first !== undefined && 'chunks' in first) return build(first.chunks, first, second);
  const options = (first ?? {}) as Bm25Options;
  const config = configOf(options);
  return { name: 'bm25', config, build: (set) => build(set.chunks, set, options) };
}

function configOf({ k1 = 1.5, b = 0.75, ...rest }: Bm25Options): { readonly [key: string]: Json } {
  const unknown = Object.keys(rest);
  if (unknown.length > 0)
    throw new LabError(`bm25: the option "${unknown[0]}" is unknown, wanted k1 or b; rename or drop it`);
  if (!(k1 >= 0 && Number.isFinite(k1)))
    throw new LabError(`bm25: k1 is ${k1}, wanted a number of at least 0; 1.5 is usual`);
  if (!(b >= 0 && b <= 1)) throw new LabError(`bm25: b is ${b}, wanted a number from 0 to 1; 0.75 is usual`);
  return { retriever: 'bm25', k1, b };
}

function build(chunks: readonly Chunk[], chunkSet: ChunkSet | null, options: Bm25Options): PlainRetriever {
  const page = chunks.find((chunk) => typeof chunk.docId !== 'string');
  if (page !== undefined) {
    throw new LabError(
      `bm25: found "${page.id}", which is no chunk, wanted chunks; write bm25(headings(docs)) or bm25(wholePages(docs))`,
    );
  }
  const config = configOf(options);
  const { index, search } = sharedIndex(chunkSet, config, () => {
    const { texts, owners } = indexedTexts(chunks);
    const index = bm25Index(texts, options);
    return { index, search: searcher(index, chunks, owners) };
  });
  return retrieverOf({ name: 'bm25', config }, chunkSet, search, () => ({
    bytes: bytesOf(index),
    embedding: null,
  }));
}

/** Postings, impacts and the words that lead to them. */
function bytesOf({ terms, starts, numbers, impacts, highest }: Bm25Index): number {
  const words = [...terms.keys()].reduce((sum, term) => sum + Buffer.byteLength(term), 0);
  return words + starts.byteLength + numbers.byteLength + impacts.byteLength + highest.byteLength;
}

function searcher(
  index: Bm25Index,
  chunks: readonly Chunk[],
  owners: Int32Array,
): (query: string, depth: number) => readonly Hit[] {
  const best = prunedSearch(index, owners);
  return (query, depth) =>
    best(new Set(tokenize(query)), depth).map(({ text, score }) => {
      const { id, docId } = chunks[owners[text]!]!;
      return { chunkId: id, docId, score };
    });
}

import { LabError } from '../errors.js';
import type { Chunk, ChunkSet, Hit, Json, PlainRetriever, RetrieverSpec } from '../types.js';
import { type Bm25Index, type Bm25Options, bm25Index } from './bm25-index.js';
import { tokenize } from './tokenize.js';
import { topHits } from './top-hits.js';

/**
 * BM25 over chunks, the reference keyword arm: k1 1.5, b 0.75, each distinct term of a query counted once. Only chunks that
 * share a term with the query are hits; equal scores stand in chunk order. Without chunks: the setting itself.
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
  const index = bm25Index(
    chunks.map((chunk) => chunk.text),
    options,
  );
  const search = searcher(index, chunks);
  if (chunkSet === null) return { name: 'bm25', config, search };
  return {
    name: `${chunkSet.name} · bm25`,
    config: { ...config, chunks: chunkSet.config },
    chunkSet,
    search,
  };
}

function searcher(
  index: Bm25Index,
  chunks: readonly Chunk[],
): (query: string, depth: number) => readonly Hit[] {
  const scores = new Float64Array(index.size);
  const touched = new Int32Array(index.size);
  return (query, depth) => {
    const count = addImpacts(index, new Set(tokenize(query)), scores, touched);
    const best = topHits(scores, touched, count, depth);
    const hits = Array.from(best, (chunk) => {
      const { id, docId } = chunks[chunk]!;
      return { chunkId: id, docId, score: scores[chunk]! };
    });
    for (let i = 0; i < count; i++) scores[touched[i]!] = 0;
    return hits;
  };
}

/** Adds up the impacts of the query's terms; returns how many chunks were touched. Impacts are above 0, so 0 means untouched. */
function addImpacts(
  index: Bm25Index,
  terms: ReadonlySet<string>,
  scores: Float64Array,
  touched: Int32Array,
): number {
  let count = 0;
  for (const token of terms) {
    const term = index.terms.get(token);
    if (term === undefined) continue;
    const end = index.starts[term + 1]!;
    for (let at = index.starts[term]!; at < end; at++) {
      const chunk = index.chunks[at]!;
      if (scores[chunk] === 0) touched[count++] = chunk;
      scores[chunk]! += index.impacts[at]!;
    }
  }
  return count;
}

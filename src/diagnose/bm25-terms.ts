import { indexedTexts } from '../chunk/indexed-texts.js';
import { overlaps } from '../measure/spans.js';
import { type Bm25Index, type Bm25Options, bm25Index } from '../retrieve/bm25-index.js';
import { tokenize } from '../retrieve/tokenize.js';
import type { Chunk, ChunkSet } from '../types.js';

/** What each term of a query adds to the BM25 score of a chunk; terms that its text lacks add 0. The sum is the score. */
export type Bm25Terms = {
  readonly chunkId: string;
  readonly doc: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** In the order of the query, each term once. */
  readonly terms: readonly { readonly term: string; readonly score: number }[];
};

/** A page, or a stretch of it. */
export type PageOrPlace = { readonly doc: string; readonly start?: number; readonly end?: number };

/**
 * Reads BM25 scores term by term: indexes the chunks once, and gives a function that says for a query and a page, or a stretch of one, which of the chunks there BM25 scores highest and by
 * which terms (the first of equal ones). Null where no chunk is there. A chunk that several texts stand for is read by the best of them. The formula is that of `bm25`.
 */
export function bm25Terms(
  chunks: ChunkSet | readonly Chunk[],
  options: Bm25Options = {},
): (query: string, at: PageOrPlace) => Bm25Terms | null {
  const list = 'chunks' in chunks ? chunks.chunks : chunks;
  const { texts, owners } = indexedTexts(list);
  const index = bm25Index(texts, options);
  const byDoc = textsByDoc(list, owners);
  return (query, at) => {
    const terms = [...new Set(tokenize(query))];
    let best: Bm25Terms | null = null;
    for (const number of byDoc.get(at.doc) ?? []) {
      const chunk = list[owners[number]!]!;
      if (!isAt(chunk, at)) continue;
      const one = scored(index, terms, number, chunk);
      if (best === null || one.score > best.score) best = one;
    }
    return best;
  };
}

function isAt({ docId, start, end }: Chunk, at: PageOrPlace): boolean {
  if (at.start === undefined || at.end === undefined) return true;
  return overlaps({ doc: docId, start, end }, { doc: at.doc, start: at.start, end: at.end });
}

function scored(index: Bm25Index, terms: readonly string[], text: number, chunk: Chunk): Bm25Terms {
  const parts = terms.map((term) => ({ term, score: impactOf(index, term, text) }));
  return {
    chunkId: chunk.id,
    doc: chunk.docId,
    start: chunk.start,
    end: chunk.end,
    score: parts.reduce((sum, { score }) => sum + score, 0),
    terms: parts,
  };
}

function impactOf({ terms, places, impacts }: Bm25Index, word: string, text: number): number {
  const term = terms.get(word);
  const at = term === undefined ? -1 : places(term, text);
  return at === -1 ? 0 : impacts[at]!;
}

/** The numbers of the indexed texts of each page. */
function textsByDoc(chunks: readonly Chunk[], owners: Int32Array): ReadonlyMap<string, readonly number[]> {
  const byDoc = new Map<string, number[]>();
  owners.forEach((owner, number) => {
    const { docId } = chunks[owner]!;
    const numbers = byDoc.get(docId);
    if (numbers === undefined) byDoc.set(docId, [number]);
    else numbers.push(number);
  });
  return byDoc;
}

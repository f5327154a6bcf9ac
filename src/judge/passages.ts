import { recursive } from '../chunk/recursive.js';
import { bm25 } from '../retrieve/bm25.js';
import type { Doc, Place } from '../types.js';

/** Reads a page as a judge would who has little time: where its words are nearest to a query's. */
export type PassageFinder = (query: string) => Promise<readonly Place[]>;

/**
 * The pieces of about 130 tokens of one page that BM25 puts first for a query, in the page's order; its beginning where none shares a word with it. It looks at the page alone, so
 * it says nothing of which arm found it.
 */
export function passageFinder(doc: Doc, most = 2): PassageFinder {
  const pieces = recursive([doc], { tokens: 130 });
  const index = bm25(pieces);
  return async (query) => {
    const found = (await index.search(query, most)).map(({ chunkId }) => chunkId);
    const chosen = pieces.chunks.filter(({ id }, i) => (found.length === 0 ? i === 0 : found.includes(id)));
    return chosen.map(({ docId, start, end }) => ({ doc: docId, start, end }));
  };
}

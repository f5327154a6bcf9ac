import type { Chunker, ChunkSet, Doc } from '../types.js';
import { chunkerOf } from './chunk-set.js';

const chunker = chunkerOf({
  name: 'pages',
  config: { chunker: 'whole-pages' },
  spans: (doc) => (doc.text.trim() === '' ? [] : [{ index: 0, start: 0, end: doc.text.length }]),
});

/** Each page as one chunk, `page#0`; a blank page has none. Without pages: the chunker itself. */
export function wholePages(): Chunker;
export function wholePages(docs: readonly Doc[]): ChunkSet;
export function wholePages(docs?: readonly Doc[]): Chunker | ChunkSet {
  return docs === undefined ? chunker : chunker.chunk(docs);
}

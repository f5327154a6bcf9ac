import { corpusOf } from '../dataset/fingerprint.js';
import type { Chunk, Chunker, ChunkSet, Doc, Json } from '../types.js';

/** A stretch of a page, with the number that its chunk id ends in and what it is found by, if that is not its text. */
export type Span = {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly indexed?: readonly string[];
};

/** How a chunker is written: a name, what changes its cuts, and the cuts of one page in order. */
export type Cut = {
  readonly name: string;
  readonly config: Json;
  readonly spans: (doc: Doc) => readonly Span[];
};

/** The chunker that cuts as `cut` says. */
export function chunkerOf(cut: Cut): Chunker {
  return { name: cut.name, config: cut.config, chunk: (docs) => chunkAll(cut, docs) };
}

function chunkAll(cut: Cut, docs: readonly Doc[]): ChunkSet {
  const chunks = docs.flatMap((doc) => cut.spans(doc).map((span) => chunkOf(doc, span)));
  return { name: cut.name, config: cut.config, chunks, corpus: corpusOf(docs) };
}

function chunkOf(doc: Doc, { index, start, end, indexed }: Span): Chunk {
  const chunk = { id: `${doc.id}#${index}`, docId: doc.id, start, end, text: doc.text.slice(start, end) };
  return indexed === undefined ? chunk : { ...chunk, indexed };
}

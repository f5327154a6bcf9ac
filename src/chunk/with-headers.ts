import type { Chunk, Chunker, ChunkSet, Doc } from '../types.js';
import { type AsyncChunker, whenReady } from './async-chunker.js';
import { type HeaderAt, headersOf } from './heading-path.js';

/**
 * The chunks of another chunker, each found by its text with the page's title and the headings that it stands under before
 * it (`Title > Chapter > Section` and a blank line). Where it is found by several texts, each of them has the header.
 * Text, offsets and ids stay. Without pages: the chunker itself.
 */
export function withHeaders(chunker: Chunker): Chunker;
export function withHeaders(chunker: AsyncChunker): AsyncChunker;
export function withHeaders(docs: readonly Doc[], chunker: Chunker): ChunkSet;
export function withHeaders(docs: readonly Doc[], chunker: AsyncChunker): Promise<ChunkSet>;
export function withHeaders(
  first: readonly Doc[] | Chunker | AsyncChunker,
  second?: Chunker | AsyncChunker,
): unknown {
  if ('chunk' in first) return wrapped(first);
  return wrapped(second!).chunk(first);
}

function wrapped(chunker: Chunker | AsyncChunker): Chunker {
  const named = {
    name: `${chunker.name} + headers`,
    config: { chunker: 'with-headers', of: chunker.config },
  };
  const chunk = (docs: readonly Doc[]) =>
    whenReady(chunker.chunk(docs), (set) => ({ ...set, ...named, chunks: headed(docs, set.chunks) }));
  const { embedders, toEmbed } = chunker;
  const costs = {
    ...(embedders === undefined ? {} : { embedders }),
    ...(toEmbed === undefined ? {} : { toEmbed }),
  };
  // What is waited for in the one is waited for in the other.
  return { ...named, ...costs, chunk: chunk as Chunker['chunk'] };
}

function headed(docs: readonly Doc[], chunks: readonly Chunk[]): readonly Chunk[] {
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const headers = new Map<string, HeaderAt>();
  return chunks.map((chunk) => {
    const headerAt = headers.get(chunk.docId) ?? headersOf(byId.get(chunk.docId)!);
    headers.set(chunk.docId, headerAt);
    const header = headerAt(chunk.start);
    return header === ''
      ? chunk
      : { ...chunk, indexed: (chunk.indexed ?? [chunk.text]).map((text) => header + text) };
  });
}

import type { Chunk, Chunker, ChunkSet, Doc, ToEmbed } from '../types.js';
import { type AsyncChunker, whenReady } from './async-chunker.js';
import { called, knownOptions, wrong } from './options.js';
import { toEmbedOf } from './to-embed.js';

export type ParentChildOptions = {
  /** Cuts what is returned. */
  readonly parent: Chunker;
  /** Cuts what is searched: each of the parent's chunks, as if it were a page. */
  readonly child: Chunker;
};

/** Where one of the two has to be waited for, so has the whole. */
export type AsyncParentChildOptions = {
  readonly [name in keyof ParentChildOptions]: Chunker | AsyncChunker;
};

/**
 * Searches small and returns large: the chunks are the parent's, and each is found by any of the pieces that the child
 * cuts its text into. A header that the child puts before its pieces counts, one of the parent's does not; put
 * `withHeaders` around the whole for that. The child is given all of the parent's chunks in one call, so that one that
 * embeds does so at once. Without pages: the chunker itself.
 */
export function parentChild(options: ParentChildOptions): Chunker;
export function parentChild(options: AsyncParentChildOptions): AsyncChunker;
export function parentChild(docs: readonly Doc[], options: ParentChildOptions): ChunkSet;
export function parentChild(docs: readonly Doc[], options: AsyncParentChildOptions): Promise<ChunkSet>;
export function parentChild(
  first: readonly Doc[] | AsyncParentChildOptions,
  second?: AsyncParentChildOptions,
): unknown {
  return called(chunker, first, second);
}

function chunker(options: AsyncParentChildOptions): Chunker {
  knownOptions('parentChild', options, ['parent', 'child']);
  for (const name of ['parent', 'child'] as const)
    if (typeof options[name]?.chunk !== 'function')
      throw wrong('parentChild', name, options[name], 'a chunker such as headings()');
  const { parent, child } = options;
  const named = {
    name: `${parent.name} by ${child.name}`,
    config: { chunker: 'parent-child', parent: parent.config, child: child.config },
  };
  const chunk = (docs: readonly Doc[]) =>
    whenReady(parent.chunk(docs), (set) =>
      whenReady(child.chunk(asPages(docs, set)), ({ chunks }) => ({
        ...set,
        ...named,
        chunks: foundByPieces(set.chunks, chunks),
      })),
    );
  // What is waited for in one of them is waited for in the whole.
  return { ...named, ...costsOf(options), chunk: chunk as Chunker['chunk'] };
}

/** Each chunk as a page of its own, under the id of the chunk: several are of one page. */
function asPages(docs: readonly Doc[], { chunks }: ChunkSet): readonly Doc[] {
  const titles = new Map(docs.map((doc) => [doc.id, doc.title]));
  return chunks.map(({ id, docId, text }) => ({ id, title: titles.get(docId) ?? '', text, fields: {} }));
}

function foundByPieces(parents: readonly Chunk[], pieces: readonly Chunk[]): readonly Chunk[] {
  const texts = new Map<string, string[]>(parents.map(({ id }) => [id, []]));
  for (const piece of pieces) texts.get(piece.docId)!.push(...(piece.indexed ?? [piece.text]));
  return parents.map(({ indexed: _, ...chunk }) => {
    const found = texts.get(chunk.id)!;
    return { ...chunk, indexed: found.length === 0 ? [chunk.text] : found };
  });
}

function costsOf({ parent, child }: AsyncParentChildOptions): Pick<Chunker, 'embedders' | 'toEmbed'> {
  const embedders = [...new Set([...(parent.embedders ?? []), ...(child.embedders ?? [])])];
  if (embedders.length === 0) return {};
  const toEmbed = (docs: readonly Doc[]) => [...toEmbedOf(parent, docs), ...childEmbeds(parent, child, docs)];
  return { embedders, toEmbed };
}

/** What the child embeds is known where the parent cuts without embedding and at once. */
function childEmbeds(
  parent: Chunker | AsyncChunker,
  child: Chunker | AsyncChunker,
  docs: readonly Doc[],
): readonly ToEmbed[] {
  const { embedders = [] } = child;
  if (embedders.length === 0) return [];
  const unknown = embedders.map((embedder) => ({ embedder, texts: null }));
  if (parent.embedders !== undefined) return unknown;
  const set = parent.chunk(docs);
  if (!(set instanceof Promise)) return toEmbedOf(child, asPages(docs, set));
  // Told when it is cut in earnest.
  set.catch(() => {});
  return unknown;
}

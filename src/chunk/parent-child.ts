import { LabError } from '../errors.js';
import type { Chunk, Chunker, ChunkSet, Doc } from '../types.js';
import { called, knownOptions, wrong } from './options.js';

export type ParentChildOptions = {
  /** Cuts what is returned. */
  readonly parent: Chunker;
  /** Cuts what is searched: each of the parent's chunks, as if it were a page. */
  readonly child: Chunker;
};

/**
 * Searches small and returns large: the chunks are the parent's, and each is found by any of the pieces that the child
 * cuts its text into. A header that the child puts before its pieces counts, one of the parent's does not; put
 * `withHeaders` around the whole for that. Without pages: the chunker itself.
 */
export function parentChild(options: ParentChildOptions): Chunker;
export function parentChild(docs: readonly Doc[], options: ParentChildOptions): ChunkSet;
export function parentChild(
  first: readonly Doc[] | ParentChildOptions,
  second?: ParentChildOptions,
): Chunker | ChunkSet {
  return called(chunker, first, second);
}

function chunker(options: ParentChildOptions): Chunker {
  knownOptions('parentChild', options, ['parent', 'child']);
  for (const name of ['parent', 'child'] as const)
    if (typeof options[name]?.chunk !== 'function')
      throw wrong('parentChild', name, options[name], 'a chunker such as headings()');
  const { parent, child } = options;
  const named = {
    name: `${parent.name} by ${child.name}`,
    config: { chunker: 'parent-child', parent: parent.config, child: child.config },
  };
  return {
    ...named,
    chunk: (docs) => {
      const set = atOnce(parent, parent.chunk(docs));
      const titles = new Map(docs.map((doc) => [doc.id, doc.title]));
      return {
        ...set,
        ...named,
        chunks: set.chunks.map((chunk) => foundByPieces(chunk, titles.get(chunk.docId) ?? '', child)),
      };
    },
  };
}

function foundByPieces({ indexed: _, ...chunk }: Chunk, title: string, child: Chunker): Chunk {
  const page: Doc = { id: chunk.docId, title, text: chunk.text, fields: {} };
  const pieces = atOnce(child, child.chunk([page])).chunks;
  return {
    ...chunk,
    indexed: pieces.length === 0 ? [chunk.text] : pieces.flatMap((piece) => piece.indexed ?? [piece.text]),
  };
}

function atOnce({ name }: Chunker, set: ChunkSet): ChunkSet {
  if (!((set as unknown) instanceof Promise)) return set;
  throw new LabError(
    `parentChild: the chunker "${name}" has to be waited for, wanted one that cuts at once; use another`,
  );
}

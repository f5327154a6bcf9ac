import { sharedOf } from '../measure/spans.js';
import type { ChunkSet, Hit, Place, Result } from '../types.js';

/** A chunk of which the place is known. */
export type KnownChunk = Place & { readonly id: string };

/** The chunks of a run by page: all of them (`whole`), or those that its hits show. */
export type KnownChunks = {
  readonly whole: boolean;
  readonly byDoc: ReadonlyMap<string, readonly KnownChunk[]>;
};

export function chunksOfSet({ chunks }: ChunkSet): KnownChunks {
  return gathered(
    chunks.map(({ id, docId, start, end }) => ({ id, doc: docId, start, end })),
    true,
  );
}

/** A recorded run keeps no chunks, but every hit of any query, and of any stage, shows the place of one. */
export function chunksOfHits(results: readonly Result[], docs: ReadonlySet<string>): KnownChunks {
  const seen = new Map<string, KnownChunk>();
  const add = ({ chunkId, docId, start, end }: Hit) => {
    if (start === undefined || end === undefined || !docs.has(docId)) return;
    seen.set(`${docId} ${start} ${end}`, { id: chunkId, doc: docId, start, end });
  };
  for (const { hits, stages } of results) {
    hits.forEach(add);
    for (const stage of stages ?? []) stage.hits.forEach(add);
  }
  return gathered([...seen.values()], false);
}

function gathered(chunks: readonly KnownChunk[], whole: boolean): KnownChunks {
  const byDoc = new Map<string, KnownChunk[]>();
  for (const chunk of chunks) {
    const others = byDoc.get(chunk.doc);
    if (others === undefined) byDoc.set(chunk.doc, [chunk]);
    else others.push(chunk);
  }
  return { whole, byDoc };
}

/** The known chunks that hold some of a span, with the share that each holds, the largest first. */
export function piecesOf(
  span: Place,
  { byDoc }: KnownChunks,
): readonly (KnownChunk & { readonly share: number })[] {
  const length = span.end - span.start;
  return (byDoc.get(span.doc) ?? [])
    .map((chunk) => ({ ...chunk, share: sharedOf(span, chunk) / length }))
    .filter(({ share }) => share > 0)
    .sort((x, y) => y.share - x.share || x.start - y.start);
}

import { sharedOf } from '../measure/spans.js';
import type { ChunkSet, Hit, Place, Result } from '../types.js';

/** A chunk of which the place is known. */
export type KnownChunk = Place & { readonly id: string };

/** The chunks of one page, sorted by where they begin; none is longer than `longest`. */
type PageChunks = { readonly chunks: readonly KnownChunk[]; readonly longest: number };

/** The chunks of a run by page: all of them (`whole`), or those that its hits show. */
export type KnownChunks = { readonly whole: boolean; readonly byDoc: ReadonlyMap<string, PageChunks> };

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
  const pages = [...byDoc].map(([doc, of]): readonly [string, PageChunks] => [
    doc,
    {
      chunks: of.sort((x, y) => x.start - y.start),
      longest: of.reduce((longest, { start, end }) => Math.max(longest, end - start), 0),
    },
  ]);
  return { whole, byDoc: new Map(pages) };
}

export type SharedChunk = KnownChunk & { readonly share: number };

/** The known chunks that hold some of a span, with the share that each holds, the largest first. */
export function piecesOf(span: Place, known: KnownChunks): readonly SharedChunk[] {
  return near(span, known)
    .map((chunk) => ({ ...chunk, share: sharedOf(span, chunk) / (span.end - span.start) }))
    .filter(({ share }) => share > 0)
    .sort((x, y) => y.share - x.share || x.start - y.start);
}

/** The largest share of a span that one known chunk holds. */
export function largestPiece(span: Place, known: KnownChunks): number {
  let largest = 0;
  for (const chunk of near(span, known)) largest = Math.max(largest, sharedOf(span, chunk));
  return largest / (span.end - span.start);
}

/** All that may overlap a span. */
function near({ doc, start, end }: Place, { byDoc }: KnownChunks): readonly KnownChunk[] {
  const page = byDoc.get(doc);
  if (page === undefined) return [];
  return page.chunks.slice(firstFrom(page.chunks, start - page.longest), firstFrom(page.chunks, end));
}

/** The first chunk that begins at an offset or later. */
function firstFrom(chunks: readonly KnownChunk[], offset: number): number {
  let [low, high] = [0, chunks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (chunks[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

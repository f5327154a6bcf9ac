import { tokensOf } from '../chunk/token-size.js';
import { LabError } from '../errors.js';
import { withinBudget } from '../measure/token-budget.js';
import type { Context } from '../store/rag-answer.js';
import type { ChunkSet, Doc, Hit } from '../types.js';

/** The text of a hit's chunk; null where it is not known. */
export type HitText = (hit: Hit) => string | null;

/** What of a ranking is in a context, best first. */
export type CutContext = {
  /** The last one may end earlier than its chunk, where a budget ends within it. */
  readonly hits: readonly Hit[];
  /** The hit within which a budget ends, counted from 1; null where none is cut. */
  readonly cutAt: number | null;
  /** Whether the ranking was long enough to fill it. */
  readonly filled: boolean;
};

/** `k=6`, or `500tok`. */
export function contextName(context: Context): string {
  return 'chunks' in context ? `k=${context.chunks}` : `${context.tokens}tok`;
}

/** `6 chunks`, or `500 tokens`. */
export function contextWords(context: Context): string {
  const [n, one] = 'chunks' in context ? [context.chunks, 'chunk'] : [context.tokens, 'token'];
  return `${n.toLocaleString('en-US')} ${one}${n === 1 ? '' : 's'}`;
}

/** Throws a LabError for what is no context. */
export function checkContext(where: string, context: Context): void {
  const found = context as { readonly chunks?: number; readonly tokens?: number } | null;
  const [size, other] = [found?.chunks ?? found?.tokens, found?.chunks !== undefined && found.tokens];
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && typeof other !== 'number') return;
  throw new LabError(
    `${where}: the context is ${JSON.stringify(context)}, wanted a whole number of chunks or of tokens; write { chunks: 6 } or { tokens: 2000 }`,
  );
}

/** Texts by chunk where the chunks are given, else cut from the pages; a hit that is a whole page has the page's text. */
export function hitTexts(given: {
  readonly docs?: readonly Doc[] | undefined;
  readonly chunks?: ChunkSet | undefined;
}): HitText {
  const byChunk = new Map(given.chunks?.chunks.map(({ id, text }) => [id, text]));
  const byDoc = new Map(given.docs?.map(({ id, text }) => [id, text]));
  return ({ chunkId, docId, start, end }) => {
    const chunk = byChunk.get(chunkId);
    if (chunk !== undefined) return chunk;
    const page = byDoc.get(docId);
    if (page === undefined) return null;
    if (start !== undefined && end !== undefined) return page.slice(start, end);
    return chunkId === docId ? page : null;
  };
}

/** The first chunks, or as many as a budget takes: tokens are counted as span metrics count them, and the chunk that does not fit whole is cut between characters. */
export function cutContext(where: string, hits: readonly Hit[], context: Context, text: HitText): CutContext {
  if ('chunks' in context)
    return {
      hits: hits.slice(0, context.chunks),
      cutAt: null,
      filled: hits.length >= context.chunks,
    };
  const texts = hits.map((hit) => text(hit) ?? missingText(where, hit, context));
  const retrieved = hits.map(({ docId, start = 0 }, i) => ({
    doc: docId,
    start,
    end: start + texts[i]!.length,
  }));
  const spans = { retrieved, texts, labels: [], holding: null };
  const places = withinBudget(spans, context.tokens, contextName(context));
  const last = places.length - 1;
  const isCut = last >= 0 && places[last]!.end < retrieved[last]!.end;
  const cut = places.map(({ start, end }, i) => ({ ...hits[i]!, start, end }));
  return {
    hits: cut.filter(({ start, end }) => end > start),
    cutAt: isCut ? last + 1 : null,
    filled: texts.reduce((sum, one) => sum + tokensOf(one), 0) >= context.tokens,
  };
}

function missingText(where: string, { chunkId }: Hit, context: Context): never {
  throw new LabError(
    `${where}: a context of ${contextWords(context)} needs the texts of the chunks, found none for "${chunkId}"; pass docs, the pages that were searched, or a context in chunks`,
  );
}

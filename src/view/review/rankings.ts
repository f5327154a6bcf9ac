import { tokensOf } from '../../chunk/token-size.js';
import { pagesOf } from '../../measure/judged.js';
import type { Hit, Result } from '../../types.js';
import type { RankedHit, Ranking } from './review-types.js';

export type RankingCut = {
  readonly unit: 'page' | 'chunk';
  readonly k: number;
  readonly tokens: number | null;
  /** A label counts from this grade on. */
  readonly rel: number;
  /** The text of a hit, where it is known. */
  readonly textOf: (hit: Hit) => string | undefined;
};

/** How many of the hits stand before the first one that is after k. */
export function hitsWithinK(hits: readonly Hit[], { unit, k }: Pick<RankingCut, 'unit' | 'k'>): number {
  if (unit === 'chunk') return Math.min(k, hits.length);
  const first = new Set(pagesOf(hits).slice(0, k));
  const after = hits.findIndex(({ docId }) => !first.has(docId));
  return after === -1 ? hits.length : after;
}

/** How many of the hits a budget of tokens takes in, the last of them perhaps in part; null where their texts are not known. */
export function hitsWithinBudget(
  hits: readonly Hit[],
  { tokens, textOf }: Pick<RankingCut, 'tokens' | 'textOf'>,
): number | null {
  if (tokens === null) return null;
  let left = tokens;
  for (const [i, hit] of hits.entries()) {
    if (left <= 0) return i;
    const text = textOf(hit);
    if (text === undefined) return null;
    left -= tokensOf(text);
  }
  return hits.length;
}

/** A result's ranking as far as it is shown: `least` hits, or as many as k and the budget ask for with a few after them. */
export function rankingOf(
  result: Result,
  cut: RankingCut,
  { least, after }: { readonly least: number; readonly after: number },
  docNumber: (doc: string) => number,
): Ranking {
  const { status, message, hits } = result;
  const withinK = hitsWithinK(hits, cut);
  const withinBudget = hitsWithinBudget(hits, cut);
  const kept = Math.min(hits.length, Math.max(least, Math.max(withinK, withinBudget ?? 0) + after));
  return {
    status,
    ...(message === null ? {} : { message }),
    hits: hits.slice(0, kept).map((hit) => rankedHit(hit, docNumber)),
    more: hits.length - kept,
    withinK,
    withinBudget,
  };
}

function rankedHit(
  { docId, chunkId, start, end, score }: Hit,
  docNumber: (doc: string) => number,
): RankedHit {
  const chunk = chunkId.startsWith(`${docId}#`) ? chunkId.slice(docId.length) : chunkId;
  return [docNumber(docId), chunk === docId ? '' : chunk, start ?? -1, end ?? -1, score];
}

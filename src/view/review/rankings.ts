import { hitsWithinBudget, hitsWithinK, type RankingCut } from '../../compare/ranking-cut.js';
import type { Hit, Result } from '../../types.js';
import type { RankedHit, Ranking } from './review-types.js';

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

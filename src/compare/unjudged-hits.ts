import { pagesOf } from '../measure/judged.js';
import type { Case, Hit } from '../types.js';
import { hitsWithinBudget, hitsWithinK, type RankingCut } from './ranking-cut.js';

/** Hits within the cut that stand on pages without a label; of each page its first where k counts pages. */
export function unjudgedHits(item: Case, hits: readonly Hit[], cut: RankingCut): readonly Hit[] {
  const labelled = new Set(item.labels.filter(({ grade }) => grade >= 0).map(({ doc }) => doc));
  const within = (cut.tokens === null ? null : hitsWithinBudget(hits, cut)) ?? hitsWithinK(hits, cut);
  const found = hits.slice(0, within).filter(({ docId }) => !labelled.has(docId));
  if (cut.unit === 'chunk') return found;
  const firsts = new Map<string, Hit>();
  for (const hit of found) if (!firsts.has(hit.docId)) firsts.set(hit.docId, hit);
  return [...firsts.values()];
}

/** Those of the hits whose page the other run does not show within its cut. */
export function onlyHere(here: readonly Hit[], there: readonly Hit[]): readonly Hit[] {
  const pages = new Set(pagesOf(there));
  return here.filter(({ docId }) => !pages.has(docId));
}

import type { RankingCut } from '../../compare/ranking-cut.js';
import type { CaseChange, LabelChange, Side, Standing } from '../../diagnose/change-types.js';
import { TOLERANCE } from '../../measure/protocol.js';
import type { Case, Hit } from '../../types.js';
import { type BudgetHeld, heldShare } from '../held-spans.js';
import type { Budgets } from './beyond-budget.js';
import type { LabelMove, Stand } from './review-types.js';

type Hits = { readonly a: readonly Hit[]; readonly b: readonly Hit[] };

/** Where each label of a case stands in both runs, and what stands before it in the lower one. */
export function movesOf(
  item: Case,
  { labels }: CaseChange,
  hits: Hits,
  cut: RankingCut,
  budgets: Budgets | null,
): readonly LabelMove[] {
  return labels.map((label, i): LabelMove => {
    const share = (side: Side) => (budgets === null ? null : heldShare(item.labels[i]!, budgets[side].cover));
    const [a, b] = [standOf(label.a, cut, share('a')), standOf(label.b, cut, share('b'))];
    const lowerIn = label.grade < cut.rel ? null : lowerOf(label, a, b);
    const explained = lowerIn !== null && lowerIn === label.lowerIn;
    return {
      label: i,
      a,
      b,
      lowerIn,
      movedBy: explained ? moversOf(label, lowerIn, hits[lowerIn], budgets?.[lowerIn] ?? null) : [],
      lostIn: explained ? label.lostIn : null,
    };
  });
}

function standOf(
  { reach, pageRank, chunkRank, heldWithinK }: Standing,
  { unit }: RankingCut,
  inBudget: number | null,
): Stand {
  return { reach, rank: unit === 'page' ? pageRank : chunkRank, held: heldWithinK, inBudget };
}

/** A budget decides alone where it is known: what stands lower within it, or beyond it, counts the same. */
function lowerOf({ lowerIn }: LabelChange, a: Stand, b: Stand): Side | null {
  if (a.inBudget === null || b.inBudget === null) return lowerIn;
  if (Math.abs(a.inBudget - b.inBudget) <= TOLERANCE) return null;
  return a.inBudget < b.inBudget ? 'a' : 'b';
}

/** Where k counts pages a mover is a page, shown by its first chunk. What stands after the label, or beyond the budget, took no place of its. */
function moversOf(
  label: LabelChange,
  lower: Side,
  hits: readonly Hit[],
  budget: BudgetHeld | null,
): readonly number[] {
  const own = label[lower].chunkRank ?? Number.POSITIVE_INFINITY;
  const end = Math.min(own - 1, budget?.hits ?? Number.POSITIVE_INFINITY);
  return label.movedBy.flatMap(({ chunkId, doc }) => {
    const exact = hits.findIndex((hit) => hit.chunkId === chunkId && hit.docId === doc);
    const at = exact === -1 ? hits.findIndex(({ docId }) => docId === doc) : exact;
    return at === -1 || at >= end ? [] : [at];
  });
}

import type { RankingCut } from '../../compare/ranking-cut.js';
import type { CaseChange } from '../../diagnose/change-types.js';
import { TOLERANCE } from '../../measure/protocol.js';
import type { Case, Hit, Label, Run } from '../../types.js';
import { type BudgetHeld, heldShare } from '../held-spans.js';
import { alternatives } from '../needs.js';
import { shareText } from '../share-text.js';

/** Of both runs. */
export type Budgets = { readonly a: BudgetHeld; readonly b: BudgetHeld };

type Hits = { readonly a: readonly Hit[]; readonly b: readonly Hit[] };

/**
 * What a budget of tokens holds of a label is another share than what the first k chunks do: said of the first need that the lower run holds less of. Of alternatives the best
 * held counts. Null where no need is held less.
 */
export function beyondBudget(
  item: Case,
  { status, labels }: CaseChange,
  [runA, runB]: readonly [Run, Run],
  hits: Hits,
  { tokens, rel }: RankingCut,
  budgets: Budgets,
): string | null {
  const [lower, other] = status === 'better' ? (['a', 'b'] as const) : (['b', 'a'] as const);
  const [lowerName, otherName] = lower === 'a' ? [runA.name, runB.name] : [runB.name, runA.name];
  for (const need of alternatives(item.labels, rel)) {
    const held = need.flatMap((at) => {
      const [here, there] = [budgets[lower], budgets[other]].map((of) =>
        heldShare(item.labels[at]!, of.cover),
      );
      return here === null || here === undefined || there === null || there === undefined
        ? []
        : [{ at, here, there }];
    });
    const best = (side: 'here' | 'there') => Math.max(0, ...held.map((one) => one[side]));
    if (best('here') >= best('there') - TOLERANCE) continue;
    const [first, ...rest] = [...held].sort((x, y) => y.there - x.there);
    const text = ({ at, here, there }: (typeof held)[number]) =>
      `${shareText(here)} of ${spanText(item.labels[at]!)} (${otherName} ${shareText(there)})`;
    const others = rest.length === 0 ? '' : `, and ${rest.map(text).join(' and ')}, which would do as well`;
    const rank = labels[first!.at]?.[lower].chunkRank ?? null;
    return `within ${tokens} tokens ${lowerName} holds ${text(first!)}${others}: ${placeText(rank, hits[lower].length)}, and ${endText(budgets[lower])}`;
  }
  return null;
}

function spanText({ doc, start, end }: Label): string {
  return `${doc} ${start}–${end}`;
}

function placeText(rank: number | null, hits: number): string {
  return rank === null
    ? `none of its ${hits} hits holds any`
    : `the first hit with some of it is number ${rank}`;
}

function endText({ hits, full }: BudgetHeld): string {
  return full ? `the budget ends in number ${hits}` : `its ${hits} hits do not fill the budget`;
}

import type { RankingCut } from '../../compare/ranking-cut.js';
import { onlyHere, unjudgedHits } from '../../compare/unjudged-hits.js';
import type { Changes } from '../../diagnose/change-types.js';
import type { Hit, Label, PairedResult, Run } from '../../types.js';
import { heldWithinBudget } from '../held-spans.js';
import { type Budgets, beyondBudget } from './beyond-budget.js';
import { movesOf } from './label-moves.js';
import type { LabelMove, ReviewRow } from './review-types.js';

/** One row for each case of two runs, failed ones first, then the worst change. */
export function rowsOf(
  a: Run,
  b: Run,
  results: readonly PairedResult[],
  changes: Changes,
  cut: RankingCut,
): readonly ReviewRow[] {
  const positions = new Map(a.cases.map((item, i) => [item.id, i]));
  const [hitsA, hitsB] = [hitsByCase(a), hitsByCase(b)];
  const changed = new Map(changes.cases.map((one) => [one.caseId, one]));
  return results.map((row): ReviewRow => {
    const at = positions.get(row.caseId)!;
    const hits = { a: hitsA.get(row.caseId) ?? [], b: hitsB.get(row.caseId) ?? [] };
    const change = changed.get(row.caseId);
    const unjudged = (side: 'a' | 'b') => unjudgedHits(a.cases[at]!, hits[side], cut);
    const [left, right] = [unjudged('a'), unjudged('b')];
    const budgets = change === undefined ? null : budgetsOf(hits, cut, [a.depth, b.depth]);
    const labels = change === undefined ? [] : movesOf(a.cases[at]!, change, hits, cut, budgets);
    return {
      case: at,
      status: row.status,
      a: row.a,
      b: row.b,
      delta: row.delta,
      words: [...new Set((change?.happened ?? []).map(({ what }) => what))],
      happened: (change?.happened ?? []).map(({ what, in: side, evidence }) => ({
        what,
        in: side,
        evidence,
      })),
      beyondBudget:
        change === undefined || budgets === null
          ? null
          : beyondBudget(a.cases[at]!, change, [a, b], hits, cut, budgets),
      labels,
      unjudged: { a: onlyHere(left, right).length, b: onlyHere(right, left).length },
      nearMiss: nearMissOf(labels, a.cases[at]!.labels, cut, budgets),
    };
  });
}

function hitsByCase(run: Run): ReadonlyMap<string, readonly Hit[]> {
  return new Map(run.results.map(({ caseId, hits }) => [caseId, hits]));
}

type Hits = { readonly a: readonly Hit[]; readonly b: readonly Hit[] };

/** Null where the metric has no budget, a text is not known, or the budget took in hits that were not recorded: those after the declared depth. */
function budgetsOf(
  hits: Hits,
  { tokens, textOf }: RankingCut,
  [depthA, depthB]: readonly [number, number],
): Budgets | null {
  if (tokens === null) return null;
  const known = (of: readonly Hit[], depth: number) => {
    const held = heldWithinBudget(of, tokens, textOf);
    return held !== null && (held.full || of.length < depth) ? held : null;
  };
  const [a, b] = [known(hits.a, depthA), known(hits.b, depthB)];
  return a === null || b === null ? null : { a, b };
}

/** A relevant label that run b has after the cut. */
function nearMissOf(
  moves: readonly LabelMove[],
  labels: readonly Label[],
  { rel }: RankingCut,
  budgets: Budgets | null,
): number | null {
  const ranks = moves.flatMap(({ label, b }) => {
    const after = budgets === null ? b.reach === 'below k' : (b.rank ?? 0) > budgets.b.hits;
    return labels[label]!.grade >= rel && after ? (b.rank ?? []) : [];
  });
  return ranks.length === 0 ? null : Math.min(...ranks);
}

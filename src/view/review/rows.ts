import { hitsWithinBudget, type RankingCut } from '../../compare/ranking-cut.js';
import { onlyHere, unjudgedHits } from '../../compare/unjudged-hits.js';
import type { CaseChange, Changes, LabelChange, Standing } from '../../diagnose/change-types.js';
import { TOLERANCE } from '../../measure/protocol.js';
import { type Cover, coverOf, sharedChars } from '../../measure/spans.js';
import { withinBudget } from '../../measure/token-budget.js';
import type { Case, Hit, PairedResult, Run } from '../../types.js';
import type { LabelMove, ReviewRow, Stand } from './review-types.js';

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
      beyondBudget: change === undefined ? null : beyondBudget(a.cases[at]!, change, [a, b], cut, hits),
      labels: change === undefined ? [] : movesOf(change, cut, hits),
      unjudged: { a: onlyHere(left, right).length, b: onlyHere(right, left).length },
      nearMiss: change === undefined ? null : nearMissOf(change, cut),
    };
  });
}

function hitsByCase(run: Run): ReadonlyMap<string, readonly Hit[]> {
  return new Map(run.results.map(({ caseId, hits }) => [caseId, hits]));
}

type Hits = { readonly a: readonly Hit[]; readonly b: readonly Hit[] };

function movesOf({ labels }: CaseChange, cut: RankingCut, hits: Hits): readonly LabelMove[] {
  return labels.map((label, i) => ({
    label: i,
    a: standOf(label.a, cut),
    b: standOf(label.b, cut),
    lowerIn: label.lowerIn,
    movedBy: label.lowerIn === null ? [] : moversOf(label, hits[label.lowerIn]),
    lostIn: label.lostIn,
  }));
}

function standOf({ reach, pageRank, chunkRank, heldWithinK }: Standing, { unit }: RankingCut): Stand {
  return { reach, rank: unit === 'page' ? pageRank : chunkRank, held: heldWithinK };
}

/** Where k counts pages a mover is a page, shown by its first chunk. What stands after the label took no place of its. */
function moversOf(label: LabelChange, hits: readonly Hit[]): readonly number[] {
  const { movedBy } = label;
  const own = label[label.lowerIn!].chunkRank ?? Number.POSITIVE_INFINITY;
  return movedBy.flatMap(({ chunkId, doc }) => {
    const exact = hits.findIndex((hit) => hit.chunkId === chunkId && hit.docId === doc);
    const at = exact === -1 ? hits.findIndex(({ docId }) => docId === doc) : exact;
    return at === -1 || at + 1 >= own ? [] : [at];
  });
}

/** A relevant label that run b has below k. */
function nearMissOf({ labels }: CaseChange, { unit, rel }: RankingCut): number | null {
  const ranks = labels.flatMap(({ grade, b }) =>
    grade >= rel && b.reach === 'below k' ? ((unit === 'page' ? b.pageRank : b.chunkRank) ?? []) : [],
  );
  return ranks.length === 0 ? null : Math.min(...ranks);
}

/** What a budget of tokens holds of a label is another share than what the first k chunks do: said of the first label that it holds less of in one run. */
function beyondBudget(
  item: Case,
  { labels }: CaseChange,
  [a, b]: readonly [Run, Run],
  cut: RankingCut,
  hits: Hits,
): string | null {
  const [inA, inB] = [budgetOf(hits.a, cut), budgetOf(hits.b, cut)];
  if (inA === null || inB === null) return null;
  for (const [i, { doc, start, end, grade }] of item.labels.entries()) {
    if (grade < cut.rel || start === undefined || end === undefined || end <= start) continue;
    const share = ({ cover }: Budget) => sharedChars(coverOf([{ doc, start, end }]), cover) / (end - start);
    const [heldA, heldB] = [share(inA), share(inB)];
    if (Math.abs(heldA - heldB) <= TOLERANCE) continue;
    const lowerB = heldB < heldA;
    const [lower, other, ends] = lowerB ? [b, a, inB.chunks] : [a, b, inA.chunks];
    const at = labels[i]?.[lowerB ? 'b' : 'a'].chunkRank ?? null;
    const place = at === null ? 'is not among the hits' : `begins in chunk ${at}`;
    return `within ${cut.tokens} tokens ${lower.name} holds ${percent(Math.min(heldA, heldB))} of ${doc} ${start}–${end} (${other.name} ${percent(Math.max(heldA, heldB))}): the passage ${place}, and the budget is used up in chunk ${ends}`;
  }
  return null;
}

type Budget = { readonly chunks: number; readonly cover: Cover };

function budgetOf(hits: readonly Hit[], cut: RankingCut): Budget | null {
  const chunks = hitsWithinBudget(hits, cut);
  if (chunks === null) return null;
  const first = hits.slice(0, chunks);
  const retrieved = first.map(({ docId, start, end }) => ({ doc: docId, start: start!, end: end! }));
  const texts = first.map((hit) => cut.textOf(hit)!);
  return {
    chunks,
    cover: coverOf(withinBudget({ retrieved, texts, labels: [], holding: null }, cut.tokens!, 'budget')),
  };
}

/** Never 100 % where something is missing, nor 0 % where something is there. */
function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1 %';
  return `${Math.floor(100 * share + 1e-9)} %`;
}

import type { TopicHits } from './topic-hits.js';

/** What stands first among equal scores: the lower rank in the file, or the greater document id by bytes (trec_eval's rule). */
export type TieRule = 'rank' | 'docid';

/** What a ranking showed on the way to its order. */
export type OrderFacts = {
  /** Ranks go up where scores go up too; the score decided. */
  readonly contradicts: boolean;
  readonly ranksFromZero: boolean;
  /** Neighbours with equal scores, whose order the tie rule decided. */
  readonly ties: number;
  /** Some hit has no rank, so that equal scores stay in the order of the file. */
  readonly unranked: boolean;
};

/**
 * The best first: by score, and among equal scores by the rule. Null stands for the order of the file, which most files are in already.
 * Where some hit of the topic has no rank, equal scores stay in the order of the file. Ties below `depth` are not counted.
 */
export function orderOf(
  hits: TopicHits,
  rule: TieRule,
  depth = hits.count,
): { readonly order: Int32Array | null; readonly facts: OrderFacts } {
  if (clearlyInOrder(hits)) return { order: null, facts: factsOf(hits, null, depth) };
  if (hits.rough) hits.settle();
  const before = rule === 'docid' ? beforeByDocId(hits) : beforeByRank(hits);
  let inOrder = true;
  for (let i = 1; i < hits.count && inOrder; i++) inOrder = before(i - 1, i) < 0;
  const order = inOrder ? null : Int32Array.from({ length: hits.count }, (_, i) => i).sort(before);
  return { order, facts: factsOf(hits, order, depth) };
}

type Before = (i: number, j: number) => number;

function beforeByDocId(hits: TopicHits): Before {
  const { scores } = hits;
  return (i, j) => (scores[i] === scores[j] ? -hits.compareIds(i, j) : scores[i]! > scores[j]! ? -1 : 1);
}

/** Ranks of some hits alone would give no order: the others stand before one and behind another. */
function beforeByRank(hits: TopicHits): Before {
  const { scores, ranks } = hits;
  const ranked = !isUnranked(hits);
  return (i, j) => {
    if (scores[i] !== scores[j]) return scores[i]! > scores[j]! ? -1 : 1;
    return ranked && ranks[i] !== ranks[j] ? (ranks[i]! < ranks[j]! ? -1 : 1) : i - j;
  };
}

function isUnranked({ ranks, count }: TopicHits): boolean {
  for (let i = 0; i < count; i++) if (!(ranks[i]! >= 0)) return true;
  return false;
}

/** A quick reading is off by less than this share, so only scores that near can stand in the wrong order for it. */
const NEAR = 1e-14;

function clearlyInOrder({ scores, count }: TopicHits): boolean {
  for (let i = 1; i < count; i++) {
    const [before, score] = [scores[i - 1]!, scores[i]!];
    if (!(before - score > NEAR * Math.abs(before))) return false;
  }
  return true;
}

function factsOf(hits: TopicHits, order: Int32Array | null, depth: number): OrderFacts {
  const { scores, ranks, count } = hits;
  let contradicts = false;
  let ranksFromZero = false;
  let ties = 0;
  // The greatest rank among the hits with a greater score, and among those with the same or a greater one.
  let [above, sofar, score] = [-1, -1, Number.NaN];
  for (let place = 0; place < count; place++) {
    const i = order === null ? place : order[place]!;
    const rank = ranks[i]!;
    if (rank === 0) ranksFromZero = true;
    if (scores[i] !== score) above = sofar;
    else if (place <= depth) ties++;
    if (rank >= 0 && rank < above) contradicts = true;
    if (rank > sofar) sofar = rank;
    score = scores[i]!;
  }
  return { contradicts, ranksFromZero, ties, unranked: isUnranked(hits) };
}

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
};

/**
 * The best first: by score, and among equal scores by the rule. Null stands for the order of the file, which most files are in already.
 * Equal scores without ranks stay in the order of the file.
 */
export function orderOf(
  hits: TopicHits,
  rule: TieRule,
): { readonly order: Int32Array | null; readonly facts: OrderFacts } {
  if (clearlyInOrder(hits)) return { order: null, facts: factsOf(hits, null) };
  if (hits.rough) hits.settle();
  const before = rule === 'docid' ? beforeByDocId(hits) : beforeByRank(hits);
  let inOrder = true;
  for (let i = 1; i < hits.count && inOrder; i++) inOrder = before(i - 1, i) < 0;
  const order = inOrder ? null : Int32Array.from({ length: hits.count }, (_, i) => i).sort(before);
  return { order, facts: factsOf(hits, order) };
}

type Before = (i: number, j: number) => number;

function beforeByDocId(hits: TopicHits): Before {
  const { scores } = hits;
  return (i, j) => (scores[i] === scores[j] ? -hits.compareIds(i, j) : scores[i]! > scores[j]! ? -1 : 1);
}

function beforeByRank({ scores, ranks }: TopicHits): Before {
  return (i, j) => {
    if (scores[i] !== scores[j]) return scores[i]! > scores[j]! ? -1 : 1;
    const [a, b] = [ranks[i]!, ranks[j]!];
    return a === b || a < 0 || b < 0 ? i - j : a - b;
  };
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

function factsOf({ scores, ranks, count }: TopicHits, order: Int32Array | null): OrderFacts {
  let contradicts = false;
  let ranksFromZero = false;
  let ties = 0;
  let [score, rank] = [Number.NaN, -1];
  for (let place = 0; place < count; place++) {
    const i = order === null ? place : order[place]!;
    if (ranks[i] === 0) ranksFromZero = true;
    if (scores[i] === score) ties++;
    else if (rank >= 0 && ranks[i]! >= 0 && ranks[i]! < rank) contradicts = true;
    [score, rank] = [scores[i]!, ranks[i]!];
  }
  return { contradicts, ranksFromZero, ties };
}

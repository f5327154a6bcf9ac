import { LabError } from '../errors.js';
import type { Hit } from '../types.js';

/** What a hit adds to a chunk's fused score: its place in its list, and the list. */
type Share = (rank: number, hit: Hit, list: readonly Hit[]) => number;

/** Reciprocal rank fusion: 1 / (k + rank), ranks from 1 (Cormack, Clarke and Büttcher 2009, with k = 60). */
export function reciprocalRank(k: number): Share {
  return (rank) => 1 / (k + rank);
}

/** (score - lowest) / (highest - lowest) of its list (Fox and Shaw 1994, CombSUM over such scores); 1 where all are equal. */
export const normalisedScore: Share = (_rank, hit, list) => {
  const highest = list[0]!.score;
  const lowest = list[list.length - 1]!.score;
  return highest === lowest ? 1 : (hit.score - lowest) / (highest - lowest);
};

/**
 * One ranking of several: a chunk's score is the weighted sum of its shares, lists that lack it add nothing. Equal scores stand in the order
 * of the lists, and within a list in its order.
 */
export function fuse(
  lists: readonly (readonly Hit[])[],
  weights: readonly number[],
  share: Share,
): readonly Hit[] {
  const fused = new Map<string, Hit>();
  lists.forEach((list, i) => {
    list.forEach((hit, at) => {
      if (!Number.isFinite(hit.score))
        throw new LabError(
          `fusion: the hit "${hit.chunkId}" has the score ${hit.score}, wanted a finite number; correct its retriever`,
        );
      const score = (fused.get(hit.chunkId)?.score ?? 0) + weights[i]! * share(at + 1, hit, list);
      fused.set(hit.chunkId, { ...hit, score });
    });
  });
  return [...fused.values()].sort((a, b) => b.score - a.score);
}

import { topHits } from './top-hits.js';

/** A text by number, the best one of its chunk, and the chunk's score. */
export type Scored = { readonly text: number; readonly score: number };

/** The `depth` best chunks of the first `count` of `scored` texts. */
export type TopChunks = (
  scores: Float64Array,
  scored: Int32Array,
  count: number,
  depth: number,
) => readonly Scored[];

/**
 * Ranks chunks by their best text: each chunk once, equal scores in chunk order. The best n × m texts are of at least n chunks
 * where at most m texts stand for one, so `most` says how many texts hold the best chunks.
 */
export function topChunksOf(owners: Int32Array): { readonly most: number; readonly top: TopChunks } {
  const most = longestRun(owners);
  const top: TopChunks = (scores, scored, count, depth) => {
    const texts = topHits(scores, scored, count, depth * most);
    const best = Array.from(texts, (text) => ({ text, score: scores[text]! }));
    if (most <= 1) return best;
    const seen = new Set<number>();
    return best.filter(({ text }) => seen.size < seen.add(owners[text]!).size).slice(0, depth);
  };
  return { most, top };
}

/** A chunk's texts stand together. */
function longestRun(owners: Int32Array): number {
  let longest = 0;
  let start = 0;
  for (let i = 1; i <= owners.length; i++) {
    if (i < owners.length && owners[i] === owners[start]) continue;
    longest = Math.max(longest, i - start);
    start = i;
  }
  return longest;
}

import type { TermPlace } from './term-places.js';

/** A stretch of a page where a query's words stand together. */
export type Passage = { readonly start: number; readonly end: number };

/**
 * The stretch of at most `width` characters whose words tell most: each different term counts with its weight, and each time it comes again with a tenth of that. The first
 * of equal ones; null where no term is in the text.
 */
export function densest(
  places: readonly TermPlace[],
  weights: ReadonlyMap<string, number>,
  width = 600,
): Passage | null {
  const marks = places.filter(({ terms }) => terms.some((term) => weights.has(term)));
  const counts = new Map<string, number>();
  let best: (Passage & { readonly score: number }) | null = null;
  let first = 0;
  for (const last of marks) {
    for (const term of last.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (; last.end - marks[first]!.start > width && marks[first] !== last; first++)
      for (const term of marks[first]!.terms) counts.set(term, counts.get(term)! - 1);
    const score = scoreOf(counts, weights);
    if (best === null || score > best.score + 1e-9)
      best = { start: marks[first]!.start, end: last.end, score };
  }
  return best === null ? null : { start: best.start, end: best.end };
}

function scoreOf(counts: ReadonlyMap<string, number>, weights: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const [term, weight] of weights) {
    const times = counts.get(term) ?? 0;
    if (times > 0) score += weight * (1 + (times - 1) / 10);
  }
  return score;
}

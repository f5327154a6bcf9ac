import type { TermPlace } from './term-places.js';

/** A stretch of a page where a query's words stand together. */
export type Passage = { readonly start: number; readonly end: number };

/** A link to a place of the same page, as tables of contents hold: it says where the text is and is not the text. */
const SIGNPOST = /\[[^\]\n]*\]\(#[^)\n]*\)/g;

/**
 * The stretch of at most `width` characters whose words tell most: each different term counts with its weight, and each time it comes again with a tenth of that. Words in
 * links to places of the page count only where there are no others. The first of equal stretches; null where no term is in the text.
 */
export function densest(
  text: string,
  places: readonly TermPlace[],
  weights: ReadonlyMap<string, number>,
  width = 600,
): Passage | null {
  const marks = places.filter(({ terms }) => terms.some((term) => weights.has(term)));
  const outside = marks.filter(outsideOf([...text.matchAll(SIGNPOST)]));
  return best(outside.length > 0 ? outside : marks, weights, width);
}

/** Whether a place is in none of the matches; asked for places in their order. */
function outsideOf(links: readonly RegExpExecArray[]): (place: TermPlace) => boolean {
  let next = 0;
  return ({ start }) => {
    while (next < links.length && links[next]!.index + links[next]![0].length <= start) next++;
    return next === links.length || start < links[next]!.index;
  };
}

function best(
  marks: readonly TermPlace[],
  weights: ReadonlyMap<string, number>,
  width: number,
): Passage | null {
  const counts = new Map<string, number>();
  let found: (Passage & { readonly score: number }) | null = null;
  let first = 0;
  for (const last of marks) {
    for (const term of last.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (; last.end - marks[first]!.start > width && marks[first] !== last; first++)
      for (const term of marks[first]!.terms) counts.set(term, counts.get(term)! - 1);
    const score = scoreOf(counts, weights);
    if (found === null || score > found.score + 1e-9)
      found = { start: marks[first]!.start, end: last.end, score };
  }
  return found === null ? null : { start: found.start, end: found.end };
}

function scoreOf(counts: ReadonlyMap<string, number>, weights: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const [term, weight] of weights) {
    const times = counts.get(term) ?? 0;
    if (times > 0) score += weight * (1 + (times - 1) / 10);
  }
  return score;
}

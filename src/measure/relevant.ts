import type { Judged } from '../types.js';

/** A page counts as relevant from this grade on, unless a metric names another (`recall@5,rel=2`). */
export const RELEVANCE_THRESHOLD = 1;

/** How many pages the labels call relevant. */
export function relevantCount(judged: Judged, rel: number = RELEVANCE_THRESHOLD): number {
  let count = 0;
  for (const grade of judged.grades.values()) if (grade >= rel) count++;
  return count;
}

/** How many relevant pages stand among the first k; among all that came back where k is null. */
export function relevantWithin(judged: Judged, k: number | null, rel: number = RELEVANCE_THRESHOLD): number {
  let count = 0;
  for (const { rank, grade } of judged.found) {
    if (k !== null && rank > k) break;
    if (grade >= rel) count++;
  }
  return count;
}

/** The needs with the pages that are relevant enough to meet them; a need that none of its pages meets is none. */
export function needsAt({ needs, grades }: Judged, rel: number): readonly ReadonlySet<string>[] {
  if (rel <= RELEVANCE_THRESHOLD) return needs;
  const strict = needs.map((need) => new Set([...need].filter((page) => (grades.get(page) ?? 0) >= rel)));
  return strict.filter((need) => need.size > 0);
}

/** `recall@5`, `mrr`, `recall@5,rel=2`: the text form of a metric. */
export function nameOf(word: string, at: number | string | null, rel: number): string {
  return `${word}${at === null ? '' : `@${at}`}${rel === RELEVANCE_THRESHOLD ? '' : `,rel=${rel}`}`;
}

/** Part of a whole, 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

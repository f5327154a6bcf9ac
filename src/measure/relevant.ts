import type { Judged } from '../types.js';

/** A page counts as relevant from this grade on. */
export const RELEVANCE_THRESHOLD = 1;

export function isRelevant(judged: Judged, page: string): boolean {
  return (judged.grades.get(page) ?? 0) >= RELEVANCE_THRESHOLD;
}

/** How many pages the labels call relevant. */
export function relevantCount(judged: Judged): number {
  let count = 0;
  for (const grade of judged.grades.values()) if (grade >= RELEVANCE_THRESHOLD) count++;
  return count;
}

import { takeApart } from './metric-text.js';
import { RELEVANCE_THRESHOLD } from './relevant.js';

/** Labels count for a metric from this grade on. */
export function gradeFrom(metric: string): number {
  return Number(takeApart(metric).rel ?? RELEVANCE_THRESHOLD);
}

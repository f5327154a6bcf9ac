import type { Review } from '../../store/review.js';

/** A label is bad whichever pair it was seen in; the latest word on a case counts. */
export function disputedIn(reviews: readonly Review[]): ReadonlySet<string> {
  const latest = new Map<string, Review>();
  for (const review of reviews)
    if ((latest.get(review.caseId)?.reviewedAt ?? '') <= review.reviewedAt) latest.set(review.caseId, review);
  return new Set(
    [...latest.values()].filter(({ verdict }) => verdict === 'bad label').map(({ caseId }) => caseId),
  );
}

/** What may be said of a case that differs: the change is real, its label is wrong, or one cannot say. */
export const REVIEW_VERDICTS = ['real', 'bad label', 'ambiguous'] as const;

export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

/** What a reviewer said of a case that differs between two configurations. */
export type Review = {
  readonly caseId: string;
  /** Of the query and its labels: what was said of one label says nothing of another. */
  readonly caseDigest: string;
  readonly query: string;
  readonly metric: string;
  /** Digests of the two retrievers with their chunks, the same whenever they are run again. */
  readonly configA: string;
  readonly configB: string;
  readonly runA: string;
  readonly runB: string;
  readonly verdict: ReviewVerdict;
  readonly note: string;
  /** ISO 8601, UTC. */
  readonly reviewedAt: string;
};

export const REVIEW_FORMAT = 'retrieval-lab reviews';

/** The file that a review page exports and the store takes. */
export type ReviewFile = {
  readonly format: typeof REVIEW_FORMAT;
  readonly version: 1;
  readonly reviews: readonly Review[];
};

/** How many were taken, and how many left because the store has a later word on the same case and pair. */
export type SavedReviews = { readonly saved: number; readonly older: number };

import type { Sqlite } from '../sqlite.js';
import type { Review, SavedReviews } from './review.js';

/** All in one transaction. Of two verdicts on one case and pair the later stays, and the same file twice changes nothing. */
export function saveReviews(db: Sqlite, reviews: readonly Review[]): SavedReviews {
  const save = db.prepare(`
    INSERT INTO reviews VALUES (@caseId, @caseDigest, @configA, @configB, @query, @metric, @runA, @runB, @verdict, @note, @reviewedAt)
    ON CONFLICT (case_id, case_digest, config_a, config_b) DO UPDATE SET
      query = excluded.query, metric = excluded.metric, run_a = excluded.run_a, run_b = excluded.run_b,
      verdict = excluded.verdict, note = excluded.note, reviewed_at = excluded.reviewed_at
    WHERE excluded.reviewed_at >= reviews.reviewed_at`);
  let saved = 0;
  db.transaction(() => {
    for (const review of reviews) saved += save.run(review).changes;
  })();
  return { saved, older: reviews.length - saved };
}

export function reviewsIn(db: Sqlite): readonly Review[] {
  return db
    .prepare(
      `SELECT case_id AS caseId, case_digest AS caseDigest, query, metric, config_a AS configA, config_b AS configB,
         run_a AS runA, run_b AS runB, verdict, note, reviewed_at AS reviewedAt
       FROM reviews ORDER BY case_id, reviewed_at`,
    )
    .all() as Review[];
}

import { LabError } from '../errors.js';
import type { Sqlite } from '../sqlite.js';
import type { JudgedSpan, Judgment, JudgmentFilter } from './judgment.js';

/** All in one transaction; one whose id is there is left. Gives how many were new. */
export function saveJudgments(db: Sqlite, judgments: readonly Judgment[]): number {
  const save = db.prepare(`
    INSERT INTO judgments (id, dataset, case_id, query, doc_id, doc_digest, judge, pass, grade, spans, note, judged_at)
    VALUES (@id, @dataset, @caseId, @query, @doc, @docDigest, @judge, @pass, @grade, @spans, @note, @judgedAt)
    ON CONFLICT (id) DO NOTHING`);
  let saved = 0;
  db.transaction(() => {
    for (const judgment of judgments)
      saved += save.run({ ...judgment, spans: JSON.stringify(judgment.spans) }).changes;
  })();
  return saved;
}

/** Takes one back: it stays on record and counts no more. Throws a LabError where there is none. */
export function undoJudgment(db: Sqlite, id: string): void {
  const { changes } = db.prepare('UPDATE judgments SET undone = 1 WHERE id = ?').run(id);
  if (changes === 0)
    throw new LabError(`judgment "${id}" is not in the store, wanted one that was made; see rlab judge`);
}

/** In the order in which they were made, without those that were taken back. */
export function judgmentsIn(db: Sqlite, filter: JudgmentFilter = {}): readonly Judgment[] {
  const { dataset = null, judge = null, pass = null } = filter;
  const rows = db
    .prepare(
      `SELECT id, dataset, case_id AS caseId, query, doc_id AS doc, doc_digest AS docDigest, judge, pass, grade, spans, note, judged_at AS judgedAt
       FROM judgments
       WHERE undone = 0 AND dataset = ifnull(@dataset, dataset) AND judge = ifnull(@judge, judge) AND pass = ifnull(@pass, pass)
       ORDER BY judged_at, rowid`,
    )
    .all({ dataset, judge, pass }) as (Omit<Judgment, 'spans'> & { readonly spans: string })[];
  return rows.map((row) => ({ ...row, spans: JSON.parse(row.spans) as JudgedSpan[] }));
}

/**
 * What judges said of pages, one row for each time something was said, and none is ever written over: two tabs, or two people, lose nothing. They outlive runs. What a
 * judge took back stays, marked.
 */
export const judgments = `
CREATE TABLE judgments (
  id TEXT PRIMARY KEY,
  dataset TEXT NOT NULL,
  case_id TEXT NOT NULL,
  query TEXT NOT NULL,
  doc_id TEXT NOT NULL,
  doc_digest TEXT NOT NULL,
  judge TEXT NOT NULL,
  pass INTEGER NOT NULL CHECK (pass >= 1),
  grade INTEGER CHECK (grade >= 0),
  spans TEXT NOT NULL,
  note TEXT NOT NULL,
  judged_at TEXT NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
);
CREATE INDEX judgments_by_pair ON judgments (dataset, case_id, doc_id);
`;

/**
 * What a reviewer said of a case that differs between two configurations. It outlives the runs: the same two configurations run again are the same
 * pair, and a case whose query or labels were edited is another case.
 */
export const reviews = `
CREATE TABLE reviews (
  case_id TEXT NOT NULL,
  case_digest TEXT NOT NULL,
  config_a TEXT NOT NULL,
  config_b TEXT NOT NULL,
  query TEXT NOT NULL,
  metric TEXT NOT NULL,
  run_a TEXT NOT NULL,
  run_b TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('real', 'bad label', 'ambiguous')),
  note TEXT NOT NULL,
  reviewed_at TEXT NOT NULL,
  PRIMARY KEY (case_id, case_digest, config_a, config_b)
) WITHOUT ROWID;
`;

import { pairedView } from './001-runs.js';

/** Several searches for one case; a latency that is not known, as of a run that was made elsewhere, is NULL. */
export const repeats = `
DROP VIEW paired;

CREATE TABLE results_2 (
  run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  case_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  query TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('ok', 'empty', 'error', 'timeout')),
  message TEXT,
  metrics TEXT NOT NULL,
  ranks TEXT NOT NULL,
  latency_ms REAL,
  PRIMARY KEY (run_id, case_id)
) WITHOUT ROWID;
INSERT INTO results_2 SELECT * FROM results;
DROP TABLE results;
ALTER TABLE results_2 RENAME TO results;

CREATE TABLE repeats (
  run_id TEXT NOT NULL,
  case_id TEXT NOT NULL,
  repeat INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('ok', 'empty', 'error', 'timeout')),
  message TEXT,
  metrics TEXT NOT NULL,
  latency_ms REAL,
  PRIMARY KEY (run_id, case_id, repeat),
  FOREIGN KEY (run_id, case_id) REFERENCES results (run_id, case_id) ON DELETE CASCADE
) WITHOUT ROWID;
${pairedView}`;

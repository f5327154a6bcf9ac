/** Runs with their cases, results and hits; comparisons; each look at the frozen test set. */
const tables = `
CREATE TABLE corpora (
  version TEXT NOT NULL,
  page_id TEXT NOT NULL,
  sha1 TEXT NOT NULL,
  PRIMARY KEY (version, page_id)
) WITHOUT ROWID;

CREATE TABLE cases (
  cases_version TEXT NOT NULL,
  case_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  query TEXT NOT NULL,
  kind TEXT NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (cases_version, case_id)
) WITHOUT ROWID;

CREATE TABLE case_labels (
  cases_version TEXT NOT NULL,
  case_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  doc TEXT NOT NULL,
  grade INTEGER NOT NULL,
  span_start INTEGER,
  span_end INTEGER,
  need TEXT,
  chunk TEXT,
  PRIMARY KEY (cases_version, case_id, ordinal),
  FOREIGN KEY (cases_version, case_id) REFERENCES cases (cases_version, case_id)
) WITHOUT ROWID;

CREATE TABLE runs (
  run_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed', 'interrupted')),
  dataset TEXT,
  retriever TEXT NOT NULL,
  config TEXT NOT NULL,
  k INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  metrics TEXT NOT NULL,
  protocol TEXT NOT NULL,
  cases_version TEXT NOT NULL,
  corpus_version TEXT,
  chunk_count INTEGER,
  git_commit TEXT,
  git_dirty INTEGER,
  versions TEXT NOT NULL,
  platform TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX runs_by_name ON runs (name, started_at);

CREATE TABLE results (
  run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  case_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  query TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('ok', 'empty', 'error', 'timeout')),
  message TEXT,
  metrics TEXT NOT NULL,
  ranks TEXT NOT NULL,
  latency_ms REAL NOT NULL,
  PRIMARY KEY (run_id, case_id)
) WITHOUT ROWID;

CREATE TABLE hits (
  run_id TEXT NOT NULL,
  case_id TEXT NOT NULL,
  rank INTEGER NOT NULL,
  chunk_id TEXT NOT NULL,
  doc_id TEXT NOT NULL,
  score REAL NOT NULL,
  PRIMARY KEY (run_id, case_id, rank),
  FOREIGN KEY (run_id, case_id) REFERENCES results (run_id, case_id) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE comparisons (
  run_a TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  run_b TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
  metric TEXT NOT NULL,
  compared_at TEXT NOT NULL,
  verdict TEXT NOT NULL,
  n INTEGER NOT NULL,
  better INTEGER NOT NULL,
  worse INTEGER NOT NULL,
  same INTEGER NOT NULL,
  mean_a REAL,
  mean_b REAL,
  delta REAL,
  interval_low REAL,
  interval_high REAL,
  p_value REAL,
  test TEXT NOT NULL,
  PRIMARY KEY (run_a, run_b, metric)
) WITHOUT ROWID;

CREATE TABLE test_reads (
  run_id TEXT PRIMARY KEY,
  dataset TEXT,
  cases_version TEXT NOT NULL,
  test_cases INTEGER NOT NULL,
  read_at TEXT NOT NULL
) WITHOUT ROWID;

`;

export const pairedView = `
CREATE VIEW paired AS
SELECT
  a.run_id AS run_a,
  b.run_id AS run_b,
  each.key AS metric,
  a.case_id,
  a.kind,
  a.query,
  each.value AS a,
  json_extract(b.metrics, '$."' || each.key || '"') AS b,
  json_extract(b.metrics, '$."' || each.key || '"') - each.value AS delta,
  CASE
    WHEN each.value IS NULL OR json_extract(b.metrics, '$."' || each.key || '"') IS NULL THEN 'failed'
    WHEN abs(json_extract(b.metrics, '$."' || each.key || '"') - each.value) <= 1e-9 THEN 'same'
    WHEN json_extract(b.metrics, '$."' || each.key || '"') > each.value THEN 'better'
    ELSE 'worse'
  END AS status
FROM results a
JOIN runs run_a ON run_a.run_id = a.run_id
JOIN json_each(a.metrics) each
JOIN results b ON b.case_id = a.case_id AND b.run_id <> a.run_id
JOIN runs run_b ON run_b.run_id = b.run_id AND run_b.cases_version = run_a.cases_version
WHERE json_type(b.metrics, '$."' || each.key || '"') IS NOT NULL;
`;

export const runs = tables + pairedView;

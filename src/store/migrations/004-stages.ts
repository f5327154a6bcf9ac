/** What each stage of a composed retriever gave, so that one sees where evidence was won or lost. */
export const stages = `
CREATE TABLE stage_hits (
  run_id TEXT NOT NULL,
  case_id TEXT NOT NULL,
  stage INTEGER NOT NULL,
  stage_name TEXT NOT NULL,
  stage_query TEXT,
  rank INTEGER NOT NULL,
  chunk_id TEXT NOT NULL,
  doc_id TEXT NOT NULL,
  score REAL NOT NULL,
  span_start INTEGER,
  span_end INTEGER,
  PRIMARY KEY (run_id, case_id, stage, rank),
  FOREIGN KEY (run_id, case_id) REFERENCES results (run_id, case_id) ON DELETE CASCADE
) WITHOUT ROWID;
`;

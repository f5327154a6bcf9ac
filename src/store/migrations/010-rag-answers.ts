/**
 * What a model answered over what a retriever found. An answer over the hits of a recorded run goes with that run; a copy under another run,
 * or under none, is a row of its own, so that deleting a run takes nothing from others.
 */
export const ragAnswers = `
CREATE TABLE rag_answers (
  digest TEXT NOT NULL,
  question_id TEXT NOT NULL,
  run_id TEXT REFERENCES runs (run_id) ON DELETE CASCADE,
  context TEXT NOT NULL,
  question TEXT NOT NULL,
  model TEXT NOT NULL,
  server TEXT NOT NULL,
  prompt TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('rate limited', 'timeout', 'error', 'refused', 'truncated', 'invalid', 'abstained', 'foreign citation', 'misquote', 'ok')),
  message TEXT,
  hits TEXT NOT NULL,
  context_ids TEXT NOT NULL,
  answer TEXT,
  citations TEXT NOT NULL,
  raw TEXT,
  input_tokens INTEGER,
  cached_tokens INTEGER,
  output_tokens INTEGER,
  dollars REAL,
  latency_ms REAL,
  asked_at TEXT NOT NULL
);
CREATE UNIQUE INDEX rag_answers_once ON rag_answers (digest, question_id, coalesce(run_id, ''), context);
CREATE INDEX rag_answers_by_run ON rag_answers (run_id);
`;

import type { Sqlite } from '../sqlite.js';
import { runIdOf } from './find-run.js';
import { RAG_FAILURES, type RagAnswer, type RagUsage } from './rag-answer.js';

type Row = Record<string, string | number | null>;

/**
 * One transaction an answer, so that a crash loses at most the one under way. The same question asked again takes the place of what failed. Throws a LabError where the run is
 * not in the store.
 */
export function saveRagAnswer(db: Sqlite, one: RagAnswer): void {
  const runId = one.runId === null ? null : runIdOf(db, one.runId);
  db.prepare(
    `INSERT OR REPLACE INTO rag_answers VALUES (@digest, @questionId, @runId, @context, @question, @model, @server, @prompt, @status, @message,
      @hits, @contextIds, @answer, @citations, @raw, @input, @cached, @output, @dollars, @latencyMs, @askedAt)`,
  ).run({
    ...one,
    runId,
    usage: null,
    context: JSON.stringify(one.context),
    hits: JSON.stringify(one.hits),
    contextIds: JSON.stringify(one.contextIds),
    citations: JSON.stringify(one.citations),
    input: one.usage?.input ?? null,
    cached: one.usage?.cached ?? null,
    output: one.usage?.output ?? null,
  });
}

/** What is stored under a digest, by whichever run it was asked; an answer that can be read before one that failed, then the latest. */
export function ragAnswerIn(db: Sqlite, digest: string): RagAnswer | null {
  const rows = db
    .prepare('SELECT * FROM rag_answers WHERE digest = ? ORDER BY asked_at DESC, rowid DESC')
    .all(digest) as Row[];
  const answers = rows.map(answerOf);
  return answers.find(({ status }) => !RAG_FAILURES.includes(status)) ?? answers[0] ?? null;
}

/** All answers over the hits of a run, in the order in which they were asked for. */
export function ragAnswersOf(db: Sqlite, runId: string): readonly RagAnswer[] {
  return (
    db.prepare('SELECT * FROM rag_answers WHERE run_id = ? ORDER BY asked_at, rowid').all(runId) as Row[]
  ).map(answerOf);
}

function answerOf(row: Row): RagAnswer {
  return {
    questionId: row['question_id'] as string,
    question: row['question'] as string,
    runId: row['run_id'] as string | null,
    context: parsed(row['context']),
    model: row['model'] as string,
    server: row['server'] as string,
    prompt: row['prompt'] as string,
    digest: row['digest'] as string,
    status: row['status'] as RagAnswer['status'],
    message: row['message'] as string | null,
    hits: parsed(row['hits']),
    contextIds: parsed(row['context_ids']),
    answer: row['answer'] as string | null,
    citations: parsed(row['citations']),
    raw: row['raw'] as string | null,
    usage: usageOf(row),
    dollars: row['dollars'] as number | null,
    latencyMs: row['latency_ms'] as number | null,
    askedAt: row['asked_at'] as string,
  };
}

function usageOf(row: Row): RagUsage | null {
  const [input, cached, output] = [row['input_tokens'], row['cached_tokens'], row['output_tokens']];
  return input === null ? null : ({ input, cached, output } as RagUsage);
}

function parsed<T>(text: string | number | null | undefined): T {
  return JSON.parse(text as string) as T;
}

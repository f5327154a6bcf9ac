import { splitOf } from '../dataset/splits.js';
import type { Sqlite } from '../sqlite.js';
import type { Case, Recorder, Result, RunHeader } from '../types.js';

/** The writing half of a recorder; each call is one transaction, so a crash loses at most the query under way. */
export function runWriter(db: Sqlite): Pick<Recorder, 'begin' | 'record' | 'finish'> {
  const record = resultWriter(db);
  return {
    // It reads before it writes: without the lock from the beginning another process that writes in between makes it fail at once, whatever the timeout.
    begin: db.transaction((header: RunHeader, cases: readonly Case[]) => {
      insertCases(db, header.casesVersion, cases);
      insertCorpus(db, header);
      insertHeader(db, header);
      recordTestRead(db, header, cases);
    }).immediate,
    record: db.transaction((runId: string, position: number, result: Result) =>
      record(runId, position, result),
    ),
    finish: (runId, status, finishedAt) => {
      db.prepare('UPDATE runs SET status = ?, finished_at = ? WHERE run_id = ?').run(
        status,
        finishedAt,
        runId,
      );
    },
  };
}

function insertHeader(db: Sqlite, run: RunHeader): void {
  db.prepare(
    `INSERT INTO runs VALUES (@id, @name, @status, @dataset, @retriever, @config, @k, @depth, @metrics, @protocol,
      @casesVersion, @corpusVersion, @chunkCount, @gitCommit, @gitDirty, @versions, @platform, @startedAt, @finishedAt, @costs, @answersOf,
      @notebook, @notebookCells)`,
  ).run({
    ...run,
    config: JSON.stringify(run.config),
    metrics: JSON.stringify(run.metrics),
    protocol: JSON.stringify(run.protocol),
    gitCommit: run.environment.gitCommit,
    gitDirty: run.environment.gitDirty === null ? null : Number(run.environment.gitDirty),
    versions: JSON.stringify(run.environment.versions),
    platform: run.environment.platform,
    answersOf: run.answersOf ?? null,
    costs: run.costs ? JSON.stringify(run.costs) : null,
    notebook: run.notebook?.name ?? null,
    notebookCells: run.notebook?.cells ?? null,
    corpusPages: null,
    environment: null,
  });
}

function insertCases(db: Sqlite, version: string, cases: readonly Case[]): void {
  if (db.prepare('SELECT 1 FROM cases WHERE cases_version = ? LIMIT 1').get(version) !== undefined) return;
  const insertCase = db.prepare('INSERT INTO cases VALUES (?, ?, ?, ?, ?, ?)');
  const insertLabel = db.prepare('INSERT INTO case_labels VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  cases.forEach((item, position) => {
    insertCase.run(version, item.id, position, item.query, item.kind, JSON.stringify(item.fields));
    item.labels.forEach((label, i) => {
      const { doc, grade, start = null, end = null, need = null, chunk = null } = label;
      insertLabel.run(version, item.id, i, doc, grade, start, end, need, chunk);
    });
  });
}

function insertCorpus(db: Sqlite, { corpusVersion, corpusPages }: RunHeader): void {
  if (corpusVersion === null || corpusPages === null) return;
  const insert = db.prepare('INSERT OR IGNORE INTO corpora VALUES (?, ?, ?)');
  for (const [page, sha1] of Object.entries(corpusPages)) insert.run(corpusVersion, page, sha1);
}

/** A run over any case of the frozen half is a look at test, whoever made it and by whatever name. */
function recordTestRead(db: Sqlite, run: RunHeader, cases: readonly Case[]): void {
  const seen = cases.filter((item) => splitOf(item.id) === 'test').length;
  if (seen === 0) return;
  db.prepare('INSERT INTO test_reads VALUES (?, ?, ?, ?, ?)').run(
    run.id,
    run.dataset,
    run.casesVersion,
    seen,
    run.startedAt,
  );
}

function resultWriter(db: Sqlite): (runId: string, position: number, result: Result) => void {
  const insertResult = db.prepare(
    'INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertHit = db.prepare('INSERT INTO hits VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const insertStage = stageWriter(db);
  const insertRepeat = db.prepare('INSERT INTO repeats VALUES (?, ?, ?, ?, ?, ?, ?)');
  return (runId, position, result) => {
    const { caseId, kind, query, status, message, metrics, ranks, latencyMs } = result;
    insertResult.run(
      runId,
      caseId,
      position,
      kind,
      query,
      status,
      message,
      JSON.stringify(metrics),
      JSON.stringify(ranks),
      latencyMs,
      result.pageCount ?? null,
      result.contextTokens ?? null,
    );
    for (const [i, hit] of result.hits.entries())
      insertHit.run(
        runId,
        caseId,
        i + 1,
        hit.chunkId,
        hit.docId,
        hit.score,
        hit.start ?? null,
        hit.end ?? null,
      );
    insertStage(runId, result);
    for (const [i, one] of (result.repeats ?? []).entries())
      insertRepeat.run(
        runId,
        caseId,
        i + 1,
        one.status,
        one.message,
        JSON.stringify(one.metrics),
        one.latencyMs,
      );
  };
}

/** A stage that gave nothing leaves a row of rank 0, so that it is not taken for one that was not there. */
function stageWriter(db: Sqlite): (runId: string, result: Result) => void {
  const insert = db.prepare('INSERT INTO stage_hits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return (runId, { caseId, stages = [] }) => {
    for (const [stage, { name, hits, query = null }] of stages.entries()) {
      if (hits.length === 0) insert.run(runId, caseId, stage, name, query, 0, '', '', 0, null, null);
      for (const [i, { chunkId, docId, score, start, end }] of hits.entries())
        insert.run(
          runId,
          caseId,
          stage,
          name,
          query,
          i + 1,
          chunkId,
          docId,
          score,
          start ?? null,
          end ?? null,
        );
    }
  };
}

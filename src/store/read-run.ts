import { shortRun } from '../measure/short-run.js';
import type { Sqlite } from '../sqlite.js';
import type { Case, Hit, Label, Repeat, Result, Run, RunCosts, RunHeader, SearchStage } from '../types.js';

type Row = Record<string, string | number | null>;

/** A row of `runs` as a header. The pages of its corpus are read beside it, by `pages` where many rows share them. */
export function headerOf(db: Sqlite, row: Row, pages: typeof pagesOf = pagesOf): RunHeader {
  const corpusVersion = row['corpus_version'] as string | null;
  return {
    id: row['run_id'] as string,
    name: row['name'] as string,
    status: row['status'] as RunHeader['status'],
    dataset: row['dataset'] as string | null,
    retriever: row['retriever'] as string,
    config: parsed(row['config']),
    k: row['k'] as number,
    depth: row['depth'] as number,
    metrics: parsed(row['metrics']),
    protocol: parsed(row['protocol']),
    casesVersion: row['cases_version'] as string,
    corpusVersion,
    corpusPages: corpusVersion === null ? null : pages(db, corpusVersion),
    chunkCount: row['chunk_count'] as number | null,
    ...(row['answers_of'] === null ? {} : { answersOf: row['answers_of'] as string }),
    ...(row['costs'] === null ? {} : { costs: parsed<RunCosts>(row['costs']) }),
    ...(row['notebook'] === null
      ? {}
      : {
          notebook: {
            name: row['notebook'] as string,
            cells: row['notebook_cells'] as string | null,
          },
        }),
    environment: {
      gitCommit: row['git_commit'] as string | null,
      gitDirty: row['git_dirty'] === null ? null : row['git_dirty'] === 1,
      versions: parsed(row['versions']),
      platform: row['platform'] as string,
    },
    startedAt: row['started_at'] as string,
    finishedAt: row['finished_at'] as string | null,
  };
}

/**
 * A run with its cases and results, both in the order of the cases; with the hits of all cases, or of some. Without hits its metrics can be compared, and no
 * others be computed.
 */
export function runOf(db: Sqlite, row: Row, hitsOfCases: readonly string[] | null = null): Run {
  const header = headerOf(db, row);
  const results = resultsOf(db, header.id, hitsOfCases);
  return shortRun({ ...header, cases: casesOf(db, header.casesVersion), results });
}

/** Reads the pages of each corpus once, for a list of runs that mostly searched the same. */
export function pagesOnce(): typeof pagesOf {
  const known = new Map<string, ReturnType<typeof pagesOf>>();
  return (db, version) => {
    if (!known.has(version)) known.set(version, pagesOf(db, version));
    return known.get(version) ?? null;
  };
}

function pagesOf(db: Sqlite, version: string): Record<string, string> | null {
  const rows = db
    .prepare('SELECT page_id, sha1 FROM corpora WHERE version = ? ORDER BY page_id')
    .all(version) as Row[];
  return rows.length === 0 ? null : Object.fromEntries(rows.map((row) => [row['page_id'], row['sha1']]));
}

function casesOf(db: Sqlite, version: string): readonly Case[] {
  const labels = grouped(
    db
      .prepare('SELECT * FROM case_labels WHERE cases_version = ? ORDER BY case_id, ordinal')
      .all(version) as Row[],
  );
  const rows = db
    .prepare('SELECT * FROM cases WHERE cases_version = ? ORDER BY position')
    .all(version) as Row[];
  return rows.map((row) => ({
    id: row['case_id'] as string,
    query: row['query'] as string,
    kind: row['kind'] as string,
    labels: (labels.get(row['case_id'] as string) ?? []).map(labelOf),
    fields: parsed(row['fields']),
  }));
}

function labelOf(row: Row): Label {
  return {
    doc: row['doc'] as string,
    grade: row['grade'] as number,
    ...(row['span_start'] === null
      ? {}
      : { start: row['span_start'] as number, end: row['span_end'] as number }),
    ...(row['need'] === null ? {} : { need: row['need'] as string }),
    ...(row['chunk'] === null ? {} : { chunk: row['chunk'] as string }),
  };
}

function resultsOf(db: Sqlite, runId: string, ofCases: readonly string[] | null): readonly Result[] {
  const hits = ofCases === null ? hitsOf(db, runId) : hitsOfSome(db, runId, ofCases);
  const repeats = grouped(
    db.prepare('SELECT * FROM repeats WHERE run_id = ? ORDER BY case_id, repeat').all(runId) as Row[],
  );
  const stages = grouped(
    db.prepare('SELECT * FROM stage_hits WHERE run_id = ? ORDER BY case_id, stage, rank').all(runId) as Row[],
  );
  const rows = db.prepare('SELECT * FROM results WHERE run_id = ? ORDER BY position').all(runId) as Row[];
  return rows.map((row) => ({
    caseId: row['case_id'] as string,
    kind: row['kind'] as string,
    query: row['query'] as string,
    status: row['status'] as Result['status'],
    message: row['message'] as string | null,
    metrics: parsed(row['metrics']),
    ranks: parsed(row['ranks']),
    hits: hits.get(row['case_id'] as string) ?? [],
    ...(row['page_count'] === null ? {} : { pageCount: row['page_count'] as number }),
    ...(row['context_tokens'] === null ? {} : { contextTokens: row['context_tokens'] as number }),
    latencyMs: row['latency_ms'] as number | null,
    ...repeatsOf(repeats.get(row['case_id'] as string)),
    ...stagesOf(stages.get(row['case_id'] as string)),
  }));
}

function repeatsOf(rows: readonly Row[] | undefined): { readonly repeats?: readonly Repeat[] } {
  if (rows === undefined) return {};
  const repeats = rows.map((row) => ({
    status: row['status'] as Result['status'],
    message: row['message'] as string | null,
    metrics: parsed<Repeat['metrics']>(row['metrics']),
    latencyMs: row['latency_ms'] as number | null,
  }));
  return { repeats };
}

function stagesOf(rows: readonly Row[] | undefined): { readonly stages?: readonly SearchStage[] } {
  if (rows === undefined) return {};
  const stages: { name: string; hits: Hit[]; query?: string }[] = [];
  for (const row of rows) {
    const at = row['stage'] as number;
    const query = row['stage_query'] as string | null;
    stages[at] ??= { name: row['stage_name'] as string, hits: [], ...(query === null ? {} : { query }) };
    if (row['rank'] !== 0) stages[at].hits.push(hitOf(row));
  }
  return { stages };
}

type RawHit = readonly [string, string, string, number, number | null, number | null];

const HITS = 'SELECT case_id, chunk_id, doc_id, score, span_start, span_end FROM hits WHERE run_id = ?';

/** Row by row and as lists, since a run may have millions. */
function hitsOf(db: Sqlite, runId: string): ReadonlyMap<string, Hit[]> {
  const hits = new Map<string, Hit[]>();
  addHits(hits, db.prepare(`${HITS} ORDER BY case_id, rank`).raw().iterate(runId));
  return hits;
}

function hitsOfSome(db: Sqlite, runId: string, caseIds: readonly string[]): ReadonlyMap<string, Hit[]> {
  const hits = new Map<string, Hit[]>();
  const rows = db.prepare(`${HITS} AND case_id = ? ORDER BY rank`).raw();
  for (const caseId of caseIds) addHits(hits, rows.iterate(runId, caseId));
  return hits;
}

function addHits(hits: Map<string, Hit[]>, rows: Iterable<unknown>): void {
  for (const [id, chunkId, docId, score, start, end] of rows as Iterable<RawHit>) {
    const hit = start === null ? { chunkId, docId, score } : { chunkId, docId, score, start, end: end! };
    const of = hits.get(id);
    if (of === undefined) hits.set(id, [hit]);
    else of.push(hit);
  }
}

function hitOf(row: Row): Hit {
  return {
    chunkId: row['chunk_id'] as string,
    docId: row['doc_id'] as string,
    score: row['score'] as number,
    ...(row['span_start'] === null
      ? {}
      : { start: row['span_start'] as number, end: row['span_end'] as number }),
  };
}

function grouped(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row['case_id'] as string);
    if (group === undefined) groups.set(row['case_id'] as string, [row]);
    else group.push(row);
  }
  return groups;
}

function parsed<T>(text: string | number | null | undefined): T {
  return JSON.parse(text as string) as T;
}

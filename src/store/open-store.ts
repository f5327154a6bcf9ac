import path from 'node:path';
import { LabError, messageOf, pathGiven } from '../errors.js';
import { shownPath, storePath } from '../project.js';
import { openSqlite, type Sqlite } from '../sqlite.js';
import type { Comparison, Recorder, Run, RunHeader } from '../types.js';
import { findRun, type RunRow, runIdOf } from './find-run.js';
import type { Judgment, JudgmentFilter } from './judgment.js';
import { judgmentsIn, saveJudgments, undoJudgment } from './judgments-table.js';
import { migrate } from './migrate.js';
import type { RagAnswer } from './rag-answer.js';
import { ragAnswerIn, ragAnswersOf, saveRagAnswer } from './rag-answers-table.js';
import { headerOf, pagesOnce, runOf } from './read-run.js';
import type { Review, SavedReviews } from './review.js';
import { reviewsIn, saveReviews } from './reviews-table.js';
import { runWriter } from './write-run.js';

/** A look at the frozen test set. */
export type TestRead = {
  readonly runId: string;
  readonly dataset: string | null;
  readonly casesVersion: string;
  readonly testCases: number;
  readonly readAt: string;
};

/** Runs kept in one SQLite file. Plain functions over a hidden handle, so that a notebook can hold, print and clone it. */
export type Store = Recorder & {
  readonly file: string;
  /** A run by id, unique prefix, or name (the latest). Throws a LabError that offers the nearest name. */
  readonly run: (named: string) => Run;
  /** The same with no hits, which a deep run has millions of: enough to compare a metric that it recorded. */
  readonly runWithoutHits: (named: string) => Run;
  /** The same with the hits of some cases, which is enough to follow those through two runs. */
  readonly runWithHitsOf: (named: string, caseIds: readonly string[]) => Run;
  /** The id of a run that is named by its id, a prefix of it or its name. Throws a LabError where there is none. */
  readonly runId: (named: string) => string;
  /** All runs without their results, latest first. */
  readonly list: () => readonly (RunHeader & { readonly resultCount: number })[];
  readonly remove: (named: string) => RunHeader;
  readonly saveComparison: (comparison: Comparison) => void;
  readonly testReads: () => readonly TestRead[];
  /** Takes what reviewers said of cases; of two verdicts on one case and pair the later stays. */
  readonly saveReviews: (reviews: readonly Review[]) => SavedReviews;
  readonly reviews: () => readonly Review[];
  /** Takes what judges said of pages; one that is there, by its id, is left. Gives how many were new. */
  readonly saveJudgments: (judgments: readonly Judgment[]) => number;
  /** Takes a judgment back: it stays on record and counts no more. */
  readonly undoJudgment: (id: string) => void;
  /** In the order in which they were made, without those that were taken back. */
  readonly judgments: (filter?: JudgmentFilter) => readonly Judgment[];
  /** Keeps what a model answered over the hits of a retriever; the same question over the same run again takes its place. */
  readonly saveRagAnswer: (answer: RagAnswer) => void;
  /** What is stored under a digest, whichever run it was asked for; null where nothing is. */
  readonly ragAnswer: (digest: string) => RagAnswer | null;
  /** The answers over the hits of a run. Throws a LabError where there is no such run. */
  readonly ragAnswers: (named: string) => readonly RagAnswer[];
  readonly close: () => void;
};

/** Opens the store, making it where there is none: `file`, else `LAB_STORE`, else `lab.sqlite` beside the nearest package.json. */
export function openStore(file: string = storePath()): Store {
  const full = path.resolve(pathGiven('openStore', file));
  const db = openMigrated(full);
  return {
    file: full,
    ...runWriter(db),
    run: (named) => runOf(db, findRun(db, named)),
    runWithoutHits: (named) => runOf(db, findRun(db, named), []),
    runWithHitsOf: (named, caseIds) => runOf(db, findRun(db, named), caseIds),
    runId: (named) => runIdOf(db, named),
    list: () => list(db),
    remove: (named) => remove(db, named),
    reopen: (named, evenDone) => reopen(db, named, evenDone),
    saveComparison: (comparison) => saveComparison(db, comparison),
    testReads: () => testReads(db),
    saveReviews: (reviews) => saveReviews(db, reviews),
    reviews: () => reviewsIn(db),
    saveJudgments: (judgments) => saveJudgments(db, judgments),
    undoJudgment: (id) => undoJudgment(db, id),
    judgments: (filter) => judgmentsIn(db, filter),
    saveRagAnswer: (answer) => saveRagAnswer(db, answer),
    ragAnswer: (digest) => ragAnswerIn(db, digest),
    ragAnswers: (named) => ragAnswersOf(db, runIdOf(db, named)),
    close: () => void db.close(),
  };
}

function openMigrated(full: string): Sqlite {
  let db: Sqlite | undefined;
  try {
    db = openSqlite(full);
    migrate(db, shownPath(full));
    return db;
  } catch (thrown) {
    db?.close();
    if (thrown instanceof LabError) throw thrown;
    throw new LabError(
      `store ${shownPath(full)}: cannot be opened (${messageOf(thrown)}), wanted an SQLite file in a folder that can be written; name another with --store or LAB_STORE`,
    );
  }
}

function list(db: Sqlite) {
  const rows = db
    .prepare(
      'SELECT runs.*, (SELECT count(*) FROM results WHERE results.run_id = runs.run_id) AS result_count FROM runs ORDER BY started_at DESC, rowid DESC',
    )
    .all() as RunRow[];
  const pages = pagesOnce();
  return rows.map((row) => ({ ...headerOf(db, row, pages), resultCount: row['result_count'] as number }));
}

/** The look at test stays counted: deleting a run does not unsee it. */
function remove(db: Sqlite, named: string): RunHeader {
  const row = findRun(db, named);
  const header = headerOf(db, row);
  db.prepare('DELETE FROM runs WHERE run_id = ?').run(header.id);
  return header;
}

function reopen(db: Sqlite, named: string, evenDone = false): Run {
  const run = runOf(db, findRun(db, named));
  if (run.status === 'done' && !evenDone)
    throw new LabError(`run ${run.id} (${run.name}) is done, wanted one that stopped early; begin a new run`);
  db.prepare("UPDATE runs SET status = 'running', finished_at = NULL WHERE run_id = ?").run(run.id);
  return run;
}

function saveComparison(db: Sqlite, comparison: Comparison): void {
  const { runA, runB, interval, meanA, meanB, pValue } = comparison;
  const [low, high] = interval ?? [null, null];
  const { metric, verdict, n, better, worse, same, delta, test } = comparison;
  db.prepare(
    'INSERT OR REPLACE INTO comparisons VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(
    runA.id,
    runB.id,
    metric,
    new Date().toISOString(),
    verdict,
    n,
    better,
    worse,
    same,
    meanA,
    meanB,
    delta,
    low,
    high,
    pValue,
    test,
  );
}

function testReads(db: Sqlite): readonly TestRead[] {
  return db
    .prepare(
      'SELECT run_id AS runId, dataset, cases_version AS casesVersion, test_cases AS testCases, read_at AS readAt FROM test_reads ORDER BY read_at',
    )
    .all() as TestRead[];
}

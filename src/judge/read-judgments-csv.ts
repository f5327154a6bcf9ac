import { randomUUID } from 'node:crypto';
import { findQuote } from '../dataset/quote.js';
import { didYouMean, LabError } from '../errors.js';
import { readCsv } from '../files/csv.js';
import { unguarded } from '../files/write-csv.js';
import { shownPath } from '../project.js';
import type { JudgedSpan, Judgment } from '../store/judgment.js';
import type { Doc } from '../types.js';
import { firstOf } from './first-of.js';
import { spanFault } from './span-fault.js';
import { docDigest, pairKey, type Task } from './worklist.js';

/** Who judged, in which pass, when (ISO 8601, UTC) and over which dataset. */
export type JudgingOf = {
  readonly dataset: string;
  readonly judge: string;
  readonly pass: number;
  readonly judgedAt: string;
};

/** What a CSV file says: the judgments, and how many pages it leaves open. */
export type ReadJudgments = { readonly judgments: readonly Judgment[]; readonly open: number };

type Row = {
  readonly place: string;
  readonly task: Task;
  readonly grade: number | null;
  readonly span: JudgedSpan | null;
  readonly note: string;
};

/**
 * Judgments from CSV with the columns case_id, doc and grade, and if there are any, quote (or start and end), need and note. A page's grade is the highest of its rows. Rows without a
 * grade are open. Throws a LabError that lists every fault with its line, and then takes none: an unknown pair, a grade that is none, a quote that is not in the page once.
 */
export async function readJudgmentsCsv(
  file: string,
  tasks: readonly Task[],
  docs: ReadonlyMap<string, Doc>,
  judging: JudgingOf,
): Promise<ReadJudgments> {
  const known = new Map(tasks.map((task) => [pairKey(task), task]));
  const problems: string[] = [];
  const rows: Row[] = [];
  let isChecked = false;
  await readCsv(file, 'csv', (cells, line) => {
    if (!isChecked) checkHeader(file, Object.keys(cells));
    isChecked = true;
    const row = rowOf(cells, `${shownPath(file)}:${line}`, known, docs, (text) => problems.push(text));
    if (row !== null) rows.push(row);
  });
  const byPair = new Map<string, Row[]>();
  for (const row of rows) byPair.set(pairKey(row.task), [...(byPair.get(pairKey(row.task)) ?? []), row]);
  for (const of of byPair.values()) problems.push(...contradictions(of));
  if (problems.length > 0)
    throw new LabError(
      `${shownPath(file)}: ${problems.length === 1 ? '1 row is' : `${problems.length} rows are`} no judgment, nothing was taken; correct each:`,
      firstOf(problems),
    );
  const judged = [...byPair.values()].filter((of) => of.some(({ grade }) => grade !== null));
  return {
    judgments: judged.map((of) => judgmentOf(of, docs, judging)),
    open: byPair.size - judged.length,
  };
}

/** Of several rows of a page one may give its grade and the others passages; two that grade it would each be right. */
function contradictions(rows: readonly Row[]): readonly string[] {
  const bare = rows.filter(({ span, grade }) => span === null && grade !== null);
  const [one, two] = bare;
  if (two !== undefined)
    return [
      `${two.place}: grades "${two.task.doc}" for "${two.task.caseId}" as ${one!.place} does, wanted one row without a passage; drop one`,
    ];
  const marked = Math.max(...rows.map(({ span }) => span?.grade ?? 0));
  if (one === undefined || one.grade! >= marked) return [];
  return [
    `${one.place}: grades "${one.task.doc}" for "${one.task.caseId}" ${one.grade}, and a passage of it has ${marked}, wanted the page's grade at least as high; correct one of them`,
  ];
}

function checkHeader(file: string, columns: readonly string[]): void {
  const missing = ['case_id', 'doc', 'grade'].find((name) => !columns.includes(name));
  if (missing === undefined) return;
  throw new LabError(
    `${shownPath(file)}:1: has no column "${missing}"${didYouMean(missing, columns)}, wanted case_id, doc and grade; add it`,
  );
}

function rowOf(
  cells: Readonly<Record<string, string>>,
  place: string,
  known: ReadonlyMap<string, Task>,
  docs: ReadonlyMap<string, Doc>,
  problem: (sentence: string) => void,
): Row | null {
  // Only a file that was written here is guarded, which one sees by its passages: an apostrophe of somebody else's is a part of the text.
  const isOurs = cells['passages'] !== undefined;
  const cell = (name: string) => (isOurs ? unguarded(cells[name] ?? '') : (cells[name] ?? ''));
  const [caseId, doc, grade] = [cell('case_id'), cell('doc'), cell('grade')];
  const task = known.get(pairKey({ caseId, doc }));
  if (task === undefined) {
    problem(
      `${place}: "${caseId}" and "${doc}" are no pair of the pool, wanted one${hintOf(caseId, doc, known)}`,
    );
    return null;
  }
  if (!/^[012]?$/.test(grade)) {
    problem(`${place}: grade is "${grade}", wanted 0, 1, 2 or nothing; correct it`);
    return null;
  }
  const span = spanOf(cell, place, docs.get(doc)!, problem);
  if (span === 'faulty') return null;
  const value = grade === '' ? null : Number(grade);
  if (span !== null && (value ?? 0) === 0) {
    problem(
      `${place}: marks a passage but has ${value === null ? 'no grade' : 'grade 0'}, wanted grade 1 or 2 with a passage; correct one of them`,
    );
    return null;
  }
  const need = cell('need');
  const whole = span === null ? null : { ...span, grade: value!, ...(need === '' ? {} : { need }) };
  return { place, task, grade: value, span: whole, note: cell('note') };
}

function hintOf(caseId: string, doc: string, known: ReadonlyMap<string, Task>): string {
  const tasks = [...known.values()];
  const ofCase = tasks.filter((task) => task.caseId === caseId);
  if (ofCase.length === 0)
    return didYouMean(caseId, [...new Set(tasks.map((task) => task.caseId))]) || '; see the pool';
  return (
    didYouMean(
      doc,
      ofCase.map((task) => task.doc),
    ) || '; see the pool'
  );
}

/** The place of a quote, or of start and end; null where neither is given. */
function spanOf(
  cell: (name: string) => string,
  place: string,
  { id, text }: Doc,
  problem: (sentence: string) => void,
): { readonly start: number; readonly end: number } | null | 'faulty' {
  const [quote, start, end] = [cell('quote'), cell('start'), cell('end')];
  if (quote === '' && start === '' && end === '') return null;
  if (quote === '') {
    const [from, to] = [Number(start || 'none'), Number(end || 'none')];
    const fault = spanFault(from, to, text);
    if (fault === null) return { start: from, end: to };
    problem(`${place}: the span ${start}–${end} of "${id}" ${fault}`);
    return 'faulty';
  }
  const found = findQuote(text, quote);
  if (found.found === 'once') return { start: found.start, end: found.end };
  problem(
    `${place}: quotes ${JSON.stringify(quote.length > 40 ? `${quote.slice(0, 39)}…` : quote)}, which is ${found.found === 'never' ? 'not' : `${found.starts.length} times`} in "${id}", wanted it once; copy the words exactly, or more of them`,
  );
  return 'faulty';
}

function judgmentOf(rows: readonly Row[], docs: ReadonlyMap<string, Doc>, judging: JudgingOf): Judgment {
  const { task } = rows[0]!;
  return {
    id: randomUUID(),
    dataset: judging.dataset,
    caseId: task.caseId,
    query: task.query,
    doc: task.doc,
    docDigest: docDigest(docs.get(task.doc)!),
    judge: judging.judge,
    pass: judging.pass,
    grade: Math.max(...rows.map(({ grade }) => grade ?? 0)),
    spans: rows.flatMap(({ span }) => (span === null ? [] : [span])),
    note: rows
      .map(({ note }) => note)
      .filter((note) => note !== '')
      .join(' / '),
    judgedAt: judging.judgedAt,
  };
}

import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { cellOf, neededCell } from './columns.js';
import { readCsv } from './csv.js';
import { entriesOf, isObject, type JsonObject, readJson, readJsonRows, shownJson } from './json.js';
import { type Qrels, QrelsBuilder, readTrecQrels } from './qrels.js';
import { isHeader, sniff } from './sniff.js';
import { readLines } from './text-lines.js';

/**
 * Labels from a file, whichever way it is written: TREC qrels, BEIR's table of three columns, CSV with a header, JSON
 * `{ topic: { document: grade } }`, or cases as JSON lines. Plain or gzip. Throws a LabError with the line of the first fault.
 */
export async function readQrels(file: string): Promise<Qrels> {
  const { format, first } = await sniff(file);
  if (format === 'trec') return readTrecQrels(file);
  if (format === 'tsv' && !isHeader(first.split('\t'))) return readBareTsv(file);
  if (format === 'json') return readJsonQrels(file);
  if (format === 'jsonl') return readCaseLines(file);
  const builder = new QrelsBuilder(file);
  await readCsv(file, format, (row, line) => {
    if (cellOf(row, 'rank') !== undefined)
      throw new LabError(
        `${shownPath(file)}:${line}: has a column rank, wanted judgments; is this a run? give the qrels`,
      );
    const cell = (role: 'topic' | 'doc' | 'grade') => neededCell(row, role, file, line);
    builder.add(cell('topic'), cell('doc'), cell('grade'), line);
  });
  return builder.end();
}

async function readBareTsv(file: string): Promise<Qrels> {
  const builder = new QrelsBuilder(file);
  await readLines(file, (text, line) => {
    if (text.trim() === '') return;
    const cells = text.split('\t').map((cell) => cell.trim());
    if (cells.length !== 3)
      throw new LabError(
        `${shownPath(file)}:${line}: has ${cells.length} columns, wanted 3 (query-id corpus-id score); correct the line`,
      );
    builder.add(cells[0]!, cells[1]!, cells[2]!, line);
  });
  return builder.end();
}

async function readJsonQrels(file: string): Promise<Qrels> {
  const value = await readJson(file);
  const builder = new QrelsBuilder(file);
  if (!isObject(value)) throw wrongShape(file, 'a list');
  for (const [topic, docs] of entriesOf(value)) {
    if (!isObject(docs)) throw wrongShape(file, `topic "${topic}" with ${shownJson(docs, 40)}`);
    builder.begin(topic, 0);
    for (const [doc, grade] of entriesOf(docs)) builder.add(topic, doc, grade as number, 0);
  }
  return builder.end();
}

function wrongShape(file: string, found: string): LabError {
  return new LabError(
    `${shownPath(file)}: holds ${found}, wanted { topic: { document: grade } }; write it so, or as TREC qrels`,
  );
}

/** Cases as this project writes them: pages by id, grade 1 unless they say otherwise. A page with two spans is one judgment. */
async function readCaseLines(file: string): Promise<Qrels> {
  const builder = new QrelsBuilder(file);
  await readJsonRows(file, (row, line) => {
    const id = row['id'] ?? row['_id'];
    if (typeof id !== 'string')
      throw new LabError(`${shownPath(file)}:${line}: has no id, wanted a text; add "id"`);
    if (builder.qrels.has(id))
      throw new LabError(
        `${shownPath(file)}:${line}: the case "${id}" comes a second time, wanted each once; drop one`,
      );
    builder.begin(id, line);
    for (const [doc, grade] of bestGrades(row, file, line)) builder.add(id, doc, grade, line);
  });
  return builder.end();
}

/** What is no number is handed on, for the builder to refuse. */
function bestGrades(row: JsonObject, file: string, line: number): ReadonlyMap<string, number> {
  const grades = new Map<string, number>();
  for (const [doc, grade] of judgments(row, file, line)) {
    const other = grades.get(doc);
    if (other === undefined || typeof grade !== 'number' || grade > other) grades.set(doc, grade);
  }
  return grades;
}

function judgments(row: JsonObject, file: string, line: number): readonly (readonly [string, number])[] {
  const ids = row['relevant_doc_ids'];
  const labels = row['relevant'] ?? (Array.isArray(ids) ? ids.map((doc: unknown) => ({ doc })) : undefined);
  if (!Array.isArray(labels))
    throw new LabError(
      `${shownPath(file)}:${line}: has no labels of pages, wanted "relevant" or "relevant_doc_ids"; add them, or give the dataset with --data`,
    );
  refuseAlternatives(labels, file, line);
  return labels.map((label: { readonly doc?: unknown; readonly grade?: unknown }) => {
    if (typeof label?.doc === 'string')
      return [label.doc, (label.grade === undefined ? 1 : label.grade) as number] as const;
    throw new LabError(
      `${shownPath(file)}:${line}: holds the label ${shownJson(label)}, wanted { "doc": …, "grade": … }; correct it`,
    );
  });
}

/** Where one of several pages will do, qrels would ask for all of them: every recall would come out too low. */
function refuseAlternatives(
  labels: readonly { readonly need?: unknown }[],
  file: string,
  line: number,
): void {
  const needs = labels.flatMap((label) => (typeof label?.need === 'string' ? [label.need] : []));
  const shared = needs.find((need, i) => needs.indexOf(need) !== i);
  if (shared === undefined) return;
  throw new LabError(
    `${shownPath(file)}:${line}: has alternatives (need "${shared}"), which judgments by document cannot hold, wanted a need for each label; import the run with --data instead`,
  );
}

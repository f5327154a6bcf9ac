import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { neededCell } from './columns.js';
import { readCsv } from './csv.js';
import { isObject, type JsonObject, readJson, readJsonRows } from './json.js';
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
  await readCsv(file, format, (row, line) =>
    builder.add(
      neededCell(row, 'topic', file, line),
      neededCell(row, 'doc', file, line),
      neededCell(row, 'grade', file, line),
      line,
    ),
  );
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
  for (const [topic, docs] of Object.entries(value)) {
    if (!isObject(docs))
      throw wrongShape(file, `topic "${topic}" with ${JSON.stringify(docs)?.slice(0, 40)}`);
    for (const [doc, grade] of Object.entries(docs)) builder.add(topic, doc, grade as number, 0);
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
    const grades = new Map<string, number>();
    for (const [doc, grade] of judgments(row, file, line))
      grades.set(doc, Math.max(grade, grades.get(doc) ?? grade));
    for (const [doc, grade] of grades) builder.add(id, doc, grade, line);
  });
  return builder.end();
}

function judgments(row: JsonObject, file: string, line: number): readonly (readonly [string, number])[] {
  const ids = row['relevant_doc_ids'];
  const labels = row['relevant'] ?? (Array.isArray(ids) ? ids.map((doc: unknown) => ({ doc })) : undefined);
  if (!Array.isArray(labels))
    throw new LabError(
      `${shownPath(file)}:${line}: has no labels of pages, wanted "relevant" or "relevant_doc_ids"; add them, or give the dataset with --data`,
    );
  return labels.map((label: { readonly doc?: unknown; readonly grade?: unknown }) => {
    if (typeof label?.doc === 'string') return [label.doc, (label.grade ?? 1) as number] as const;
    throw new LabError(
      `${shownPath(file)}:${line}: holds the label ${JSON.stringify(label)}, wanted { "doc": …, "grade": … }; correct it`,
    );
  });
}

import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { readLineBytes } from './gathered.js';
import { fieldsOf } from './qrels.js';
import { textOf } from './topic-hits.js';

/** How a file of labels or of a run is written. */
export type Format = 'trec' | 'tsv' | 'csv' | 'json' | 'jsonl';

class Enough extends Error {}

/** Tells the format by the first line that is not blank, since names say little. Throws a LabError for a file that is empty. */
export async function sniff(file: string): Promise<{ readonly format: Format; readonly first: string }> {
  const lines: string[] = [];
  try {
    // Not as text: a TREC run may hold documents whose ids are no UTF-8.
    await readLineBytes(file, (bytes, start, end) => {
      const text = textOf(bytes, start, end);
      if (text.trim() !== '') lines.push(text);
      if (lines.length === 2) throw new Enough();
    });
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
  }
  const first = lines[0];
  if (first === undefined)
    throw new LabError(`${shownPath(file)}: holds no line, wanted qrels or a run; check the file`);
  return { format: formatOf(first, lines[1]), first };
}

function formatOf(first: string, second: string | undefined): Format {
  const start = first.trimStart();
  // An id may start with a brace; no JSON has a bare 0 or Q0 for its second word.
  if (readsAsTrec(first)) return 'trec';
  if (start.startsWith('{'))
    return isObject(first) && (second !== undefined || looksLikeRow(first)) ? 'jsonl' : 'json';
  if (start.startsWith('[')) return 'json';
  const tabs = first.split('\t');
  if (isHeader(tabs) || (tabs.length === 3 && !readsAsTrec(first))) return 'tsv';
  const commas = first.split(',');
  if (isHeader(commas) || (commas.length >= 3 && fieldsOf(first).length < 4)) return 'csv';
  return 'trec';
}

/** Spaces and tabs may be mixed in TREC files; what is 0 or Q0 in a second column is no id with a space in it. */
function readsAsTrec(line: string): boolean {
  const fields = fieldsOf(line);
  return (fields.length === 4 || fields.length >= 6) && /^(0|q0)$/i.test(fields[1]!);
}

/** A JSON file of one line is a table of topics unless it reads like a row, whose id is no table. */
function looksLikeRow(line: string): boolean {
  const value = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const isTable = (cell: unknown) => typeof cell === 'object' && cell !== null && !Array.isArray(cell);
  return ROW_KEYS.some((key) => Object.hasOwn(value, key) && !isTable(value[key]));
}

const ROW_KEYS = [
  'id',
  '_id',
  'query',
  'hits',
  'results',
  'relevant',
  'relevant_doc_ids',
  'version',
  'topic',
  'query_id',
  'qid',
  'caseId',
];

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** Column names of the field, as its tools write them. */
export const COLUMNS: Readonly<Record<'topic' | 'doc' | 'score' | 'rank' | 'grade', readonly string[]>> = {
  topic: ['topic', 'topic_id', 'query-id', 'query_id', 'qid', 'q_id', 'case_id', 'caseid'],
  doc: ['doc', 'corpus-id', 'corpus_id', 'doc_id', 'docid', 'docno', 'did', 'document', 'document_id', 'pid'],
  score: ['score', 'sim', 'similarity'],
  rank: ['rank'],
  grade: ['grade', 'relevance', 'rel', 'label', 'relevance_score', 'score'],
};

export function isHeader(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim().toLowerCase().replace(/^"|"$/g, ''));
  return (
    names.some((name) => COLUMNS.topic.includes(name)) && names.some((name) => COLUMNS.doc.includes(name))
  );
}

import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { fieldsOf } from './qrels.js';
import { readLines } from './text-lines.js';

/** How a file of labels or of a run is written. */
export type Format = 'trec' | 'tsv' | 'csv' | 'json' | 'jsonl';

class Enough extends Error {}

/** Tells the format by the first line that is not blank, since names say little. Throws a LabError for a file that is empty. */
export async function sniff(file: string): Promise<{ readonly format: Format; readonly first: string }> {
  const lines: string[] = [];
  try {
    await readLines(file, (text) => {
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
  if (start.startsWith('{'))
    return isObject(first) && (second === undefined ? looksLikeRow(first) : true) && !endsOpen(first)
      ? 'jsonl'
      : 'json';
  if (start.startsWith('[')) return 'json';
  const tabs = first.split('\t').length;
  if (tabs >= 3 && (tabs === 3 || isHeader(first.split('\t')))) return 'tsv';
  const commas = first.split(',').length;
  if (commas >= 3 && (isHeader(first.split(',')) || fieldsOf(first).length < 4)) return 'csv';
  return 'trec';
}

/** A JSON file of one line is a table of topics unless it reads like a row. */
function looksLikeRow(line: string): boolean {
  const value = JSON.parse(line) as Record<string, unknown>;
  return ['id', '_id', 'query', 'hits', 'relevant', 'relevant_doc_ids', 'version'].some(
    (key) => key in value,
  );
}

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

function endsOpen(line: string): boolean {
  return line.trimEnd().endsWith(',');
}

/** Column names of the field, as its tools write them. */
export const COLUMNS: Readonly<Record<'topic' | 'doc' | 'score' | 'rank' | 'grade', readonly string[]>> = {
  topic: ['topic', 'topic_id', 'query-id', 'query_id', 'qid', 'q_id', 'case_id', 'caseid'],
  doc: ['doc', 'corpus-id', 'corpus_id', 'doc_id', 'docid', 'docno', 'did', 'document', 'document_id', 'pid'],
  score: ['score', 'sim', 'similarity'],
  rank: ['rank'],
  grade: ['grade', 'score', 'relevance', 'rel', 'label', 'relevance_score'],
};

export function isHeader(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim().toLowerCase().replace(/^"|"$/g, ''));
  return (
    names.some((name) => COLUMNS.topic.includes(name)) && names.some((name) => COLUMNS.doc.includes(name))
  );
}

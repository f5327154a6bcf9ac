import { isHeader, type JsonLine, jsonFault, parseLine } from '../dataset/jsonl.js';
import { LabError } from '../errors.js';
import { readCsv } from '../files/csv.js';
import { readText } from '../files/text-lines.js';
import { shownPath } from '../project.js';
import { otherDelimiter, queriesFormat } from './queries-format.js';

/** A row for each query of a file, in whatever format it is; a line that is none becomes a sentence in `problems`. */
export async function queryLines(file: string, problems: string[]): Promise<readonly JsonLine[]> {
  const pieces: string[] = [];
  await readText(file, (piece) => void pieces.push(piece));
  const text = pieces.join('');
  const parted = otherDelimiter(text);
  if (parted !== null)
    throw new LabError(
      `${shownPath(file)}: has a header whose columns are parted by "${parted}", wanted commas or tabs; save it as CSV with commas`,
    );
  const format = queriesFormat(text);
  if (format === 'csv' || format === 'tsv') return tableRows(file, format);
  if (format === 'json') return itemsOf(text, shownPath(file), problems);
  if (format === 'jsonl') return withoutHeader(jsonRows(text, shownPath(file), problems));
  return lineRows(text, shownPath(file), problems, format === 'pairs' ? pairOf : queryAlone);
}

/** The objects of a JSON list; a text in it is a query. */
export function itemsOf(text: string, where: string, problems: string[]): readonly JsonLine[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (thrown) {
    problems.push(`${where}: is not JSON (${jsonFault(thrown)}), wanted a list of objects; correct it`);
    return [];
  }
  return (list as readonly unknown[]).flatMap((item, i) => {
    const place = `${where}: item ${i + 1}`;
    if (typeof item === 'string') return { place, value: { query: item } };
    return parseLine(JSON.stringify(item), place, problems) === undefined ? [] : { place, value: item };
  });
}

/** The rows of a table by the names of its header, in lower case. A cell that is blank says nothing. */
export async function tableRows(file: string, format: 'csv' | 'tsv'): Promise<readonly JsonLine[]> {
  const rows: JsonLine[] = [];
  await readCsv(file, format, (row, line) => {
    const cells = Object.entries(row).filter(([name, cell]) => cell !== '' || QUERY_CELLS.includes(name));
    rows.push({ place: `${shownPath(file)}:${line}`, value: Object.fromEntries(cells) });
  });
  return rows;
}

/** Where there is no query, a sentence or a count says so: its cell is kept, blank as it is. */
const QUERY_CELLS: readonly string[] = ['query', 'question', 'q', 'text', 'input', 'title'];

/** An object on each line; blank lines are passed over. */
export function jsonRows(text: string, where: string, problems: string[]): readonly JsonLine[] {
  return lineRows(text, where, problems, parseLine);
}

/** The rows without a version header on the first line. */
function withoutHeader(rows: readonly JsonLine[]): readonly JsonLine[] {
  const first = rows[0]?.value;
  const isRow = QUERY_CELLS.some((name) => Object.hasOwn(Object(first), name));
  return isHeader(first) && !isRow ? rows.slice(1) : rows;
}

function lineRows(
  text: string,
  where: string,
  problems: string[],
  rowOf: (line: string, place: string, problems: string[]) => unknown,
): readonly JsonLine[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    const place = `${where}:${i + 1}`;
    const value = rowOf(line, place, problems);
    return value === undefined ? [] : { place, value };
  });
}

function pairOf(line: string, place: string, problems: string[]): unknown {
  const cells = line.split('\t').map((cell) => cell.trim());
  if (cells.length === 2 && cells[0] !== '' && cells[1] !== '') return { id: cells[0], query: cells[1] };
  const tabs =
    cells.length === 2 ? 'a blank id or query' : cells.length === 1 ? 'no tab' : `${cells.length - 1} tabs`;
  problems.push(`${place}: has ${tabs}, wanted an id, one tab and a query, as on the first line; correct it`);
  return undefined;
}

function queryAlone(line: string, place: string, problems: string[]): unknown {
  if (!line.includes('\t')) return { query: line };
  problems.push(
    `${place}: has a tab, wanted a query alone, as on the first line; take the tab out, or write id, tab, query on all lines`,
  );
  return undefined;
}

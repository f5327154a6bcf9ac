import { isHeader, type JsonLine, parseLine } from '../dataset/jsonl.js';
import { messageOf } from '../errors.js';
import { readCsv } from '../files/csv.js';
import { readText } from '../files/text-lines.js';
import { shownPath } from '../project.js';
import { type QueriesFormat, queriesFormat } from './queries-format.js';

/** A row for each query of a file, in whatever format it is; a line that is none becomes a sentence in `problems`. */
export async function queryLines(file: string, problems: string[]): Promise<readonly JsonLine[]> {
  const pieces: string[] = [];
  await readText(file, (piece) => void pieces.push(piece));
  const text = pieces.join('');
  const format = queriesFormat(text);
  if (format === 'csv' || format === 'tsv') return tableRows(file, format);
  if (format === 'json') return itemsOf(text, shownPath(file), problems);
  return textRows(text, format, shownPath(file), problems);
}

/** The objects of a JSON list; a text in it is a query. */
export function itemsOf(text: string, where: string, problems: string[]): readonly JsonLine[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (thrown) {
    problems.push(`${where}: is not JSON (${messageOf(thrown)}), wanted a list of objects; correct it`);
    return [];
  }
  return (list as readonly unknown[]).flatMap((item, i) => {
    const place = `${where}: item ${i + 1}`;
    if (typeof item === 'string') return { place, value: { query: item } };
    return parseLine(JSON.stringify(item), place, problems) === undefined ? [] : { place, value: item };
  });
}

/** A cell that is blank says nothing. */
async function tableRows(file: string, format: 'csv' | 'tsv'): Promise<readonly JsonLine[]> {
  const rows: JsonLine[] = [];
  await readCsv(file, format, (row, line) => {
    const cells = Object.entries(row).filter(([name, cell]) => cell !== '' || name === 'query');
    rows.push({ place: `${shownPath(file)}:${line}`, value: Object.fromEntries(cells) });
  });
  return rows;
}

function textRows(
  text: string,
  format: Exclude<QueriesFormat, 'json' | 'csv' | 'tsv'>,
  where: string,
  problems: string[],
): readonly JsonLine[] {
  const rowOf = { jsonl: parseLine, pairs: pairOf, lines: queryAlone }[format];
  let first = true;
  return text.split(/\r\n|\n|\r/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    const place = `${where}:${i + 1}`;
    const value = rowOf(line, place, problems);
    const skipped = first && format === 'jsonl' && isHeader(value);
    first = false;
    return value === undefined || skipped ? [] : { place, value };
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

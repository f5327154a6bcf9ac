import type { JsonLine } from '../dataset/jsonl.js';
import { didYouMean } from '../errors.js';
import type { Fields } from '../types.js';
import { idOfQuery, type UnlabelledQuery } from './queries.js';
import { ID_COLUMNS, QUERY_COLUMNS } from './queries-format.js';

const LABELS: readonly string[] = ['relevant', 'relevant_doc_ids', 'relevant_chunk_ids'];

type Row = Readonly<Record<string, unknown>>;

export type QueryRow = {
  readonly place: string;
  readonly query: UnlabelledQuery;
  /** Whether it came with labels, which are not read. */
  readonly labelled: boolean;
};

/** Whether a row is a pull request, which exports of issues hold too. */
export function isPullRequest({ value }: JsonLine): boolean {
  return isIssue(value as Row) && typeof (value as Row)['pull_request'] === 'object';
}

/** One row as a query; null where it is none, with each fault as a sentence in `problems`. */
export function queryRow({ place, value }: JsonLine, problems: string[]): QueryRow | null {
  const row = value as Row;
  const before = problems.length;
  const say = (sentence: string) => problems.push(`${place}: ${sentence}`);
  const query = isIssue(row) ? issueQuery(row, say) : plainQuery(row, say);
  if (problems.length > before) return null;
  return { place, query, labelled: LABELS.some((name) => Object.hasOwn(row, name)) };
}

function isIssue(row: Row): boolean {
  return !QUERY_COLUMNS.some((name) => Object.hasOwn(row, name)) && 'number' in row && 'title' in row;
}

/** Of an issue its number and its title alone: texts, people and labels are not taken. */
function issueQuery({ number, title }: Row, say: (sentence: string) => void): UnlabelledQuery {
  if (!/^[1-9]\d*$/.test(String(number)))
    say(`"number" is ${shown(number)}, wanted the number of an issue; correct it`);
  const query = textOf('title', title, say);
  return { id: `issue-${number}`, query, kind: 'issue', fields: {}, shown: [] };
}

function plainQuery(row: Row, say: (sentence: string) => void): UnlabelledQuery {
  const name = QUERY_COLUMNS.find((one) => Object.hasOwn(row, one));
  if (name === undefined) {
    say(`has neither "query" nor "number" and "title"${hint(row)}, wanted a query; add it`);
    return { id: '', query: '', kind: '', fields: {}, shown: [] };
  }
  const query = textOf(name, row[name], say);
  const idName = ID_COLUMNS.find((one) => Object.hasOwn(row, one));
  const id = idName === undefined ? idOfQuery(query) : idOf(idName, row[idName], say);
  const kind = row['kind'] === undefined ? 'unspecified' : textOf('kind', row['kind'], say);
  const taken = [name, ...(idName === undefined ? [] : [idName]), 'kind', 'shown', ...LABELS];
  return { id, query, kind, fields: fieldsOf(row, taken, say), shown: shownOf(row['shown'], say) };
}

function hint(row: Row): string {
  const name = Object.keys(row).find((one) => didYouMean(one, ['query']) !== '');
  return name === undefined ? '' : ` (found "${name}"; did you mean "query"?)`;
}

function textOf(name: string, value: unknown, say: (sentence: string) => void): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  say(`"${name}" is ${shown(value)}, wanted a text that is not blank; correct it`);
  return '';
}

/** Many exports number their queries. */
function idOf(name: string, value: unknown, say: (sentence: string) => void): string {
  return Number.isInteger(value) ? String(value) : textOf(name, value, say);
}

function shownOf(value: unknown, say: (sentence: string) => void): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((page) => typeof page === 'string' && page.trim() !== ''))
    return [...new Set<string>(value)];
  say(`"shown" is ${shown(value)}, wanted a list of page ids; correct or drop it`);
  return [];
}

function fieldsOf(row: Row, taken: readonly string[], say: (sentence: string) => void): Fields {
  const fields: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(row)) {
    if (taken.includes(name)) continue;
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    )
      fields[name] = value;
    else
      say(
        `the field "${name}" is ${Array.isArray(value) ? 'a list' : 'an object'}, wanted a flat value; flatten or drop it`,
      );
  }
  return fields;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

import { LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import { readLines, readText } from './text-lines.js';

export type JsonObject = { readonly [key: string]: unknown };

/**
 * A whole JSON file as an object or a list; tables of it are for `entriesOf`. A key that comes twice in one object is an error: `JSON.parse`
 * would drop the first unsaid.
 */
export async function readJson(file: string): Promise<unknown> {
  const pieces: string[] = [];
  await readText(file, (text) => void pieces.push(text));
  return parsed(pieces.join(''), shownPath(file), 'one object or list');
}

/** Objects on lines of their own; blank lines and a version header on the first are passed over. */
export async function readJsonRows(
  file: string,
  take: (row: JsonObject, line: number) => void,
): Promise<void> {
  let first = true;
  await readLines(file, (text, line) => {
    if (text.trim() === '') return;
    const place = `${shownPath(file)}:${line}`;
    const value = parsed(text, place, 'one object on each line');
    if (!isObject(value))
      throw new LabError(`${place}: holds no object, wanted one on each line; correct it`);
    const isHeader = first && 'version' in value && !NO_HEADER.some((key) => key in value);
    first = false;
    if (!isHeader) take(value, line);
  });
}

const NO_HEADER = ['id', '_id', 'query', 'question', 'topic', 'query_id', 'qid', 'caseId', 'hits', 'results'];

function parsed(text: string, place: string, wanted: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (/"[\d\\\uFDD0]/.test(text)) value = JSON.parse(withMarks(text));
  } catch (thrown) {
    throw new LabError(`${place}: is not JSON (${messageOf(thrown)}), wanted ${wanted}; correct it`);
  }
  const key = repeatedKey(text);
  if (key === null) return value;
  throw new LabError(`${place}: the key ${key} comes twice in one object, wanted each once; drop one`);
}

/** Stands before keys that `Object.entries` would put before all others; no letter of any text. */
const MARK = '\uFDD0';

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/** Keys that read like whole numbers lose their place among the others, and with it the order among equal scores. */
function withMarks(text: string): string {
  return text.replace(STRING, (string: string, colon: string | undefined) =>
    colon !== undefined && /^"[\d\\\uFDD0]/.test(string) ? `"${MARK}${string.slice(1)}` : string,
  );
}

/** The entries of a table of ids, in the order of the file. */
export function entriesOf(table: JsonObject): readonly (readonly [string, unknown])[] {
  return Object.entries(table).map(([key, value]) => [key.startsWith(MARK) ? key.slice(1) : key, value]);
}

/** A value as a message shows it. */
export function shownJson(value: unknown, most = 60): string {
  return (JSON.stringify(value) ?? 'missing').replaceAll(MARK, '').slice(0, most);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first key that an object holds twice, as written; null where there is none, or where this is no JSON. */
export function repeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;
  let last = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      // One letter may be written in several ways.
      const key = last.includes('\\') ? JSON.stringify(JSON.parse(last)) : last;
      if (keys?.has(key)) return last;
      keys?.add(key);
    } else last = token;
  }
  return null;
}

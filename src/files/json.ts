import { LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import { readLines } from './text-lines.js';

export type JsonObject = { readonly [key: string]: unknown };

/** A whole JSON file as an object or a list. A key that comes twice in one object is an error: `JSON.parse` would drop the first unsaid. */
export async function readJson(file: string): Promise<unknown> {
  const lines: string[] = [];
  await readLines(file, (text) => void lines.push(text));
  const text = lines.join('\n');
  const value = parsed(file, text);
  const key = repeatedKey(text);
  if (key === null) return value;
  throw new LabError(
    `${shownPath(file)}: the key ${key} comes twice in one object, wanted each once; drop one`,
  );
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new LabError(
      `${shownPath(file)}: is not JSON (${messageOf(thrown)}), wanted one object or list; correct it`,
    );
  }
}

/** Objects on lines of their own; blank lines and a version header are passed over. */
export async function readJsonRows(
  file: string,
  take: (row: JsonObject, line: number) => void,
): Promise<void> {
  await readLines(file, (text, line) => {
    if (text.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (thrown) {
      throw new LabError(
        `${shownPath(file)}:${line}: is not JSON (${messageOf(thrown)}), wanted one object on each line; correct it`,
      );
    }
    if (!isObject(value))
      throw new LabError(`${shownPath(file)}:${line}: holds no object, wanted one on each line; correct it`);
    if ('version' in value && !('id' in value) && !('query' in value)) return;
    take(value, line);
  });
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first key that an object holds twice, as written; null where there is none, or where this is no JSON. */
export function repeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
  let last = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      if (keys?.has(last)) return last;
      keys?.add(last);
    } else last = token;
  }
  return null;
}

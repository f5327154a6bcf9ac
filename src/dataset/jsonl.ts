import fs from 'node:fs';
import { messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import type { Json } from '../types.js';

/** A parsed line with its place, `file:line`, for messages. */
export type JsonLine = { readonly place: string; readonly value: unknown };

export type JsonlFile = { readonly header: Json; readonly lines: readonly JsonLine[] };

/**
 * Reads a JSONL file; blank lines, CRLF and a byte-order mark are no fault. The first line may be a version header:
 * an object with `version` and no `id`, `query` or `question`. Each line that is no JSON object becomes a sentence in `problems`.
 */
export function readJsonl(file: string, problems: string[]): JsonlFile {
  const lines: JsonLine[] = [];
  let header: Json = null;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(fs.readFileSync(file));
  } catch (thrown) {
    if (!fs.existsSync(file)) {
      problems.push(`${shownPath(file)}: no such file, wanted a JSONL file; check the path`);
      return { header, lines };
    }
    problems.push(
      `${shownPath(file)}: cannot be read as UTF-8 text (${messageOf(thrown)}); save it as UTF-8`,
    );
    return { header, lines };
  }
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    if (line.trim() === '') return;
    const place = `${shownPath(file)}:${index + 1}`;
    const value = parseLine(line, place, problems);
    if (value === undefined) return;
    if (lines.length === 0 && header === null && isHeader(value)) header = value as Json;
    else lines.push({ place, value });
  });
  return { header, lines };
}

/** The object on one line; undefined where it is none, which is then a sentence in `problems`. */
export function parseLine(line: string, place: string, problems: string[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (thrown) {
    problems.push(`${place}: is not JSON (${jsonFault(thrown)}); write one JSON object on each line`);
    return undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  const found = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
  problems.push(`${place}: holds ${found}, wanted a JSON object; write one object on each line`);
  return undefined;
}

/** What a parser says of a text, without the piece of it that it quotes: logs hold what nobody may print. */
export function jsonFault(thrown: unknown): string {
  const what = messageOf(thrown).replace(/(, )?(\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '');
  return what === '' ? 'it holds no value' : what;
}

/** Whether a first line says the version of its file and is no row of it. */
export function isHeader(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('version' in value)) return false;
  return !['id', 'query', 'question'].some((key) => key in value);
}

import { LabError } from '../errors.js';
import { readJsonRows } from '../files/json.js';
import type { Qrels } from '../files/qrels.js';
import { sniff } from '../files/sniff.js';
import { readLines } from '../files/text-lines.js';
import { shownPath } from '../project.js';
import type { Case } from '../types.js';

/** Topics as cases, each with its judged documents as pages. A topic whose query is not known is asked by its id. */
export function casesOfQrels(
  qrels: Qrels,
  queries: ReadonlyMap<string, string> = new Map(),
): readonly Case[] {
  return [...qrels].map(([id, grades]) => ({
    id,
    query: queries.get(id) ?? id,
    kind: 'unspecified',
    labels: [...grades].map(([doc, grade]) => ({ doc, grade })),
    fields: {},
  }));
}

/** The text of each query: JSON lines with `_id` or `id` and `text` or `query`, or lines of id, tab, text. */
export async function readQueryTexts(file: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const add = (id: unknown, text: unknown, line: number) => {
    const place = `${shownPath(file)}:${line}`;
    if (typeof id !== 'string' || typeof text !== 'string' || id === '')
      throw new LabError(
        `${place}: holds no id and text of a query, wanted "_id" and "text", or id, tab, text; correct it`,
      );
    if (texts.has(id))
      throw new LabError(`${place}: the query "${id}" comes a second time, wanted each id once; drop one`);
    texts.set(id, text);
  };
  const { first } = await sniff(file);
  if (first.trimStart().startsWith('{'))
    await readJsonRows(file, (row, line) => add(row['_id'] ?? row['id'], row['text'] ?? row['query'], line));
  else
    await readLines(file, (text, line) => {
      if (text.trim() === '') return;
      const tab = text.indexOf('\t');
      add(tab === -1 ? '' : text.slice(0, tab).trim(), text.slice(tab + 1).trim(), line);
    });
  return texts;
}

import path from 'node:path';
import type { Qrels } from '../files/qrels.js';
import { qrelsText } from '../files/write-qrels.js';
import { writeText } from '../files/write-text.js';
import type { Case, Dataset, Doc } from '../types.js';

/** Writes a dataset as a folder in BEIR's layout: labels by page, without spans and needs, which it cannot hold. */
export async function writeBeir(folder: string, data: Dataset, qrels: Qrels): Promise<void> {
  const at = (...parts: readonly string[]) => path.join(folder, ...parts);
  await writeText(at('corpus.jsonl'), lines(data.docs, docRow));
  await writeText(at('queries.jsonl'), lines(data.cases, queryRow));
  await writeText(at('qrels', 'test.tsv'), qrelsText(qrels, 'tsv'));
}

function* lines<T>(items: readonly T[], row: (item: T) => object): Generator<string> {
  for (const item of items) yield `${JSON.stringify(row(item))}\n`;
}

/** Title and text are put together again when the folder is read, so a page that holds its title already is written without one. */
function docRow({ id, title, text, fields }: Doc): object {
  const head = `${title}\n\n`;
  return text.startsWith(head)
    ? { _id: id, title, text: text.slice(head.length), metadata: fields }
    : { _id: id, title: '', text, metadata: { ...fields, title } };
}

function queryRow({ id, query, kind, fields }: Case): object {
  return { _id: id, text: query, metadata: { ...fields, kind } };
}

import fs from 'node:fs';
import path from 'node:path';
import { didYouMean, LabError } from '../errors.js';
import { isObject, type JsonObject, readJsonRows } from '../files/json.js';
import type { Qrels } from '../files/qrels.js';
import { readQrels } from '../files/read-qrels.js';
import { shownPath } from '../project.js';
import type { Case, Dataset, Doc, Fields } from '../types.js';
import { casesVersion, corpusOf } from './fingerprint.js';
import { isFolder } from './where.js';

/** The corpus file of a folder in BEIR's layout; undefined where it is laid out otherwise. */
export function beirCorpus(folder: string): string | undefined {
  return ['corpus.jsonl', 'corpus.jsonl.gz']
    .map((name) => path.join(folder, name))
    .find((file) => fs.existsSync(file));
}

/**
 * Loads a folder in BEIR's layout: `corpus.jsonl`, `queries.jsonl` and `qrels/SPLIT.tsv` (or `qrels.tsv`), each plain or gzip. A page's text is its
 * title, a blank line and its text, so that both are searched. Queries without a judgment in the split are no cases; a query with nothing
 * relevant is one, with 0 for every ranking, and is named in the headers.
 */
export async function openBeir(folder: string, corpus: string, split?: string): Promise<Dataset> {
  const qrelsFile = beirQrels(folder, split);
  const docs = await readCorpus(corpus);
  const queries = await readQueries(folder);
  const qrels = await readQrels(qrelsFile);
  checkDocs(qrelsFile, qrels, docs);
  checkQueries(qrelsFile, qrels, queries);
  const cases = [...queries.values()].flatMap((query) => caseOf(query, qrels.get(query.id)));
  const nothing = cases
    .filter((item) => !item.labels.some((label) => label.grade > 0))
    .map((item) => item.id);
  return {
    name: path.basename(folder),
    folder,
    docs: [...docs.values()],
    cases,
    qa: [],
    corpusVersion: corpusOf([...docs.values()]).version,
    casesVersion: casesVersion(cases),
    headers: { [path.relative(folder, qrelsFile)]: { judged: cases.length, nothingRelevant: nothing } },
  };
}

/** The judgments of the split: the one that is named, else the only one, else `test`. */
export function beirQrels(folder: string, split?: string): string {
  const root = path.join(folder, 'qrels');
  const inRoot = isFolder(root)
    ? fs
        .readdirSync(root)
        .filter((name) => /\.tsv(\.gz)?$/.test(name))
        .sort()
    : [];
  const beside = ['qrels.tsv', 'qrels.tsv.gz'].filter((name) => fs.existsSync(path.join(folder, name)));
  const splits = new Map([
    ...inRoot.map((name) => [name.replace(/\.tsv(\.gz)?$/, ''), path.join(root, name)] as const),
    ...beside.map((name) => ['qrels', path.join(folder, name)] as const),
  ]);
  const names = [...splits.keys()];
  const chosen = split ?? (splits.has('test') ? 'test' : names.length === 1 ? names[0]! : undefined);
  const file = chosen === undefined ? undefined : splits.get(chosen);
  if (file !== undefined) return file;
  if (names.length === 0)
    throw new LabError(
      `${shownPath(folder)}: has a corpus.jsonl but no judgments, wanted qrels/test.tsv or qrels.tsv; add them`,
    );
  throw new LabError(
    `${shownPath(folder)}: ${split === undefined ? 'has several sets of judgments and none is called test' : `has no judgments "${split}"`}, wanted one of ${names.join(', ')}${(split && didYouMean(split, names)) || '; name one with { qrels }, or --qrels'}`,
  );
}

async function readCorpus(file: string): Promise<ReadonlyMap<string, Doc>> {
  const docs = new Map<string, Doc>();
  await readJsonRows(file, (row, line) => {
    const place = `${shownPath(file)}:${line}`;
    const id = idOf(row, place);
    const title = textIn(row, 'title', place);
    const text = textIn(row, 'text', place);
    if (docs.has(id)) throw twice(place, 'document', id);
    docs.set(id, {
      id,
      title: title === '' ? id : title,
      text: title === '' ? text : `${title}\n\n${text}`,
      fields: fieldsOf(row),
    });
  });
  if (docs.size > 0) return docs;
  throw new LabError(`${shownPath(file)}: holds no document, wanted one on each line; check the file`);
}

type Query = { readonly id: string; readonly text: string; readonly fields: Fields };

async function readQueries(folder: string): Promise<ReadonlyMap<string, Query>> {
  const file = ['queries.jsonl', 'queries.jsonl.gz']
    .map((name) => path.join(folder, name))
    .find((name) => fs.existsSync(name));
  if (file === undefined)
    throw new LabError(
      `${shownPath(folder)}: has no queries.jsonl, wanted the queries of its judgments; add it`,
    );
  const queries = new Map<string, Query>();
  await readJsonRows(file, (row, line) => {
    const place = `${shownPath(file)}:${line}`;
    const id = idOf(row, place);
    if (queries.has(id)) throw twice(place, 'query', id);
    queries.set(id, { id, text: textIn(row, 'text', place), fields: fieldsOf(row) });
  });
  return queries;
}

function caseOf(
  { id, text, fields }: Query,
  grades: ReadonlyMap<string, number> | undefined,
): readonly Case[] {
  if (grades === undefined) return [];
  const labels = [...grades].map(([doc, grade]) => ({ doc, grade }));
  const { kind, ...others } = fields;
  return [{ id, query: text, kind: typeof kind === 'string' ? kind : 'unspecified', labels, fields: others }];
}

function checkDocs(file: string, qrels: Qrels, docs: ReadonlyMap<string, Doc>): void {
  const unknown = new Set(
    [...qrels.values()].flatMap((grades) => [...grades.keys()].filter((id) => !docs.has(id))),
  );
  const [first] = unknown;
  if (first === undefined) return;
  throw new LabError(
    `${shownPath(file)}: ${unknown.size === 1 ? '1 judged document is' : `${unknown.size} judged documents are`} not in the corpus (the first is "${first}"), wanted all of them among its ${docs.size}${nearest(first, docs.keys())}`,
  );
}

function checkQueries(file: string, qrels: Qrels, queries: ReadonlyMap<string, Query>): void {
  const unknown = [...qrels.keys()].filter((id) => !queries.has(id));
  const [first] = unknown;
  if (first === undefined) return;
  throw new LabError(
    `${shownPath(file)}: ${unknown.length === 1 ? '1 judged query is' : `${unknown.length} judged queries are`} not in queries.jsonl (the first is "${first}"), wanted all of them among its ${queries.size}${nearest(first, queries.keys())}`,
  );
}

/** Looking for a near name among millions would take longer than finding the fault. */
function nearest(id: string, ids: Iterable<string>): string {
  const known = [...ids];
  return (known.length <= 20_000 && didYouMean(id, known)) || '; add it, or take its judgments out';
}

function idOf(row: JsonObject, place: string): string {
  const id = row['_id'] ?? row['id'];
  if (typeof id === 'string' && id.trim() !== '') return id;
  if (typeof id === 'number') return String(id);
  throw new LabError(`${place}: "_id" is ${JSON.stringify(id) ?? 'missing'}, wanted a text; add it`);
}

function textIn(row: JsonObject, key: 'title' | 'text', place: string): string {
  const value = row[key] ?? (key === 'title' ? '' : undefined);
  if (typeof value === 'string') return value;
  throw new LabError(
    `${place}: "${key}" is ${JSON.stringify(value)?.slice(0, 40) ?? 'missing'}, wanted a text; correct it`,
  );
}

/** Flat values of the row and of its metadata can be sliced by; what is nested is left out. */
function fieldsOf(row: JsonObject): Fields {
  const metadata = isObject(row['metadata']) ? row['metadata'] : {};
  const others = Object.entries({ ...metadata, ...row }).filter(
    ([key]) => !['_id', 'id', 'title', 'text', 'metadata'].includes(key),
  );
  return Object.fromEntries(
    others.filter(([, value]) => value === null || ['string', 'number', 'boolean'].includes(typeof value)),
  ) as Fields;
}

function twice(place: string, what: string, id: string): LabError {
  return new LabError(
    `${place}: the ${what} "${id}" comes a second time, wanted each id once; drop or rename one`,
  );
}

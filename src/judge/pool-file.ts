import { type JsonLine, readJsonl } from '../dataset/jsonl.js';
import { didYouMean, LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { check } from '../schema.js';
import type { Dataset, Fields } from '../types.js';
import { firstOf } from './first-of.js';

/** A query with the pages to be judged for it, in an order that gives nothing away. */
export type PoolQuery = {
  readonly id: string;
  readonly query: string;
  readonly kind: string;
  readonly fields: Fields;
  readonly pages: readonly string[];
};

/** What is put before judges. Which arm brought a page is not in it; the names of the arms are, for the labels that come of it. */
export type Pool = {
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly made: string;
  readonly dataset: string;
  readonly corpusVersion: string;
  readonly arms: readonly string[];
  /** Pages of each arm that went in. */
  readonly depth: number;
  /** In words: to which depth, or what the order is for. */
  readonly how: string;
  /** Whether pages that had a label are in it too; else they were left out, whichever arm found them. */
  readonly withLabelled?: boolean;
  /** In the order of judging; a query may come again with other pages. */
  readonly queries: readonly PoolQuery[];
};

const FORMAT = 'retrieval-lab pool';

/** The pool as JSON lines: a header, then a query on each. */
export function poolText({ queries, ...header }: Pool): string {
  const rows = queries.map(({ fields, ...row }) =>
    Object.keys(fields).length === 0 ? row : { ...row, fields },
  );
  return [{ format: FORMAT, version: 1, ...header }, ...rows]
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
}

/** Reads a pool's file. Throws a LabError that lists every line which is none, and every page that comes twice for a query. */
export function readPool(file: string): Pool {
  const problems: string[] = [];
  const { header, lines } = readJsonl(file, problems);
  const { value: head, faults } = check('poolHeader', header ?? {});
  // A file without a first line is told as such; any other that is no pool is so from its first line on.
  if (head === null && problems.length > 0 && lines.length + problems.length === 1)
    throw faulty(file, problems);
  if (head === null)
    throw new LabError(
      `${shownPath(file)}:1: is no header of a pool (${faults[0]}), wanted the file that rlab pool writes; make it again`,
    );
  if (problems.length > 0) throw faulty(file, problems);
  const queries = lines.flatMap((line) => queryOf(line, problems));
  problems.push(...repeatedPages(queries));
  if (queries.length === 0 && problems.length === 0)
    problems.push('it holds no query, wanted at least one; pool deeper, or other arms');
  if (problems.length > 0) throw faulty(file, problems);
  const { name, made, dataset, corpusVersion, arms, depth, how } = head;
  const labelled = head.withLabelled === true ? { withLabelled: true } : {};
  return { name, made, dataset, corpusVersion, arms, depth, how, ...labelled, queries };
}

function queryOf({ place, value }: JsonLine, problems: string[]): readonly PoolQuery[] {
  const { value: row, faults } = check('poolRow', value);
  if (row !== null) return [{ ...row, kind: row.kind ?? 'unspecified', fields: row.fields ?? {} }];
  problems.push(...faults.map((fault) => `${place}: ${fault}; correct it`));
  return [];
}

/** A page that came twice would be judged twice, and a query under two texts could not be told apart. */
function repeatedPages(queries: readonly PoolQuery[]): readonly string[] {
  const problems: string[] = [];
  const seen = new Map<string, { readonly query: string; readonly pages: Set<string> }>();
  for (const { id, query, pages } of queries) {
    const before = seen.get(id) ?? { query, pages: new Set<string>() };
    if (before.query !== query)
      problems.push(`query "${id}" has two texts, wanted one; give one of them another id`);
    for (const page of pages) {
      if (before.pages.has(page))
        problems.push(`query "${id}" names the page "${page}" twice, wanted it once; drop one`);
      before.pages.add(page);
    }
    seen.set(id, before);
  }
  return problems;
}

/** Holds a pool to the pages at hand. Throws a LabError where a page is unknown; another corpus version alone is a sentence, since each judgment names the text it is of. */
export function checkPool(pool: Pool, data: Dataset): string | null {
  const ids = data.docs.map(({ id }) => id);
  const known = new Set(ids);
  const unknown = [...new Set(pool.queries.flatMap(({ pages }) => pages))].filter((page) => !known.has(page));
  if (unknown.length > 0)
    throw new LabError(
      `pool ${pool.name}: names ${unknown.length === 1 ? 'a page that is' : `${unknown.length} pages that are`} not in ${data.name}; make the pool again, or name its dataset with --data:`,
      unknown.slice(0, 20).map((page) => `"${page}"${didYouMean(page, ids)}`),
    );
  if (pool.corpusVersion === data.corpusVersion) return null;
  return `The pool was made over ${pool.corpusVersion}, the pages here are ${data.corpusVersion}: what is judged now is of the texts here.`;
}

function faulty(file: string, problems: readonly string[]): LabError {
  return new LabError(`${shownPath(file)}: is no pool that can be judged; correct each:`, firstOf(problems));
}

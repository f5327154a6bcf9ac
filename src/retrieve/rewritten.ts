import { LabError } from '../errors.js';
import type { Retriever, RetrieverSpec, Search } from '../types.js';
import {
  ask,
  type Built,
  checkParts,
  composed,
  nameOf,
  type Part,
  partConfigs,
  wholeNumber,
} from './compose.js';
import { fuse, reciprocalRank } from './fusion.js';

type Queries = string | readonly string[];

/** What to ask in the place of a query: another, or several, whose hits are fused. */
export type Rewriter = (query: string) => Queries | Promise<Queries>;

export type RewriteOptions = {
  /** Of reciprocal rank fusion, where there are several queries. Default 60. */
  readonly k?: number;
  /** Hits that each of several queries is asked for, in chunks; more where more are asked of the whole. Default 100. */
  readonly depth?: number;
  /** Default `rewritten (bm25)`, with the function's name if it has one. */
  readonly name?: string;
};

/** Asks a retriever something else than the query. Each query that was asked is a stage of the answer, with its hits. */
export function rewritten(part: Retriever, rewriter: Rewriter, options?: RewriteOptions): Retriever;
export function rewritten(part: RetrieverSpec, rewriter: Rewriter, options?: RewriteOptions): RetrieverSpec;
export function rewritten(
  part: Part,
  rewriter: Rewriter,
  { k = 60, depth = 100, name }: RewriteOptions = {},
): Retriever | RetrieverSpec {
  checkParts('rewritten', [part]);
  wholeNumber('rewritten', 'depth', depth);
  if (!(Number.isFinite(k) && k >= 0))
    throw new LabError(`rewritten: k is ${k}, wanted a number of at least 0; 60 is usual`);
  const config = { retriever: 'rewritten', by: rewriter.name || null, k, depth, parts: partConfigs([part]) };
  const own = name ?? nameOf('rewritten', rewriter, part);
  return composed([part], {
    name: own,
    config,
    searchOf: ([built]) => searchOf(built!, own, rewriter, k, depth),
  });
}

function searchOf(part: Built, name: string, rewriter: Rewriter, k: number, depth: number): Search {
  return async (query, wanted) => {
    const queries = checked(name, query, await rewriter(query));
    const each = queries.length === 1 ? wanted : Math.max(depth, wanted);
    const answers = await Promise.all(
      queries.map(async (text, i) => {
        const named = { ...part, name: i === 0 ? part.name : `${part.name} (${i + 1})` };
        const { hits, stages } = await ask(named, text, each);
        return { hits, stages: stages.map((stage) => ({ query: text, ...stage })) };
      }),
    );
    const lists = answers.map((answer) => answer.hits);
    const hits =
      lists.length === 1
        ? lists[0]!
        : fuse(
            lists,
            lists.map(() => 1),
            reciprocalRank(k),
          );
    return { hits: hits.slice(0, wanted), stages: answers.flatMap((answer) => answer.stages) };
  };
}

function checked(name: string, query: string, queries: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(queries) ? queries : [queries];
  if (list.length > 0 && list.every((one) => typeof one === 'string')) return list as readonly string[];
  throw new LabError(
    `${name}: ${JSON.stringify(query)} was rewritten as ${JSON.stringify(queries)}, wanted a text or a list of some; return the query itself to leave it`,
  );
}

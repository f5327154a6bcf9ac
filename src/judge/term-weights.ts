import { tokenize } from '../retrieve/tokenize.js';
import type { Doc } from '../types.js';

/** A word of a query. `weight` is how much it tells: BM25's inverse document frequency; a common one is in more than half of the pages. */
export type QueryTerm = { readonly term: string; readonly weight: number; readonly common: boolean };

/** More pages are counted by so many at even distances: a word's share hardly moves. */
const MOST_PAGES = 2000;

/**
 * The terms of queries with what they tell among these pages: ln(1 + (N - n + 0.5) / (n + 0.5)), n of N pages having the term (Robertson and Zaragoza 2009). Where all of a
 * query's terms are common, none is called so.
 */
export function termWeights(
  queries: readonly string[],
  docs: readonly Doc[],
): (query: string) => readonly QueryTerm[] {
  const wanted = new Set(queries.flatMap((query) => tokenize(query)));
  const counts = new Map<string, number>();
  const step = Math.max(1, Math.ceil(docs.length / MOST_PAGES));
  const counted = docs.filter((_, i) => i % step === 0);
  for (const { text } of counted)
    for (const term of new Set(tokenize(text)))
      if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (query) => {
    const terms = [...new Set(tokenize(query))].map((term) =>
      weighed(term, counts.get(term) ?? 0, counted.length),
    );
    return terms.every(({ common }) => common) ? terms.map((term) => ({ ...term, common: false })) : terms;
  };
}

function weighed(term: string, pages: number, of: number): QueryTerm {
  return { term, weight: Math.log(1 + (of - pages + 0.5) / (pages + 0.5)), common: pages > of / 2 };
}

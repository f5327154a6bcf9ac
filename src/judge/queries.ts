import { createHash } from 'node:crypto';
import type { Fields } from '../types.js';

/** A query that nobody has judged yet: a case without labels. */
export type UnlabelledQuery = {
  readonly id: string;
  readonly query: string;
  readonly kind: string;
  readonly fields: Fields;
  /** Pages that users were shown for it, best first; none where that is not known. */
  readonly shown: readonly string[];
};

/** What tells two queries apart: the text without the white space around it, in one case, with one space for each run of white space. */
export function queryKey(query: string): string {
  return query.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** An id for a query that came without one: `q-` and eight digits of a hash of its text, so that it is the same in each file that holds the query. */
export function idOfQuery(query: string): string {
  return `q-${createHash('sha1').update(queryKey(query)).digest('hex').slice(0, 8)}`;
}

/** The queries that a dataset's cases have already, by their text, with the id of the case. */
export function alreadyCases(
  queries: readonly UnlabelledQuery[],
  cases: readonly { readonly id: string; readonly query: string }[],
): readonly { readonly id: string; readonly caseId: string }[] {
  const known = new Map(cases.map((item) => [queryKey(item.query), item.id]));
  return queries.flatMap(({ id, query }) => {
    const caseId = known.get(queryKey(query));
    return caseId === undefined ? [] : [{ id, caseId }];
  });
}

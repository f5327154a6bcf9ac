import { LabError } from '../errors.js';
import type { Case, Label } from '../types.js';
import type { Decided } from './decide.js';
import type { Pool } from './pool-file.js';
import { pairKey } from './worklist.js';

/** What becomes of labels, and of judgments, of pages that are not in the pool for that query. */
export type OutsidePool = 'refuse' | 'keep' | 'drop';

export type LabelledCases = {
  /** Those there were before, in their order, then new ones in that of the pool. */
  readonly cases: readonly Case[];
  /** Queries without a relevant page: no set of cases can hold them. */
  readonly unanswered: readonly { readonly caseId: string; readonly query: string }[];
  readonly judged: number;
  /** Pages of the pool that nobody graded; they count as not relevant, and nobody has said that they are. */
  readonly unjudged: number;
};

/**
 * The cases that come of a pool and of what was decided about its pages. What was decided takes the place of the labels that the page had for the query, but for passages and needs where a grade alone
 * was given, and it is the same; labels of other pages stay. Where the pool left out pages that had a label, their labels are not outside of it. Throws a LabError for what is outside unless told what
 * to do with it, and where a query has another text than before.
 */
export function labelCases(
  pool: Pool,
  decided: readonly Decided[],
  before: readonly Case[],
  outside: OutsidePool = 'refuse',
): LabelledCases {
  const pooled = pagesOf(pool);
  const bare = casesOf(pool);
  for (const item of before) if (bare.has(item.id)) sameQuery(item, bare.get(item.id)!);
  const inPool = ({ caseId, doc }: Pick<Decided, 'caseId' | 'doc'>) => pooled.get(caseId)?.has(doc) === true;
  const strayDecided = decided.filter((one) => !inPool(one));
  const strayLabels = before.flatMap(({ id, labels }) =>
    bare.has(id) && pool.withLabelled === true
      ? labels.filter(({ doc }) => !inPool({ caseId: id, doc })).map(({ doc }) => ({ caseId: id, doc }))
      : [],
  );
  if (outside === 'refuse')
    refuseOutside([...new Map([...strayDecided, ...strayLabels].map((one) => [pairKey(one), one])).values()]);
  const words = new Map(
    decided.filter((one) => outside === 'keep' || inPool(one)).map((one) => [pairKey(one), one]),
  );
  const known = new Set(before.map(({ id }) => id));
  const stays = (caseId: string, doc: string) =>
    outside !== 'drop' || pool.withLabelled !== true || inPool({ caseId, doc });
  const all = [...before, ...[...bare.values()].filter(({ id }) => !known.has(id))].map((item) =>
    bare.has(item.id) ? relabelled(item, words, stays) : item,
  );
  const isAnswered = (item: Case) => item.labels.some(({ grade }) => grade > 0);
  const graded = [...words.values()].filter(inPool).length;
  return {
    cases: all.filter(isAnswered),
    unanswered: all.filter((item) => !isAnswered(item)).map(({ id, query }) => ({ caseId: id, query })),
    judged: graded,
    unjudged: [...pooled.values()].reduce((sum, pages) => sum + pages.size, 0) - graded,
  };
}

function pagesOf(pool: Pool): ReadonlyMap<string, ReadonlySet<string>> {
  const pages = new Map<string, Set<string>>();
  for (const { id, pages: more } of pool.queries) {
    const known = pages.get(id) ?? new Set<string>();
    for (const page of more) known.add(page);
    pages.set(id, known);
  }
  return pages;
}

function casesOf(pool: Pool): ReadonlyMap<string, Case> {
  return new Map(
    pool.queries.map(({ id, query, kind, fields }) => [id, { id, query, kind, fields, labels: [] }]),
  );
}

function sameQuery(before: Case, { id, query }: Case): void {
  if (before.query !== query)
    throw new LabError(
      `labels: query "${id}" is "${query}" in the pool and "${before.query}" in the cases, wanted one text; make the pool again, or give one of them another id`,
    );
}

function refuseOutside(stray: readonly Pick<Decided, 'caseId' | 'doc'>[]): void {
  if (stray.length === 0) return;
  const shown = stray.slice(0, 20).map(({ caseId, doc }) => `${caseId}: ${doc}`);
  throw new LabError(
    `labels: ${stray.length === 1 ? '1 page has a label or a judgment and is' : `${stray.length} pages have labels or judgments and are`} not in the pool for that query, wanted none; say --outside keep, or --outside drop, which deletes them:`,
    stray.length > shown.length ? [...shown, `and ${stray.length - shown.length} more`] : shown,
  );
}

function relabelled(
  item: Case,
  words: ReadonlyMap<string, Decided>,
  stays: (caseId: string, doc: string) => boolean,
): Case {
  const docs = new Set(item.labels.map(({ doc }) => doc));
  const wordOn = (doc: string) => words.get(pairKey({ caseId: item.id, doc }));
  const kept = item.labels.filter(({ doc }) => wordOn(doc) === undefined && stays(item.id, doc));
  const mine = [...words.values()]
    .filter(({ caseId }) => caseId === item.id)
    .flatMap((word) =>
      labelsOf(word, docs.has(word.doc) ? item.labels.filter(({ doc }) => doc === word.doc) : []),
    );
  const labels = [...kept, ...mine].sort(
    (a, b) => b.grade - a.grade || compared(a.doc, b.doc) || (a.start ?? -1) - (b.start ?? -1),
  );
  return { ...item, labels };
}

/** What was said of a page by its grade alone leaves the passages that were marked for that grade, and the one need it answered. */
function labelsOf({ doc, grade, spans }: Decided, before: readonly Label[]): readonly Label[] {
  if (spans.length === 0) {
    const grades = before.map((label) => label.grade);
    if (grades.length > 0 && Math.max(...grades) === grade) return before;
    const needs = [...new Set(before.map(({ need }) => need))];
    return [
      {
        doc,
        grade,
        ...(grade > 0 && needs.length === 1 && needs[0] !== undefined ? { need: needs[0] } : {}),
      },
    ];
  }
  const marked = spans.map(({ start, end, grade: own, need }) => ({
    doc,
    grade: own,
    start,
    end,
    ...(need === undefined ? {} : { need }),
  }));
  // A page is never worth less than what was said of it as a whole.
  return marked.some((label) => label.grade === grade) ? marked : [{ doc, grade }, ...marked];
}

function compared(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

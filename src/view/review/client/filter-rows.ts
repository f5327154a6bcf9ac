import type { Happening } from '../../../diagnose/change-types.js';
import type { ReviewVerdict } from '../../../store/review.js';
import type { ReviewCase, ReviewPair, ReviewRow } from '../review-types.js';

export const TABS = ['worse', 'better', 'same', 'unjudged', 'failed', 'all'] as const;
export type Tab = (typeof TABS)[number];

export const SORTS = {
  worst: 'worst change first',
  best: 'best change first',
  unjudged: 'most unjudged first',
  near: 'nearest miss first',
  id: 'by id',
  query: 'by query',
} as const;
export type Sort = keyof typeof SORTS;

export const ANY = '';
/** Beside what happened to ranks: a budget of tokens holds less. */
export const BUDGET = 'budget';

/** What the reader asked for; the empty text is any. */
export type Wanted = {
  readonly tab: Tab;
  readonly kind: string;
  readonly slice: string;
  readonly what: Happening | typeof BUDGET | typeof ANY;
  readonly reviewed: 'yes' | 'no' | ReviewVerdict | typeof ANY;
  readonly search: string;
  readonly sort: Sort;
};

export type VerdictOf = (row: ReviewRow) => ReviewVerdict | null;

export function inTab(row: ReviewRow, tab: Tab): boolean {
  if (tab === 'all') return true;
  return tab === 'unjudged' ? row.unjudged.a + row.unjudged.b > 0 : row.status === tab;
}

/** A tab is there where it has rows; the worse ones always. */
export function tabsOf({ rows }: ReviewPair): readonly { readonly tab: Tab; readonly n: number }[] {
  return TABS.map((tab) => ({ tab, n: rows.filter((row) => inTab(row, tab)).length })).filter(
    ({ tab, n }) => n > 0 || tab === 'worse' || tab === 'better',
  );
}

/** The first thing to look at: what failed only where nothing got worse. */
export function firstTab({ rows }: ReviewPair): Tab {
  return (
    (['worse', 'failed', 'better', 'same'] as const).find((tab) => rows.some((row) => row.status === tab)) ??
    'worse'
  );
}

/** Rows stand as the data has them, worst first, and equal ones stay so. */
export function rowsFor(
  pair: ReviewPair,
  cases: readonly ReviewCase[],
  wanted: Wanted,
  verdictOf: VerdictOf,
): readonly ReviewRow[] {
  const words = wanted.search
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const fits = (row: ReviewRow) => {
    const { id, kind, slice, query } = cases[row.case]!;
    if (!inTab(row, wanted.tab)) return false;
    if (wanted.kind !== ANY && kind !== wanted.kind) return false;
    if (wanted.slice !== ANY && slice !== wanted.slice) return false;
    if (wanted.what !== ANY && !wordsOf(row).includes(wanted.what)) return false;
    if (!reviewFits(wanted.reviewed, verdictOf(row))) return false;
    const text = words.length === 0 ? '' : `${id} ${query}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return sorted(pair.rows.filter(fits), cases, wanted.sort);
}

/** What is said of a row in a word each, the first one what weighs most. */
export function wordsOf({ words, beyondBudget }: ReviewRow): readonly (Happening | typeof BUDGET)[] {
  return beyondBudget === null ? words : [BUDGET, ...words];
}

function reviewFits(wanted: Wanted['reviewed'], verdict: ReviewVerdict | null): boolean {
  if (wanted === ANY) return true;
  if (wanted === 'yes' || wanted === 'no') return (verdict !== null) === (wanted === 'yes');
  return verdict === wanted;
}

function sorted(rows: readonly ReviewRow[], cases: readonly ReviewCase[], sort: Sort): readonly ReviewRow[] {
  const far = Number.POSITIVE_INFINITY;
  const compare: Readonly<Record<Exclude<Sort, 'worst'>, (x: ReviewRow, y: ReviewRow) => number>> = {
    best: (x, y) => (y.delta ?? -2e9) - (x.delta ?? -2e9),
    unjudged: (x, y) => y.unjudged.a + y.unjudged.b - x.unjudged.a - x.unjudged.b,
    near: (x, y) => (x.nearMiss === y.nearMiss ? 0 : (x.nearMiss ?? far) - (y.nearMiss ?? far)),
    id: (x, y) => byText(cases[x.case]!.id, cases[y.case]!.id),
    query: (x, y) => byText(cases[x.case]!.query, cases[y.case]!.query),
  };
  return sort === 'worst' ? rows : [...rows].sort(compare[sort]);
}

function byText(x: string, y: string): number {
  return x < y ? -1 : x > y ? 1 : 0;
}

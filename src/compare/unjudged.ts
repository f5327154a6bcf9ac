import { gradesOf, pagesOf } from '../measure/judged.js';
import { isFailed } from '../measure/summarize.js';
import type { Case, PairedResult, Result, Run, UnjudgedPages } from '../types.js';

/**
 * How many pages among the first k of a run's answers carry no label, over the pairs that both answered. Such a page counts as not relevant, and nobody has said that
 * it is: an arm that finds pages which the labels' makers did not look at is held worse than it is. Null where a run does not tell.
 */
export function unjudgedPages(run: Run, pairs: readonly PairedResult[]): UnjudgedPages | null {
  const answered = new Set(pairs.filter(({ status }) => status !== 'failed').map(({ caseId }) => caseId));
  const results = new Map(run.results.map((result) => [result.caseId, result]));
  let [unjudged, of] = [0, 0];
  for (const item of run.cases) {
    const result = answered.has(item.id) ? results.get(item.id) : undefined;
    if (result === undefined || isFailed(result)) continue;
    const one = unjudgedIn(item, result, run.k);
    if (one === null) return null;
    unjudged += one.unjudged;
    of += one.of;
  }
  return { unjudged, of };
}

/** From the hits, or, where a run was read without them, from the ranks of its relevant pages; these do not tell of pages that were judged and are not relevant. */
function unjudgedIn(item: Case, { hits, ranks, pageCount }: Result, k: number): UnjudgedPages | null {
  const grades = gradesOf(item);
  const judged = (page: string) => (grades.get(page) ?? -1) >= 0;
  if (hits.length > 0) {
    const first = pagesOf(hits).slice(0, k);
    return { unjudged: first.filter((page) => !judged(page)).length, of: first.length };
  }
  if (pageCount === undefined || (pageCount > 0 && [...grades.values()].includes(0))) return null;
  const within = Object.entries(ranks).filter(([page, rank]) => rank !== null && rank <= k && judged(page));
  const of = Math.min(k, pageCount);
  return { unjudged: of - within.length, of };
}

import { gradesOf, pagesOf } from '../measure/judged.js';
import { builtInMetric } from '../measure/registry.js';
import { isFailed } from '../measure/summarize.js';
import type { Case, Comparison, PairedResult, Result, Run, UnjudgedPages } from '../types.js';

export type UnjudgedOptions = {
  /** Pages of each answer that are looked at; the run's own k unless said. */
  readonly k?: number;
  /** Ids of the cases to count; all that were answered unless said. */
  readonly among?: ReadonlySet<string>;
};

/**
 * How many pages among the first k of a run's answers carry no label. Such a page counts as not relevant, and nobody has said that it is: an arm that finds pages which the
 * labels' makers did not look at is held worse than it is. Null where a run does not tell.
 */
export function unjudgedPages(run: Run, { k = run.k, among }: UnjudgedOptions = {}): UnjudgedPages | null {
  const results = new Map(run.results.map((result) => [result.caseId, result]));
  let [unjudged, of, answered, shares] = [0, 0, 0, 0];
  for (const item of run.cases) {
    const result = results.get(item.id);
    if (result === undefined || isFailed(result) || among?.has(item.id) === false) continue;
    const one = unjudgedIn(item, result, k);
    if (one === null) return null;
    unjudged += one.unjudged;
    of += one.of;
    answered++;
    // An answer without pages has judged@k = 0, as the metric says.
    if (one.of > 0) shares += 1 - one.unjudged / one.of;
  }
  return { k, unjudged, of, judged: answered === 0 ? null : shares / answered };
}

/** Of the pairs that both answered, as far as the metric looks: within its k, or the whole depth. Of one that counts chunks, or is somebody's own, within each run's k. */
export function unjudgedInBoth(
  a: Run,
  b: Run,
  name: string,
  pairs: readonly PairedResult[],
): NonNullable<Comparison['unjudged']> {
  const known = builtInMetric(name);
  const ofPages = known !== null && known.needsSpans !== true && known.tokens === undefined;
  const k = (run: Run) => (ofPages ? (known.k ?? run.depth) : run.k);
  const among = new Set(pairs.filter(({ status }) => status !== 'failed').map(({ caseId }) => caseId));
  return {
    a: unjudgedPages(a, { k: k(a), among }),
    b: unjudgedPages(b, { k: k(b), among }),
  };
}

type Count = Pick<UnjudgedPages, 'unjudged' | 'of'>;

/** From the hits, or, where a run was read without them, from the ranks of its relevant pages; these do not tell of pages that were judged and are not relevant. */
function unjudgedIn(item: Case, { status, hits, ranks, pageCount }: Result, k: number): Count | null {
  if (status === 'empty') return { unjudged: 0, of: 0 };
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

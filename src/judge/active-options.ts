import { didYouMean, LabError } from '../errors.js';
import { builtInMetric, metric } from '../measure/registry.js';
import type { Metric, Run } from '../types.js';
import type { PoolItem } from './pool.js';

/** What somebody found of a page for a query: 0 is not relevant. */
export type PageGrade = Pick<PoolItem, 'caseId' | 'page'> & { readonly grade: number };

export type ActiveOptions = {
  /** What is to be settled; the first metric of run a unless named. */
  readonly metric?: string;
  /** The grade that a page is given which is taken to be relevant: the highest of the labels unless said. */
  readonly best?: number;
  /** Takes the cases both runs have, unedited, where the sets differ. */
  readonly onSharedCases?: boolean;
  /** Of the order among pages of near equal weight, and of all that is drawn. Default 1. */
  readonly seed?: number;
};

/** The metric, if it is one that pages can be judged for. Throws a LabError for any other, and where a run does not reach down to its k. */
export function judgeableMetric(name: string, runs: readonly Run[]): Metric {
  if (builtInMetric(name) === null && runs.some(({ metrics }) => metrics.includes(name)))
    throw new LabError(
      `activePool: "${name}" is somebody's own metric, wanted a built-in one, which can be computed again; take recall@5, say`,
    );
  const known = metric(name);
  if (known.needsSpans === true || known.tokens !== undefined)
    throw new LabError(
      `activePool: ${known.name} is computed from passages, wanted a metric of pages, since pages are judged; take recall@5, say`,
    );
  const shallow = runs.find((run) => (known.k ?? 0) > run.depth);
  if (shallow !== undefined)
    throw new LabError(
      `activePool: ${known.name} asks for more than run "${shallow.name}" holds (${shallow.depth} chunks a query); take a smaller k, or run it again deeper`,
    );
  return known;
}

/** Throws a LabError for an option that is no such thing. */
export function checkActiveOptions({ best, seed = 1 }: ActiveOptions): void {
  if (best !== undefined && !(Number.isInteger(best) && best > 0))
    throw new LabError(`activePool: best is ${best}, wanted a whole grade of at least 1; correct it`);
  if (!Number.isInteger(seed) || seed < 0)
    throw new LabError(`activePool: seed is ${seed}, wanted a whole number of at least 0; correct it`);
}

/** Throws a LabError for a grade that is none, or a query that the runs were not both asked. */
export function checkJudged({ caseId, page, grade }: PageGrade, known: readonly string[]): void {
  if (!known.includes(caseId))
    throw new LabError(
      `nextToJudge: "${caseId}" is no query that both runs answered${didYouMean(caseId, known) || '; drop the judgment'}`,
    );
  if (!(Number.isInteger(grade) && grade >= 0))
    throw new LabError(
      `nextToJudge: ${caseId} × ${page} has the grade ${grade}, wanted a whole number of at least 0; correct it`,
    );
}

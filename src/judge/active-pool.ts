import { LabError } from '../errors.js';
import type { Run } from '../types.js';
import { ActiveJudging, type ToJudge } from './active-judging.js';
import type { ActiveOptions, PageGrade } from './active-options.js';
import { type ActiveProgress, progressOf } from './active-progress.js';

export type ActivePoolOptions = ActiveOptions & {
  /** The most pages; all of them unless said. */
  readonly most?: number;
};

export type NextOptions = ActiveOptions & {
  /** How many pages to name; the fewer, the fewer judgments are needed in all. Default 10. */
  readonly count?: number;
  /** How likely the sign of the difference has to be to be called settled. Default 0.95. */
  readonly confidence?: number;
};

export type NextToJudge = ActiveProgress & { readonly items: readonly ToJudge[] };

/**
 * All pages without a label that either run shows within the metric's cut (the whole depth where it has none), those first whose label could change the difference between the
 * runs most; see `ActiveJudging`. The order is made for the labels as they are: for few judgments take some from the top and ask `nextToJudge` again. It is the
 * same whichever run is named first. Throws a LabError for runs that cannot be compared, or a metric that is not of pages.
 */
export function activePool(a: Run, b: Run, options: ActivePoolOptions = {}): readonly ToJudge[] {
  const { most = Number.POSITIVE_INFINITY, ...rest } = options;
  checkCount('activePool: most', most);
  return new ActiveJudging(a, b, rest).next(most);
}

/**
 * What to judge next after these judgments, and whether more of them could still change what is said of the runs. Throws a LabError for a judgment of another query, one
 * without a grade, and one that contradicts a label; further for what `activePool` refuses.
 */
export function nextToJudge(
  a: Run,
  b: Run,
  judgments: readonly PageGrade[],
  options: NextOptions = {},
): NextToJudge {
  const { count = 10, confidence = 0.95, ...rest } = options;
  checkCount('nextToJudge: count', count);
  if (!(confidence > 0.5 && confidence < 1))
    throw new LabError(
      `nextToJudge: confidence is ${confidence}, wanted a number between 0.5 and 1; 0.95 is usual`,
    );
  const judging = new ActiveJudging(a, b, rest);
  for (const judged of judgments) judging.judge(judged);
  return { items: judging.next(count), ...progressOf(judging, confidence) };
}

function checkCount(what: string, value: number): void {
  if ((Number.isInteger(value) || value === Number.POSITIVE_INFINITY) && value >= 1) return;
  throw new LabError(`${what} is ${value}, wanted a whole number of at least 1; correct it`);
}

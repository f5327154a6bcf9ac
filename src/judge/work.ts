import type { Judgment } from '../store/judgment.js';
import type { Dataset, Doc } from '../types.js';
import type { Pool } from './pool-file.js';
import { docDigests, ofTheseTexts, pairKey, type Task, worklist } from './worklist.js';

/** What there is to judge, whoever judges it: a pool over the pages at hand, in the order of one pass. */
export type JudgeWork = {
  readonly pool: Pool;
  readonly pass: number;
  /** The name of the pages' dataset, which judgments are kept under. */
  readonly dataset: string;
  readonly tasks: readonly Task[];
  readonly docs: ReadonlyMap<string, Doc>;
  /** The version of the text of each page that is to be judged. */
  readonly digests: ReadonlyMap<string, string>;
};

/** The work of one pass over a pool whose pages are all there (see `checkPool`). */
export function judgeWork(pool: Pool, data: Dataset, pass: number): JudgeWork {
  const tasks = worklist(pool, pass);
  const wanted = new Set(tasks.map(({ doc }) => doc));
  const docs = new Map(data.docs.filter(({ id }) => wanted.has(id)).map((doc) => [doc.id, doc]));
  const digests = docDigests(docs, wanted);
  return { pool, pass, dataset: data.name, tasks, docs, digests };
}

/** Those of some judgments that are of this work: of its pairs, by the query's text and the page's as they are now. */
export function ofThisWork(work: JudgeWork, judgments: readonly Judgment[]): readonly Judgment[] {
  const pairs = new Set(work.tasks.map(pairKey));
  return ofTheseTexts(work.tasks, work.digests, judgments).filter((one) => pairs.has(pairKey(one)));
}

/** The last word on each pair of this work, by `pairKey`, of judgments in the order in which they were made. */
export function lastOfThisWork(
  work: JudgeWork,
  judgments: readonly Judgment[],
): ReadonlyMap<string, Judgment> {
  return new Map(ofThisWork(work, judgments).map((one) => [pairKey(one), one]));
}

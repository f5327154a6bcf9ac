import { createHash } from 'node:crypto';
import type { Judgment } from '../store/judgment.js';
import type { Doc } from '../types.js';
import type { Pool } from './pool-file.js';

/** One page to be judged for one query. */
export type Task = { readonly caseId: string; readonly query: string; readonly doc: string };

/** A query and a page as one key. */
export function pairKey({ caseId, doc }: Pick<Task, 'caseId' | 'doc'>): string {
  return `${caseId}\0${doc}`;
}

/**
 * What a judge goes through, in order. The first pass takes the pool's own order. Later ones put queries, and the pages of each, into another that hangs on pass and ids
 * alone, so that a judge does not remember a page by its place, and comes back to the same place after a break.
 */
export function worklist(pool: Pool, pass: number): readonly Task[] {
  if (pass === 1) return tasksOf(pool);
  const queryOrder = (task: Task) => hash(`${pass}\0${task.caseId}`);
  const pageOrder = (task: Task) => hash(`${pass}\0${pairKey(task)}`);
  const keyed = tasksOf(pool).map((task) => ({ task, key: `${queryOrder(task)} ${pageOrder(task)}` }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ task }) => task);
}

function tasksOf({ queries }: Pool): readonly Task[] {
  return queries.flatMap(({ id, query, pages }) => pages.map((doc) => ({ caseId: id, query, doc })));
}

/** The version of a page's text that a judgment is of. */
export function docDigest(doc: Pick<Doc, 'text'>): string {
  return hash(doc.text).slice(0, 12);
}

/** The versions of those pages that are named. */
export function docDigests(
  docs: ReadonlyMap<string, Doc>,
  named: Iterable<string>,
): ReadonlyMap<string, string> {
  const known = [...new Set(named)].flatMap((id) => docs.get(id) ?? []);
  return new Map(known.map((doc) => [doc.id, docDigest(doc)]));
}

/** Judgments of texts as they are now: what was said of another query under the same id, or of another text of the page, says nothing of these. */
export function ofTheseTexts(
  tasks: readonly Task[],
  digests: ReadonlyMap<string, string>,
  judgments: readonly Judgment[],
): readonly Judgment[] {
  const queries = new Map(tasks.map(({ caseId, query }) => [caseId, query]));
  return judgments.filter(
    (one) => queries.get(one.caseId) === one.query && digests.get(one.doc) === one.docDigest,
  );
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

import { randomUUID } from 'node:crypto';
import type { JudgedSpan, Judgment } from '../store/judgment.js';
import type { Case, Doc, Label } from '../types.js';
import type { JudgingOf } from './read-judgments-csv.js';
import { docDigest, type Task } from './worklist.js';

/** The note of a judgment that was made of a label. */
export const FROM_LABELS = 'from the labels';

/**
 * The labels that a set of cases has as judgments of a pass, so that another pass can be held against them. A page of the pool without a label is graded 0 only where the caller
 * knows that it was looked at (`restIsZero`); else nothing is said of it.
 */
export function labelsAsJudgments(
  tasks: readonly Task[],
  cases: readonly Case[],
  docs: ReadonlyMap<string, Doc>,
  judging: JudgingOf,
  restIsZero: boolean,
): readonly Judgment[] {
  const byId = new Map(cases.map((item) => [item.id, item]));
  return tasks.flatMap((task) => {
    const item = byId.get(task.caseId);
    if (item === undefined || item.query !== task.query) return [];
    const labels = item.labels.filter(({ doc }) => doc === task.doc);
    if (labels.length === 0 && !restIsZero) return [];
    const { dataset, judge, pass, judgedAt } = judging;
    return {
      id: randomUUID(),
      dataset,
      ...task,
      docDigest: docDigest(docs.get(task.doc)!),
      judge,
      pass,
      grade: Math.max(0, ...labels.map(({ grade }) => grade)),
      spans: labels.flatMap(spanOf),
      note: FROM_LABELS,
      judgedAt,
    };
  });
}

function spanOf({ start, end, grade, need }: Label): readonly JudgedSpan[] {
  if (start === undefined || end === undefined || grade === 0) return [];
  return [{ start, end, grade, ...(need === undefined ? {} : { need }) }];
}

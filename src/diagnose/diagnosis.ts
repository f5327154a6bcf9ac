import type { QaCase, Run } from '../types.js';
import { type Located, locate, type Stage } from './locate.js';

/** All questions of a set at one size of context. Failed and unanswerable questions are listed, not counted. */
export type Diagnosis = {
  readonly context: number;
  readonly n: number;
  readonly stages: readonly {
    readonly stage: Stage;
    readonly count: number;
    readonly example: Located | null;
  }[];
  /** Questions for which every cited page is in the context. */
  readonly allInContext: number;
  readonly questions: readonly Located[];
  readonly unanswerable: readonly string[];
  readonly failed: readonly { readonly id: string; readonly message: string }[];
};

const STAGES: readonly Stage[] = ['retrieval', 'ranking', 'reached context'];

/** Locates every answerable question in a run over them; the example of a stage is its first question. */
export function diagnosis(qa: readonly QaCase[], run: Run, context: number): Diagnosis {
  const failures = new Map(
    run.results
      .filter(({ status }) => status === 'error' || status === 'timeout')
      .map((result) => [result.caseId, result]),
  );
  const asked = qa.filter((item) => !item.unanswerable);
  const questions = asked.filter((item) => !failures.has(item.id)).map((item) => locate(item, run, context));
  return {
    context,
    n: questions.length,
    stages: STAGES.map((stage) => {
      const there = questions.filter((located) => located.stage === stage);
      return { stage, count: there.length, example: there[0] ?? null };
    }),
    allInContext: questions.filter((located) => located.inContext === located.cited).length,
    questions,
    unanswerable: qa.filter((item) => item.unanswerable).map((item) => item.id),
    failed: asked.flatMap(({ id }) => {
      const result = failures.get(id);
      return result === undefined ? [] : [{ id, message: `${result.status}: ${result.message}` }];
    }),
  };
}

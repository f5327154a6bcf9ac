import { refOf } from '../compare/compare.js';
import { didYouMean, LabError } from '../errors.js';
import { printable } from '../measure/printable.js';
import { isFailed } from '../measure/summarize.js';
import type { Context, RagAnswer } from '../store/rag-answer.js';
import type { ChunkSet, Doc, Run } from '../types.js';
import { answerMaker } from './answer-maker.js';
import { bucketTransition } from './bucket-transition.js';
import { BUCKETS, type Bucket, FIRST_KNOBS } from './buckets.js';
import { checkContext, contextName } from './context.js';
import { checkCounts, diagnose } from './diagnose.js';
import type { BucketCount, CaseDiagnosis, ContextDiagnosis, RunDiagnosis } from './diagnosis-types.js';
import { type Diagnosed, isQuestion, needsOfItem } from './gold.js';

export type DiagnoseAllOptions = {
  /** Contexts in chunks and in tokens; the first 6 chunks unless said. */
  readonly contexts?: readonly Context[];
  /** Two of them: what moves from the first to the second. The first two unless said. */
  readonly between?: readonly [Context, Context];
  /** The pages, or the chunks, that were searched: contexts in tokens need the texts. */
  readonly docs?: readonly Doc[];
  readonly chunks?: ChunkSet;
  /** What one model answered, over any of the contexts; of several answers to one question over one context the last counts. */
  readonly answers?: readonly RagAnswer[];
  /** As in `diagnose`. */
  readonly rel?: number;
  readonly held?: number;
};

/**
 * Where the evidence of all cases, or questions, of a run got lost, at several sizes of context: counts with an example and what to try first for each bucket, and what moves between two
 * of the contexts. Failed queries, such as have no label, and unanswerable questions are listed, not counted. Throws a LabError where `diagnose` does for all of them.
 */
export function diagnoseAll(
  items: readonly Diagnosed[],
  run: Run,
  options: DiagnoseAllOptions = {},
): RunDiagnosis {
  const { contexts = [{ chunks: 6 }], between, rel = null, held = 1 } = options;
  checkOptions(options, contexts);
  const sorted = sortedOut(items, run, rel);
  const all = contexts.map((context) => atContext(context, sorted, run, options));
  const [from, to] = between ?? [contexts[0], contexts[1]];
  const found: RunDiagnosis = {
    run: refOf(run),
    unit: unitOf(items),
    rel,
    held,
    needsWithSpan: all[0]!.cases.flatMap(({ needs }) => needs).filter(({ label }) => label.held !== null)
      .length,
    contexts: all,
    transition: from === undefined || to === undefined ? null : bucketTransition(all, from, to),
    failed: sorted.failed,
    unlabelled: sorted.unlabelled,
    unanswerable: sorted.unanswerable,
  };
  return printable(found, shortForm);
}

type Sorted = Pick<RunDiagnosis, 'failed' | 'unlabelled' | 'unanswerable'> & {
  readonly asked: readonly Diagnosed[];
};

/** Each item is in one of four lists. */
function sortedOut(items: readonly Diagnosed[], run: Run, rel: number | null): Sorted {
  const results = new Map(run.results.map((result) => [result.caseId, result]));
  const asked: Diagnosed[] = [];
  const failed: { id: string; message: string }[] = [];
  const [unlabelled, unanswerable]: [string[], string[]] = [[], []];
  for (const item of items) {
    const { id } = item;
    const result = results.get(id);
    if (isQuestion(item) && item.unanswerable) unanswerable.push(id);
    else if (needsOfItem(item, rel).length === 0) unlabelled.push(id);
    else if (result === undefined) failed.push({ id, message: 'not in the run' });
    else if (isFailed(result)) failed.push({ id, message: `${result.status}: ${result.message}` });
    else asked.push(item);
  }
  return { asked, failed, unlabelled, unanswerable };
}

function atContext(
  context: Context,
  { asked, unanswerable }: Sorted,
  run: Run,
  options: DiagnoseAllOptions,
): ContextDiagnosis {
  const { docs, chunks, rel, held } = options;
  const name = contextName(context);
  const answers = answersAt(name, options.answers ?? []);
  const own = [...answers.values()];
  const given = {
    context,
    ...(docs === undefined ? {} : { docs }),
    ...(chunks === undefined ? {} : { chunks }),
    ...(rel === undefined ? {} : { rel }),
    ...(held === undefined ? {} : { held }),
  };
  const cases = asked.map((item) => {
    const answer = answers.get(item.id);
    return diagnose(item, run, answer === undefined ? given : { ...given, answer });
  });
  const needs = cases.reduce((sum, one) => sum + one.needs.length, 0);
  const known = new Set(cases.map(({ id }) => id));
  const atDepth = run.results.filter(({ hits }) => hits.length >= run.depth);
  const cutByDepth = new Set(atDepth.map(({ caseId }) => caseId));
  const ofAsked = own.filter(({ questionId }) => known.has(questionId));
  return {
    context,
    name,
    n: cases.length,
    needs,
    buckets: BUCKETS.map((bucket) => bucketCount(bucket, cases)),
    cases,
    unfilled: cases.filter((one) => !one.filled && cutByDepth.has(one.id)).map(({ id }) => id),
    answered: ofAsked.filter((one) => !isUnanswered(one)).length,
    unanswered: own
      .filter(isUnanswered)
      .map(({ questionId, status, message }) => ({ id: questionId, message: `${status}: ${message}` })),
    abstained: abstainedOf(own, unanswerable),
  };
}

/** Of each question the last one that was given. */
function answersAt(name: string, given: readonly RagAnswer[]): ReadonlyMap<string, RagAnswer> {
  const answers = new Map<string, RagAnswer>();
  for (const one of given) {
    if (contextName(one.context) !== name) continue;
    const [maker, other] = [answerMaker(one), answers.get(one.questionId)];
    if (other !== undefined && answerMaker(other) !== maker)
      throw new LabError(
        `diagnoseAll: question "${one.questionId}" has answers by two makers at ${name} (${answerMaker(other)}; ${maker}), wanted those of one; filter them by model, server and prompt`,
      );
    answers.set(one.questionId, one);
  }
  return answers;
}

function bucketCount(bucket: Bucket, cases: readonly CaseDiagnosis[]): BucketCount {
  const there = cases.filter((one) => one.bucket === bucket);
  return {
    bucket,
    cases: there.length,
    needs: cases.flatMap((one) => one.needs).filter((need) => need.bucket === bucket).length,
    example: there[0] ?? null,
    lostIn: lostSteps(there),
    firstKnob: FIRST_KNOBS[bucket],
  };
}

/** Of each query the need that it is there for. */
function lostSteps(cases: readonly CaseDiagnosis[]): BucketCount['lostIn'] {
  const steps = cases.flatMap(
    ({ needs, bucket }) => needs.find((need) => need.bucket === bucket)!.lostIn?.step ?? [],
  );
  return [...new Set(steps)].map((step) => ({ step, cases: steps.filter((one) => one === step).length }));
}

function isUnanswered({ status }: RagAnswer): boolean {
  return status === 'rate limited' || status === 'timeout' || status === 'error';
}

function abstainedOf(
  answers: readonly RagAnswer[],
  unanswerable: readonly string[],
): ContextDiagnosis['abstained'] {
  const asked = answers.filter((one) => unanswerable.includes(one.questionId) && !isUnanswered(one));
  if (asked.length === 0) return null;
  const others = asked.filter(({ status }) => status !== 'abstained');
  return {
    n: asked.length - others.length,
    of: asked.length,
    others: others.map(({ questionId, status }) => ({ id: questionId, status })),
  };
}

function unitOf(items: readonly Diagnosed[]): RunDiagnosis['unit'] {
  const questions = items.filter(isQuestion).length;
  if (questions === 0) return 'cases';
  return questions === items.length ? 'questions' : 'queries';
}

const OPTION_NAMES = ['contexts', 'between', 'docs', 'chunks', 'answers', 'rel', 'held'];

function checkOptions(options: DiagnoseAllOptions, contexts: readonly Context[]): void {
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined)
    throw new LabError(
      `diagnoseAll: the option "${unknown}" is unknown, wanted one of ${OPTION_NAMES.join(', ')}${didYouMean(unknown, OPTION_NAMES) || '; drop it'}`,
    );
  if (!Array.isArray(contexts) || contexts.length === 0)
    throw new LabError(
      `diagnoseAll: contexts is ${JSON.stringify(contexts)}, wanted a list; write [{ chunks: 3 }, { chunks: 6 }], say`,
    );
  for (const context of contexts) checkContext('diagnoseAll', context);
  const names = contexts.map(contextName);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw new LabError(`diagnoseAll: the context ${twice} is named twice, wanted each once; drop one`);
  checkCounts(options);
}

function shortForm({ run, contexts, unit, failed }: RunDiagnosis): string {
  const [first] = contexts;
  const parts = first!.buckets.filter((one) => one.cases > 0).map((one) => `${one.bucket} ${one.cases}`);
  return `Diagnosis of ${run.name}: ${first!.n} ${unit}, at ${first!.name} ${parts.join(', ')}${failed.length === 0 ? '' : `, ${failed.length} failed`}; ${contexts.length} contexts in all.`;
}

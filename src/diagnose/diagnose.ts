import { didYouMean, LabError } from '../errors.js';
import { printable } from '../measure/printable.js';
import { type Context, RAG_FAILURES, type RagAnswer } from '../store/rag-answer.js';
import type { ChunkSet, Doc, Label, Result, Run } from '../types.js';
import { type Bucket, reachOfBucket } from './buckets.js';
import { spanOf } from './case-view.js';
import { type CutContext, checkContext, contextName, contextWords, cutContext, hitTexts } from './context.js';
import type { CaseDiagnosis, LostStep, NeedDiagnosis } from './diagnosis-types.js';
import { evidenceOf } from './diagnosis-words.js';
import { type Diagnosed, isQuestion, nameOf, needsOfItem, queryOf } from './gold.js';
import { type LabelPlace, labelPlace } from './label-in-context.js';
import { answeredResult } from './locate.js';
import { lostIn } from './lost-in.js';
import { rankAmong } from './standing.js';

export type DiagnoseOptions = {
  /** What of the hits is given to a reader or a model; the first 6 chunks unless said. */
  readonly context?: Context;
  /** The pages, or the chunks, that were searched: a context in tokens needs the texts. */
  readonly docs?: readonly Doc[];
  readonly chunks?: ChunkSet;
  /** What a model answered over this context. */
  readonly answer?: RagAnswer;
  /** Labels count from this grade on: unless said from 2 on, or from 1 where a case has none of 2. */
  readonly rel?: number;
  /** The share of a labelled span that must be in the context; 1, all of it, unless said. */
  readonly held?: number;
};

/**
 * Where the evidence for a query got lost between the index and the answer, from the hits that a run recorded: of a labelled case by its needs and spans, of a question by its cited
 * pages. Throws a LabError for an unanswerable question, for one without labels, for one that the run did not answer, and where texts are needed and not given.
 */
export function diagnose(item: Diagnosed, run: Run, options: DiagnoseOptions = {}): CaseDiagnosis {
  const { context = { chunks: 6 }, answer } = options;
  checkOptions(options, context);
  const needs = needsOfItem(item, options.rel ?? null);
  if (needs.length === 0)
    throw new LabError(
      `${nameOf(item)} has no label of grade ${options.rel ?? 1} or more, wanted one; label it, or leave it out`,
    );
  const result = answeredResult(nameOf(item), item.id, run);
  if (answer !== undefined) checkAnswer(item, answer, context);
  const cut = cutContext(nameOf(item), result.hits, context, hitTexts(options));
  const seen = { run, result, cut, context, least: options.held ?? 1, answer: readable(answer) };
  const found = needs.map(({ name, labels }) => needDiagnosis(name, labels, seen));
  const worst = found.reduce((one, other) => (isFurther(one, other) ? other : one));
  const { bucket, evidence } = worst;
  return printable(
    {
      id: item.id,
      query: queryOf(item),
      kind: isQuestion(item) ? 'question' : item.kind,
      context,
      bucket,
      evidence,
      needs: found,
      filled: cut.filled,
    },
    (one) => `${one.id} at ${contextName(context)}: ${one.bucket} (${one.evidence})`,
  );
}

type Seen = {
  readonly run: Run;
  readonly result: Result;
  readonly cut: CutContext;
  readonly context: Context;
  readonly least: number;
  readonly answer: RagAnswer | null;
};

function needDiagnosis(need: string, labels: readonly Label[], seen: Seen): NeedDiagnosis {
  const { result, cut, least, answer, context } = seen;
  const places = labels.map((label) => {
    const place = labelPlace(label, result.hits, cut, least);
    return { label, place, bucket: withAnswer(place, answer) };
  });
  const best = places.reduce((one, other) => (comesFurther(other, one) ? other : one));
  const lost = lostStep(best.label, best.place, seen);
  const { bucket, place } = best;
  return {
    need,
    bucket,
    label: place,
    alternatives: labels.length,
    inContext: places.filter((one) => one.place.bucket === 'reached context').length,
    lostIn: lost,
    evidence: evidenceOf({ bucket, place, hits: result.hits, cut, context, answer, lost }),
  };
}

/** An answer that failed for want of a server says nothing of what was in the context. */
function readable(answer: RagAnswer | undefined): RagAnswer | null {
  const unread = ['rate limited', 'timeout', 'error'];
  return answer === undefined || unread.includes(answer.status) ? null : answer;
}

/** A citation counts where the page was in the context and what is quoted stands in it. */
function withAnswer({ bucket, doc }: LabelPlace, answer: RagAnswer | null): Bucket {
  if (bucket !== 'reached context' || answer === null) return bucket;
  const isRead = answer.status !== 'abstained' && !RAG_FAILURES.includes(answer.status);
  const cited = answer.citations.some((one) => one.doc === doc && one.inContext && one.quoteFound);
  return isRead && cited ? 'ok' : 'generation';
}

type Reached = { readonly bucket: Bucket; readonly place: LabelPlace };

/** Where two came as far as each other, the one of which more is held. */
function comesFurther(one: Reached, other: Reached): boolean {
  const [a, b] = [reachOfBucket(one.bucket), reachOfBucket(other.bucket)];
  return a !== b ? a > b : (one.place.held ?? 0) > (other.place.held ?? 0);
}

function isFurther(one: NeedDiagnosis, other: NeedDiagnosis): boolean {
  return reachOfBucket(one.bucket) > reachOfBucket(other.bucket);
}

/** For a page that is nowhere among the hits, any rank in a stage was one at which it could have been kept; else the context's own cut counts. */
function lostStep(label: Label, { bucket }: LabelPlace, { run, result, cut }: Seen): LostStep | null {
  if (bucket === 'reached context' || bucket === 'cut') return null;
  // A page that is lost is looked for by any chunk of it, a span by those that hold some of it.
  const wanted = bucket === 'other chunk' && spanOf(label) !== null ? label : { doc: label.doc, grade: 1 };
  const stages = (result.stages ?? []).map(({ name, hits }) => ({
    stage: name,
    rank: rankAmong(hits, wanted, { unit: 'chunk' }),
  }));
  const step = lostIn(run, { stages }, bucket === 'retrieval' ? Number.POSITIVE_INFINITY : cut.hits.length);
  return step === null ? null : { step, stages };
}

const OPTION_NAMES = ['context', 'docs', 'chunks', 'answer', 'rel', 'held'];

function checkOptions(options: DiagnoseOptions, context: Context): void {
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined)
    throw new LabError(
      `diagnose: the option "${unknown}" is unknown, wanted one of ${OPTION_NAMES.join(', ')}${didYouMean(unknown, OPTION_NAMES) || '; drop it'}`,
    );
  checkContext('diagnose', context);
  checkCounts(options);
}

/** What `diagnose` and `diagnoseAll` take alike. */
export function checkCounts({ rel, held }: Pick<DiagnoseOptions, 'rel' | 'held'>): void {
  if (rel !== undefined && !(Number.isInteger(rel) && rel >= 1))
    throw new LabError(`diagnose: rel is ${rel}, wanted a grade of at least 1; correct it`);
  if (held !== undefined && !(held > 0 && held <= 1))
    throw new LabError(`diagnose: held is ${held}, wanted a share above 0 and at most 1; correct it`);
}

/** An answer over another context says nothing of this one. */
function checkAnswer(item: Diagnosed, answer: RagAnswer, context: Context): void {
  if (answer.questionId !== item.id)
    throw new LabError(
      `${nameOf(item)}: the answer is to "${answer.questionId}", wanted one to this question; pass that`,
    );
  if (contextName(answer.context) !== contextName(context))
    throw new LabError(
      `${nameOf(item)}: the answer is over a context of ${contextWords(answer.context)}, wanted ${contextWords(context)}; pass the context that the model was given`,
    );
}

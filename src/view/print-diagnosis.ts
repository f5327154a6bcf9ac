import { BUCKETS, type Bucket } from '../diagnose/buckets.js';
import { contextWords } from '../diagnose/context.js';
import type {
  BucketCount,
  BucketTransition,
  CaseDiagnosis,
  ContextDiagnosis,
  RunDiagnosis,
} from '../diagnose/diagnosis-types.js';
import { counted, listed } from '../measure/score-notes.js';
import { plain, shorten, textTable } from './tables.js';
import { COLUMNS, indented, wrapped } from './wrapped.js';

const QUERY = 60;
const MOST_MOVED = 20;

/** Each bucket in a few words, for a reader who sees it for the first time. */
const MEANINGS: Readonly<Record<Bucket, string>> = {
  retrieval: 'no chunk of the page is among the hits',
  ranking: 'the page is among the hits, after the context',
  'other chunk': 'the page is in the context, its passage is not',
  cut: 'the context holds a part of it, or ends before it',
  generation: 'in the context, not cited by the answer',
  'reached context': 'in the context; no answer was checked',
  ok: 'in the context and cited by the answer',
};

/** Where the evidence of a run's queries got lost, as text of at most a hundred columns. */
export function diagnosisText(found: RunDiagnosis): string {
  return [
    headText(found),
    ...found.contexts.map((one) => contextText(one, found)),
    ...(found.transition === null ? [] : [transitionText(found.transition, found)]),
    ...knobsText(found),
    ...listsText(found),
  ].join('\n\n');
}

function headText({ run, unit, needsWithSpan, held, rel, contexts }: RunDiagnosis): string {
  const needs = contexts[0]!.needs;
  const share = held === 1 ? 'all' : `${+(100 * held).toFixed(1)} %`;
  const grades =
    rel === null
      ? 'labels of grade 2 count, or of grade 1 where a case has none of 2'
      : `labels of grade ${rel} or more count`;
  const notes =
    unit === 'questions'
      ? ['Any cited page counts as the evidence of a question.']
      : [
          `A case is where the worst of its needs is; of alternatives the best counts; ${grades}.`,
          `${needsWithSpan} of ${counted(needs, 'need', 'needs')} have a labelled passage, which is in the context where ${share} of it is${needsWithSpan === needs ? '' : '; the others go by page'}.`,
        ];
  return wrapped([`${run.name} (${run.retriever}), ${run.depth} chunks retrieved for each query`, ...notes]);
}

function contextText(one: ContextDiagnosis, { run, unit }: RunDiagnosis): string {
  const { n, needs, buckets, context, answered } = one;
  const seen = buckets.filter((count) => count.cases + count.needs > 0);
  const head = `Context of ${contextWords(context)}, ${run.depth} retrieved: ${amount(n, unit)}, ${counted(needs, 'need', 'needs')}`;
  const rows = seen.map((count) => [
    count.bucket,
    count.cases,
    shareText(count.cases, n),
    count.needs,
    MEANINGS[count.bucket],
  ]);
  return [
    head,
    textTable(['where', unit, 'share', 'needs', 'meaning'], rows),
    ...seen.flatMap(exampleText),
    ...stepsText(seen),
    ...(unit === 'questions' ? [citedText(one)] : []),
    ...notesOf(one, answered),
  ].join('\n');
}

/** Where the retriever is composed of others. */
function stepsText(seen: readonly BucketCount[]): readonly string[] {
  const parts = seen.flatMap(({ bucket, lostIn }) => {
    const steps = lostIn.map(
      ({ step, cases }) => `${step === 'retrieval' ? 'no stage had it' : `lost in ${step}`} ${cases}`,
    );
    return steps.length === 0 ? [] : [`${bucket}: ${steps.join(', ')}`];
  });
  return parts.length === 0 ? [] : [wrapped([`By step of the retriever: ${parts.join('; ')}`])];
}

function citedText({ cases, n }: ContextDiagnosis): string {
  const all = cases.filter(({ needs }) => needs.every((need) => need.inContext === need.alternatives));
  return `All cited pages are in the context for ${all.length} of ${n}`;
}

function amount(n: number, unit: RunDiagnosis['unit']): string {
  return n === 1 ? `1 ${unit === 'queries' ? 'query' : unit.slice(0, -1)}` : `${n} ${unit}`;
}

function shareText(count: number, n: number): string {
  return n === 0 ? '–' : `${((100 * count) / n).toFixed(0)} %`;
}

function exampleText({ bucket, example }: BucketCount): readonly string[] {
  if (example === null) return [];
  return [`e.g. ${bucket}: ${titleOf(example)}`, ...indented(example.evidence)];
}

function titleOf({ id, query }: Pick<CaseDiagnosis, 'id' | 'query'>): string {
  return `${plain(id)} "${shorten(plain(query), QUERY)}"`;
}

function notesOf({ n, unfilled, abstained, unanswered }: ContextDiagnosis, answered: number): string[] {
  const notes: string[] = [];
  if (unfilled.length > 0)
    notes.push(
      `Cut at the run's depth before the context is full, for ${unfilled.length} of ${n}: ${listed(unfilled)}`,
    );
  if (answered > 0) notes.push(`Answers that could be checked: ${answered} of ${n}`);
  if (abstained !== null) notes.push(abstainedText(abstained));
  for (const { id, message } of unanswered) notes.push(`No answer: ${plain(id)} ${plain(message)}`);
  return notes.map((note) => wrapped([note]));
}

function abstainedText({ n, of, others }: NonNullable<ContextDiagnosis['abstained']>): string {
  const rest = others.map(({ id, status }) => `${id} (${status})`);
  return `Unanswerable questions that the model left unanswered: ${n} of ${of}${rest.length === 0 ? '' : `; others: ${listed(rest)}`}`;
}

function transitionText(transition: BucketTransition, { unit }: RunDiagnosis): string {
  const { from, to, n, counts, moved } = transition;
  const seen = BUCKETS.filter((one) => BUCKETS.some((other) => counts[one][other] + counts[other][one] > 0));
  const rows = seen.map((one) => [one, ...seen.map((other) => counts[one][other])]);
  const shown = moved.slice(0, MOST_MOVED);
  const more = moved.length - shown.length;
  return [
    wrapped([
      `From ${contextWords(from)} to ${contextWords(to)}: ${moved.length} of ${amount(n, unit)} move (rows: where they are with ${contextWords(from)}, columns: with ${contextWords(to)})`,
    ]),
    textTable(['', ...seen], rows),
    ...shown.map((one) =>
      shorten(`  ${plain(one.id)}: ${one.from} -> ${one.to}  "${plain(one.query)}"`, COLUMNS),
    ),
    ...(more > 0 ? [`  and ${more} more (--json lists all)`] : []),
  ].join('\n');
}

/** For the buckets that something ended in, at any context. */
function knobsText({ contexts }: RunDiagnosis): readonly string[] {
  const seen = BUCKETS.filter((bucket) =>
    contexts.some(({ buckets }) => buckets.some((one) => one.bucket === bucket && one.cases > 0)),
  );
  const knobs = seen.flatMap((bucket) => {
    const knob = contexts[0]!.buckets.find((one) => one.bucket === bucket)!.firstKnob;
    return knob === null ? [] : [`${bucket}: ${knob}`];
  });
  const lost = contexts.some(({ buckets }) =>
    buckets.some(({ lostIn }) => lostIn.some(({ step }) => step !== 'retrieval')),
  );
  if (lost) knobs.unshift('a step that lost what it was given: that step, before all else');
  return knobs.length === 0
    ? []
    : [['The first knob to turn', ...knobs.flatMap((knob) => indented(knob))].join('\n')];
}

function listsText({ failed, unlabelled, unanswerable, contexts }: RunDiagnosis): readonly string[] {
  const lines = [
    ...(unanswerable.length > 0 && contexts.every(({ abstained }) => abstained === null)
      ? [`Unanswerable, left out: ${listed(unanswerable)}`]
      : []),
    ...(unlabelled.length > 0 ? [`Without a label that counts, left out: ${listed(unlabelled)}`] : []),
    ...failed.map(({ id, message }) => `Failed, not counted: ${plain(id)} ${plain(message)}`),
  ];
  return lines.length === 0 ? [] : [wrapped(lines)];
}

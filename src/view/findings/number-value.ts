import { pText, rangeText, signed } from '../../compare/verdict.js';
import { LabError } from '../../errors.js';
import { summarize, summarizeBy } from '../../measure/summarize.js';
import type { MetricSummary, Run, Summary, Verdict } from '../../types.js';
import { equalValuesNote } from '../interval-words.js';
import { withMetrics } from '../print-metrics.js';
import { formatMetric } from '../tables.js';
import type { Ask } from './ask.js';
import { metricOf } from './metric-of.js';
import { armNamed, type Source, sliceNamed } from './sources.js';
import type { Tested, Tester } from './tested.js';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  better: 'better',
  worse: 'worse',
  'cannot-tell': "can't tell",
  identical: 'identical',
};

type NumberAsk = Extract<Ask, { kind: 'mean' | 'n' | 'delta' | 'verdict' | 'counts' }>;

/** A number in a sentence, and what the one rule says where it is a difference. */
export type NumberValue = { readonly text: string; readonly verdict: Verdict | null };

export function numberValue(ask: NumberAsk, sources: readonly Source[], tester: Tester): NumberValue {
  if (ask.kind === 'mean') return { text: meanText(ask, sources), verdict: null };
  if (ask.kind === 'n')
    return { text: nText(summaryOf(armNamed(sources, ask.of).run, ask.on)), verdict: null };
  const tested = tester.tested(ask);
  const texts = {
    delta: deltaText,
    verdict: (one: Tested) => VERDICT_WORDS[one.verdict],
    counts: countsText,
  };
  return { text: texts[ask.kind](tested), verdict: tested.verdict };
}

function meanText(ask: Extract<Ask, { kind: 'mean' }>, sources: readonly Source[]): string {
  const { run } = armNamed(sources, ask.of);
  const name = metricOf(run, ask.metric);
  const summary = summaryOf(withMetrics(run, [name]), ask.on);
  const found = summary.metrics.find((one) => one.metric === name)!;
  const notes = [
    ...(ask.withInterval ? intervalNotes(found) : []),
    ...countNotes(found, summary, ask.withInterval),
  ];
  return `${formatMetric(found.mean)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

function intervalNotes(found: MetricSummary): readonly string[] {
  const { interval, ceiling } = found;
  const method = equalValuesNote([found]).length === 0 ? '' : ' by Wilson, since all values are equal';
  const range =
    interval === null
      ? 'too few for an interval'
      : `95 % interval ${rangeText(interval).replaceAll('+', '')}${method}`;
  return [range, ...(ceiling < 0.9995 ? [`ceiling ${formatMetric(ceiling)}`] : [])];
}

/** What a reader must know of a mean even where nobody asked: that it is over few, or that some failed. */
function countNotes(found: MetricSummary, summary: Summary, always: boolean): readonly string[] {
  const { n, answered, small } = summary;
  const failed = n - answered;
  if (failed > 0)
    return [
      `n = ${answered} of ${n}`,
      `${failed} failed and with those as 0 ${formatMetric(found.meanWithFailuresAsZero)}`,
    ];
  return always || small ? [`n = ${n}${small ? ', which is few' : ''}`] : [];
}

function nText({ n, answered }: Summary): string {
  return answered < n ? `${answered} of ${n}` : String(n);
}

function summaryOf(run: Run, on: string | null): Summary {
  if (on === null) return summarize(run);
  const slice = sliceNamed(run, on);
  const found = summarizeBy(run, slice.by).find((one) => one.slice === slice.name);
  if (found !== undefined) return found;
  throw new LabError(`asks for the slice "${on}", of which the run has no result; name another`);
}

function deltaText({ delta, interval, pValue, n, failed, small, holdsFor }: Tested): string {
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  if (delta === null || pValue === null) return `– (no pair was answered by both${failures})`;
  if (interval === null) return `${signed(delta)} (identical on all ${n}${failures})`;
  const few = small ? ', which is few' : '';
  return `${signed(delta)} (95 % interval ${rangeText(interval)}, p = ${pText(pValue)}${holdsFor}, n = ${n}${few}${failures})`;
}

function countsText({ better, worse, same, failed }: Tested): string {
  return `${better} better, ${worse} worse, ${same} same${failed === 0 ? '' : `, ${failed} failed`}`;
}

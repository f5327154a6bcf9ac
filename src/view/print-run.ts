import { rangeText } from '../compare/verdict.js';
import { misses } from '../measure/reference-report.js';
import { summarizeStages } from '../measure/stage-summary.js';
import { isFailed, summarize, summarizeBy } from '../measure/summarize.js';
import type { MetricSummary, Run, Summary } from '../types.js';
import { type Block, blocksText, GAP, lead, line, type Reader, TERMINAL, table } from './blocks.js';
import { equalValuesNote } from './interval-words.js';
import { unjudgedInRun } from './print-unjudged.js';
import { formatMetric, plain, shorten } from './tables.js';

const MOST_FAILURES = 10;

/** A run as text: what it was, its numbers with n, counts and intervals, by kind, what it missed, what failed. */
export function runText(run: Run, maxMisses = 10): string {
  return blocksText(runBlocks(run, TERMINAL, maxMisses));
}

export function runBlocks(run: Run, reader: Reader, maxMisses = 10): readonly Block[] {
  const whole = summarize(run);
  return [
    lead(headLine(run, reader)),
    line(protocolLine(run)),
    ...notebookLines(run, reader),
    GAP,
    line(answeredLine(whole, run)),
    GAP,
    ...metricTable(whole),
    ...unjudgedInRun(run).map((text) => line(text)),
    GAP,
    ...kindBlocks(summarizeBy(run)),
    ...stageBlocks(run),
    ...missBlocks(run, reader, maxMisses),
    ...failureBlocks(run, reader),
  ];
}

/** Where evidence was won or lost; nothing for a retriever that is not composed of others. */
function stageBlocks(run: Run): readonly Block[] {
  const stages = summarizeStages(run);
  if (stages.length === 0) return [];
  const rows = stages.map(({ stage, n, recallAtK, recallOfAll, hits }) => [
    stage,
    n,
    formatMetric(recallAtK),
    formatMetric(recallOfAll),
    hits.toFixed(1),
  ]);
  return [GAP, table(['stage', 'n', `recall@${run.k}`, 'recall of all its hits', 'hits'], rows)];
}

/** Slices of a run, or one summary of it, without the run at hand: n, counts and both means where queries failed. */
export function summaryBlocks(summaries: readonly Summary[]): readonly Block[] {
  return summaries.length === 1 && summaries[0] !== undefined
    ? [line(countsLine(summaries[0])), GAP, ...metricTable(summaries[0])]
    : kindBlocks(summaries, 'slice');
}

/** `recall@5 0.812 · all found in 31 of 45`, with both means where queries failed. */
export function headline(run: Run, summary: Summary, metric: string): string {
  const found = summary.metrics.find((item) => item.metric === metric);
  const mean = formatMetric(found?.mean);
  const zero =
    summary.answered === summary.n
      ? ''
      : ` (${formatMetric(found?.meanWithFailuresAsZero)} with failures as 0)`;
  return `${metric} ${mean}${zero} · all found in ${summary.allFound} of ${summary.answered} within k = ${run.k} pages`;
}

/** `68 of 75 answered` and why not all. */
export function answeredLine(summary: Summary, run: Run): string {
  const primary = run.metrics[0];
  return `${answered(summary)}${primary === undefined ? '' : ` · ${headline(run, summary, primary)}`}`;
}

function countsLine(summary: Summary): string {
  const small = summary.small ? ' · n < 10' : '';
  return `${summary.slice} · ${answered(summary)} · all found in ${summary.allFound} of ${summary.answered}${small}`;
}

function answered(summary: Summary): string {
  const parts = [
    [summary.errors, 'error'],
    [summary.timeouts, 'timeout'],
    [summary.empty, 'answered with no hit'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const why = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  return `${summary.answered} of ${summary.n} answered${why}`;
}

function headLine(run: Run, { ids }: Reader): string {
  const status =
    run.status === 'done' ? '' : ` · ${run.status} after ${run.results.length} of ${run.cases.length}`;
  return `${run.name}${ids ? ` (${run.id})` : ''} · ${run.retriever}${status}`;
}

function protocolLine(run: Run): string {
  const chunks = run.chunkCount === null ? 'chunks unknown' : `${run.chunkCount} chunks`;
  return `${run.dataset ?? 'no dataset named'} · ${run.casesVersion} · ${run.corpusVersion ?? 'corpus version unknown'} · ${chunks} · k = ${run.k} pages · depth ${run.depth} chunks`;
}

/** Not in a notebook: there every edit of a cell would change it. */
function notebookLines({ notebook }: Run, { ids }: Reader): readonly Block[] {
  if (notebook === undefined || !ids) return [];
  const cells = notebook.cells === null ? '' : ` (cells ${notebook.cells})`;
  return [line(`recorded in the notebook ${notebook.name}${cells}`)];
}

function metricTable(summary: Summary): readonly Block[] {
  const failed = summary.answered < summary.n;
  const columns = ['metric', 'mean', ...(failed ? ['failures as 0'] : []), '95 % interval', 'ceiling', 'n'];
  const rows = summary.metrics.map((item) => [
    item.metric,
    formatMetric(item.mean),
    ...(failed ? [formatMetric(item.meanWithFailuresAsZero)] : []),
    intervalText(item),
    item.ceiling < 1 ? formatMetric(item.ceiling) : '',
    summary.answered,
  ]);
  return [table(columns, rows), ...equalValuesNote(summary.metrics).map((text) => line(text))];
}

function intervalText({ interval }: MetricSummary): string {
  return interval === null ? 'too few' : rangeText(interval).replaceAll('+', '');
}

/** Where queries of a group failed, its means stand in pairs: over those answered, and with failures as 0. */
function kindBlocks(slices: readonly Summary[], title = 'kind'): readonly Block[] {
  const rows = slices.map((slice) => [
    slice.small ? `${slice.slice} (n < 10)` : slice.slice,
    slice.n,
    slice.answered,
    ...slice.metrics.map((item) => meanCell(item, slice)),
    `${slice.allFound} of ${slice.answered}`,
  ]);
  const names = (slices[0]?.metrics ?? []).map((item) => item.metric);
  const pairs = slices.some((slice) => slice.answered < slice.n);
  return [
    table([title, 'n', 'answered', ...names, 'all found'], rows),
    ...(pairs ? [line('(a / b: over those answered / with failures as 0)')] : []),
  ];
}

function meanCell({ mean, meanWithFailuresAsZero }: MetricSummary, { answered, n }: Summary): string {
  if (answered === n) return formatMetric(mean);
  return `${formatMetric(mean)} / ${formatMetric(meanWithFailuresAsZero)}`;
}

function missBlocks(run: Run, { rest }: Reader, most: number): readonly Block[] {
  const all = misses(run);
  if (all.length === 0) return [GAP, line('Misses: none')];
  const lines = all
    .slice(0, most)
    .flatMap((miss) => [
      line(`${miss.id} [${miss.kind}] ${shorten(plain(miss.query), 90)}`, 2),
      line(`missing: ${miss.missing.join(', ')}`, 4),
      line(`instead: ${miss.got.join(', ') || 'nothing'}`, 4),
    ]);
  const more = all.length > most ? [line(`and ${all.length - most} more (${rest})`, 2)] : [];
  return [
    GAP,
    line(
      `Misses: ${all.length} of ${run.results.length} queries lack a relevant page among the first ${run.k}`,
    ),
    ...lines,
    ...more,
  ];
}

function failureBlocks(run: Run, { rest }: Reader): readonly Block[] {
  const failed = run.results.filter(isFailed);
  if (failed.length === 0) return [];
  const lines = failed
    .slice(0, MOST_FAILURES)
    .map((result) =>
      line(`${result.caseId} ${result.status}: ${shorten(plain(result.message ?? ''), 100)}`, 2),
    );
  const more =
    failed.length > MOST_FAILURES ? [line(`and ${failed.length - MOST_FAILURES} more (${rest})`, 2)] : [];
  return [GAP, line(`Failed: ${failed.length}`), ...lines, ...more];
}

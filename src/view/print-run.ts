import { misses } from '../measure/reference-report.js';
import { isFailed, summarize, summarizeBy } from '../measure/summarize.js';
import type { MetricSummary, Run, Summary } from '../types.js';
import { rangeText } from '../compare/verdict.js';
import { formatMetric, plain, shorten, textTable } from './tables.js';

/** A run as text: what it was, its numbers with n, counts and intervals, by kind, what it missed, what failed. */
export function runText(run: Run, maxMisses = 10): string {
  const whole = summarize(run);
  return [headLine(run), protocolLine(run), '', answeredLine(whole, run), '', metricTable(whole), '', kindTable(run), ...missText(run, maxMisses), ...failureText(run)].join('\n');
}

/** `recall@5 0.812 · all found in 31 of 45`, with both means where queries failed. */
export function headline(run: Run, summary: Summary, metric: string): string {
  const found = summary.metrics.find((item) => item.metric === metric);
  const mean = formatMetric(found?.mean);
  const zero = summary.answered === summary.n ? '' : ` (${formatMetric(found?.meanWithFailuresAsZero)} with failures as 0)`;
  return `${metric} ${mean}${zero} · all found in ${summary.allFound} of ${summary.answered} within k = ${run.k} pages`;
}

function headLine(run: Run): string {
  const status = run.status === 'done' ? '' : ` · ${run.status} after ${run.results.length} of ${run.cases.length}`;
  return `${plain(run.name)} (${run.id}) · ${plain(run.retriever)}${status}`;
}

function protocolLine(run: Run): string {
  const chunks = run.chunkCount === null ? 'chunks unknown' : `${run.chunkCount} chunks`;
  return `${run.dataset ?? 'no dataset named'} · ${run.casesVersion} · ${run.corpusVersion ?? 'corpus version unknown'} · ${chunks} · k = ${run.k} pages · depth ${run.depth} chunks`;
}

/** `68 of 75 answered` and why not all. */
export function answeredLine(summary: Summary, run: Run): string {
  const parts = [
    [summary.errors, 'error'],
    [summary.timeouts, 'timeout'],
    [summary.empty, 'answered with no hit'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const why = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  const primary = run.metrics[0];
  return `${summary.answered} of ${summary.n} answered${why}${primary === undefined ? '' : ` · ${headline(run, summary, primary)}`}`;
}

function metricTable(summary: Summary): string {
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
  return textTable(columns, rows);
}

function intervalText({ interval }: MetricSummary): string {
  return interval === null ? 'too few' : rangeText(interval).replaceAll('+', '');
}

function kindTable(run: Run): string {
  const rows = summarizeBy(run).map((slice) => [
    slice.small ? `${slice.slice} (n < 10)` : slice.slice,
    slice.n,
    slice.answered,
    ...slice.metrics.map((item) => formatMetric(item.mean)),
    `${slice.allFound} of ${slice.answered}`,
  ]);
  return textTable(['kind', 'n', 'answered', ...run.metrics, 'all found'], rows);
}

function missText(run: Run, most: number): readonly string[] {
  const all = misses(run);
  if (all.length === 0) return ['', 'Misses: none'];
  const lines = all.slice(0, most).flatMap((miss) => [
    `  ${miss.id} [${plain(miss.kind)}] ${shorten(plain(miss.query), 90)}`,
    `    missing: ${miss.missing.join(', ')}`,
    `    instead: ${miss.got.join(', ') || 'nothing'}`,
  ]);
  const more = all.length > most ? [`  and ${all.length - most} more (--json lists all)`] : [];
  return ['', `Misses: ${all.length} of ${run.results.length} queries lack a relevant page among the first ${run.k}`, ...lines, ...more];
}

function failureText(run: Run): readonly string[] {
  const failed = run.results.filter(isFailed);
  if (failed.length === 0) return [];
  const lines = failed.slice(0, 10).map((result) => `  ${result.caseId} ${result.status}: ${shorten(plain(result.message ?? ''), 100)}`);
  const more = failed.length > 10 ? [`  and ${failed.length - 10} more (--json lists all)`] : [];
  return ['', `Failed: ${failed.length}`, ...lines, ...more];
}

import { rangeText } from '../compare/verdict.js';
import { summarize, summarizeBy } from '../measure/summarize.js';
import type { MetricSummary, Run, Summary } from '../types.js';
import { equalValuesNote } from './interval-words.js';
import { type Cell, formatMetric, markdownTable, markdownText } from './tables.js';

type Row = { readonly run: Run; readonly summary: Summary; readonly found: MetricSummary };

/** Runs by their mean, best first, each with all that its number rests on. Columns that say nothing are left out. */
export function leaderboard(runs: readonly Run[], metric: string): string {
  const rows = rowsOf(runs, metric);
  const failed = rows.some(({ summary }) => summary.answered < summary.n);
  const capped = rows.some(({ found }) => found.ceiling < 0.9995);
  const columns: readonly (readonly [string, (row: Row) => Cell])[] = [
    ['run', ({ run }) => markdownText(run.name)],
    ['n', ({ summary }) => summary.n],
    ['answered', ({ summary }) => summary.answered],
    [metric, ({ found }) => formatMetric(found.mean)],
    ...(failed
      ? [['failures as 0', ({ found }: Row) => formatMetric(found.meanWithFailuresAsZero)] as const]
      : []),
    ['95 % interval', ({ found }) => intervalText(found)],
    ...(capped
      ? [
          [
            'ceiling',
            ({ found }: Row) => (found.ceiling < 0.9995 ? formatMetric(found.ceiling) : ''),
          ] as const,
        ]
      : []),
    ['all pages found', ({ run, summary }) => `${summary.allFound} of ${summary.answered} at k = ${run.k}`],
  ];
  const table = markdownTable(
    columns.map(([name]) => name),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
  return [table, ...equalValuesNote(rows.map(({ found }) => found))].join('\n\n');
}

/** The metrics beside the one of the verdict; nothing where there is none. */
export function otherMetrics(runs: readonly Run[], metric: string): string {
  const names = [...new Set(runs.flatMap((run) => run.metrics))].filter((name) => name !== metric);
  if (names.length === 0) return '';
  const rows = rowsOf(runs, metric).map(({ run, summary }) => [
    markdownText(run.name),
    ...names.map((name) => formatMetric(summary.metrics.find((one) => one.metric === name)?.mean)),
  ]);
  return `Other metrics, which decide nothing, over the queries that were answered:\n\n${markdownTable(['run', ...names], rows)}`;
}

/** A row a kind, a column a run; a mean over few queries, or over fewer than there are, says so beside it. */
export function byKind(runs: readonly Run[], metric: string): string {
  const ordered = rowsOf(runs, metric).map(({ run }) => run);
  const slices = ordered.map((run) => new Map(summarizeBy(run).map((summary) => [summary.slice, summary])));
  const kinds = [...new Set(slices.flatMap((slice) => [...slice.keys()]))].sort();
  const rows = kinds.map((kind) => {
    const found = slices.map((slice) => slice.get(kind));
    const small = found.every((summary) => summary === undefined || summary.small);
    const counts = [...new Set(found.map((summary) => summary?.n ?? 0))];
    return [
      `${markdownText(kind)}${small ? ' (n < 10)' : ''}`,
      counts.join(' / '),
      ...found.flatMap((summary) => kindCells(summary, metric)),
    ];
  });
  const names = ordered.flatMap((run) => [`${markdownText(run.name)}: ${metric}`, 'all pages found']);
  return markdownTable(['kind', 'n', ...names], rows);
}

function kindCells(summary: Summary | undefined, metric: string): readonly Cell[] {
  if (summary === undefined) return [null, null];
  const mean = formatMetric(summary.metrics.find((one) => one.metric === metric)?.mean);
  return [mean, `${summary.allFound} of ${summary.answered}`];
}

/** Best first; unknown means last, equal ones by name. */
function rowsOf(runs: readonly Run[], metric: string): readonly Row[] {
  const rows = runs.map((run) => {
    const summary = summarize(run);
    return { run, summary, found: summary.metrics.find((one) => one.metric === metric)! };
  });
  const mean = ({ found }: Row) => found.mean ?? Number.NEGATIVE_INFINITY;
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return rows.sort((a, b) => (mean(a) === mean(b) ? order(a.run.name, b.run.name) : mean(b) - mean(a)));
}

function intervalText({ interval }: MetricSummary): string {
  return interval === null ? 'too few' : rangeText(interval).replaceAll('+', '');
}

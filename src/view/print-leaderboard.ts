import { pText, rangeText, signed } from '../compare/verdict.js';
import { summarize } from '../measure/summarize.js';
import type { Comparison, MetricSummary, Run } from '../types.js';
import { equalValuesNote } from './interval-words.js';
import { type Cell, formatMetric, markdownTable, markdownText, textTable } from './tables.js';

const VERDICTS = {
  better: 'BETTER',
  worse: 'WORSE',
  'cannot-tell': "can't tell",
  identical: 'identical',
} as const;

type Row = {
  readonly run: Run;
  readonly answered: number;
  readonly found: MetricSummary;
  readonly against: Comparison | undefined;
};

/**
 * The arms of an experiment by the mean of its primary metric, each with its difference from the baseline, corrected for all comparisons. With several baselines the
 * differences are from the first; the others have tables of their own.
 */
export function leaderboardText(runs: readonly Run[], comparisons: readonly Comparison[]): string {
  const first = comparisons[0];
  if (first === undefined) return '';
  const rows = rowsOf(runs, comparisons, first);
  return [`${headOf(first)}\n\n${textTable(columnsOf(first), rows.map(cells))}`, ...notesOf(rows)].join('\n');
}

/** The same in Markdown; empty where nothing was compared. */
export function leaderboardMarkdown(runs: readonly Run[], comparisons: readonly Comparison[]): string {
  const first = comparisons[0];
  if (first === undefined) return '';
  const rows = rowsOf(runs, comparisons, first);
  const safe = rows.map(cells).map(([name, ...rest]) => [markdownText(String(name)), ...rest]);
  const table = markdownTable(columnsOf(first).map(markdownText), safe);
  return [markdownText(headOf(first)), table, ...notesOf(rows)].join('\n\n');
}

function notesOf(rows: readonly Row[]): readonly string[] {
  return equalValuesNote(rows.map(({ found }) => found));
}

function columnsOf({ metric }: Comparison): readonly string[] {
  return ['run', 'n', metric, '95 % interval', 'difference', '95 % interval', 'p', 'verdict'];
}

function headOf({ metric, runA, family }: Comparison): string {
  const size = family?.size ?? 1;
  const corrected = size > 1 ? `, differences corrected for ${size} comparisons together` : '';
  return `Leaderboard by ${metric}; baseline ${runA.name}${corrected}`;
}

function rowsOf(runs: readonly Run[], comparisons: readonly Comparison[], first: Comparison): readonly Row[] {
  const rows = runs.map((run) => {
    const { answered, metrics } = summarize(run);
    const found = metrics.find((one) => one.metric === first.metric)!;
    const against = comparisons.find((one) => one.runA.id === first.runA.id && one.runB.id === run.id);
    return { run, answered, found, against };
  });
  const mean = ({ found }: Row) => found.mean ?? Number.NEGATIVE_INFINITY;
  return rows.sort((a, b) => mean(b) - mean(a) || (a.run.name < b.run.name ? -1 : 1));
}

function cells({ run, answered, found, against }: Row): readonly Cell[] {
  return [
    run.name,
    answered < run.results.length ? `${answered} of ${run.results.length}` : answered,
    formatMetric(found.mean),
    found.interval === null ? 'too few' : rangeText(found.interval).replaceAll('+', ''),
    ...differenceCells(against),
  ];
}

function differenceCells(against: Comparison | undefined): readonly Cell[] {
  if (against === undefined) return ['baseline', null, null, null];
  const { delta, interval, pValue, verdict } = against;
  if (delta === null) return ['no pair', null, null, null];
  return [
    signed(delta),
    interval === null ? null : rangeText(interval),
    pValue === null ? null : pText(pValue),
    VERDICTS[verdict],
  ];
}

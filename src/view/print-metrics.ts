import { rangeText } from '../compare/verdict.js';
import { rescore } from '../measure/rescore.js';
import { summarize } from '../measure/summarize.js';
import type { Run, Summary } from '../types.js';
import { equalValuesNote } from './interval-words.js';
import { type Cell, formatMetric, markdownTable, markdownText, textTable } from './tables.js';

/**
 * Several metrics of several runs with the interval of each mean, one row a run, in the order given. Runs may be over different datasets, which a column names: rows of
 * different ones are not to be compared. What a run did not record is computed from its hits; throws a LabError where they are not enough.
 */
export function metricsTable(
  runs: readonly Run[],
  metrics: readonly string[],
  format: 'text' | 'markdown' = 'text',
): string {
  const datasets = new Set(runs.map((run) => run.dataset));
  const columns = [...(datasets.size > 1 ? ['dataset'] : []), 'run', 'n', ...metrics];
  const text = (given: string) => (format === 'markdown' ? markdownText(given) : given);
  const summaries = runs.map((run) => summarize(withMetrics(run, metrics)));
  const rows = runs.map((run, i): readonly Cell[] => {
    const summary = summaries[i]!;
    const n = summary.answered < summary.n ? `${summary.answered} of ${summary.n}` : summary.n;
    const where = datasets.size > 1 ? [text(run.dataset ?? 'unknown')] : [];
    return [...where, text(run.name), n, ...metrics.map((name) => cellOf(summary, name))];
  });
  const shown = summaries.flatMap((one) => one.metrics.filter(({ metric }) => metrics.includes(metric)));
  const notes = equalValuesNote(shown);
  return format === 'markdown'
    ? [markdownTable(columns, rows), ...notes].join('\n\n')
    : [textTable(columns, rows), ...notes].join('\n');
}

/** The run with these metrics: what it did not record is computed from its hits. Throws a LabError where they are not enough. */
export function withMetrics(run: Run, metrics: readonly string[]): Run {
  return metrics.every((name) => run.metrics.includes(name)) ? run : rescore(run, run.cases, { metrics });
}

function cellOf({ metrics }: Summary, name: string): string {
  const { mean, interval } = metrics.find((one) => one.metric === name)!;
  if (mean === null) return '–';
  const range = interval === null ? 'too few' : rangeText(interval).replaceAll('+', '');
  return `${formatMetric(mean)} (${range})`;
}

import { costsOf } from '../measure/costs.js';
import { isFailed, summarize } from '../measure/summarize.js';
import type { Comparison, Run, Summary } from '../types.js';
import { type Column, number, text, whole } from './columns.js';

/**
 * Runs side by side, one row each; the key is the run's id. Each metric's mean is over the answered queries, null in a run that does not have the metric.
 * Costs are as `costsOf` has them.
 */
export function runsColumns(runs: readonly Run[]): readonly Column[] {
  const rows = runs.map((run) => ({ run, summary: summarize(run), costs: costsOf(run) }));
  type Row = (typeof rows)[number];
  const cost = (name: Exclude<keyof Row['costs'], 'name' | 'n'>) =>
    number(name, rows, ({ costs }: Row) => costs[name]);
  const metrics = [...new Set(runs.flatMap((run) => run.metrics))];
  return [
    text('runId', rows, ({ run }) => run.id),
    text('name', rows, ({ run }) => run.name),
    text('dataset', rows, ({ run }) => run.dataset),
    text('status', rows, ({ run }) => run.status),
    whole('n', rows, ({ run }) => run.results.length),
    whole('answered', rows, ({ run }) => run.results.filter((result) => !isFailed(result)).length),
    ...metrics.map((name) => number(name, rows, ({ summary }) => meanOf(summary, name))),
    cost('medianMs'),
    cost('p95Ms'),
    cost('chunks'),
    cost('chunkTokens'),
    cost('contextTokens'),
    cost('contextChars'),
    cost('indexBytes'),
    cost('embeddingTokens'),
    cost('embeddingDollars'),
  ];
}

function meanOf({ metrics }: Summary, name: string): number | null {
  return metrics.find(({ metric }) => metric === name)?.mean ?? null;
}

/** Comparisons as a leaderboard, one row each; the key is both runs' ids and the metric. `runId` is that of the run that is held against the baseline. */
export function comparisonsColumns(comparisons: readonly Comparison[]): readonly Column[] {
  return [
    text('pair', comparisons, ({ runA, runB, metric }) => `${runA.id} ${runB.id} ${metric}`),
    text('runId', comparisons, ({ runB }) => runB.id),
    text('baseline', comparisons, ({ runA }) => runA.name),
    text('name', comparisons, ({ runB }) => runB.name),
    text('metric', comparisons, ({ metric }) => metric),
    whole('n', comparisons, ({ n }) => n),
    whole('failed', comparisons, ({ failed }) => failed),
    number('baselineMean', comparisons, ({ meanA }) => meanA),
    number('runMean', comparisons, ({ meanB }) => meanB),
    number('delta', comparisons, ({ delta }) => delta),
    number('low', comparisons, ({ interval }) => interval?.[0] ?? null),
    number('high', comparisons, ({ interval }) => interval?.[1] ?? null),
    number('pValue', comparisons, ({ pValue }) => pValue),
    text('verdict', comparisons, ({ verdict }) => verdict),
    whole('better', comparisons, ({ better }) => better),
    whole('worse', comparisons, ({ worse }) => worse),
    whole('same', comparisons, ({ same }) => same),
  ];
}

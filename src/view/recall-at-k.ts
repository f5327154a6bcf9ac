import { judged, pagesOf } from '../measure/judged.js';
import { recall } from '../measure/recall.js';
import { isFailed } from '../measure/summarize.js';
import type { Figure, Json, Result, Run } from '../types.js';
import { checkAlikeRuns } from './chosen-metric.js';
import { lookOf, QUIET_INK } from './palette.js';
import { axis, legendName, markup, paper } from './paper.js';

export type RecallAtKOptions = { readonly maxK?: number };

/** Recall against k in pages, computed from the stored ranks, a line for each run; the k of the runs is marked. */
export function recallAtK(runs: readonly Run[], { maxK = 10 }: RecallAtKOptions = {}): Figure {
  checkAlikeRuns('recallAtK', runs);
  const ks = Array.from({ length: maxK }, (_, i) => i + 1);
  const curves = runs.map((run) => ({ run, values: ks.map((k) => meanRecall(run, k)) }));
  const counts = [...new Set(runs.map((run) => answered(run).length))].join(' / ');
  const title = `recall@k by k (n = ${counts} queries)`;
  const marked = [...new Set(runs.map((run) => run.k))].filter((k) => k <= maxK);
  return {
    name: 'recall-at-k',
    title,
    alt: `Line chart, ${title}. ${curves.map(({ run, values }) => `${run.name}: ${shown(values[0])} at k = 1, ${shown(values.at(-1))} at k = ${maxK}`).join('; ')}.`,
    data: curves.map(({ run, values }, i) => lineOf(run, ks, values, i)),
    layout: {
      ...paper({
        title,
        notes: [
          `k counts pages. Dotted: k = ${marked.join(', ')}, the cut of the runs.`,
          ...shortNotes(runs, maxK),
        ],
        legend: runs.map((run) => legendName(run.name)),
        xTitle: 'k (pages)',
        yTitle: 'mean recall@k',
        plotHeight: 300,
        bottom: 52,
      }),
      xaxis: axis({ tickvals: ks, range: [0.6, maxK + 0.4] }),
      yaxis: axis({
        range: [0, 1.04],
        tickvals: [0, 0.2, 0.4, 0.6, 0.8, 1],
        tickformat: '.1f',
      }),
      shapes: marked.map(markOf),
    },
    table: {
      columns: ['k', ...runs.map((run) => run.name)],
      rows: ks.map((k, i) => [k, ...curves.map(({ values }) => values[i] ?? null)]),
    },
  };
}

function lineOf(run: Run, ks: readonly number[], values: readonly (number | null)[], i: number): Json {
  const { colour, dash, symbol } = lookOf(i);
  return {
    type: 'scatter',
    mode: 'lines+markers',
    name: markup(legendName(run.name)),
    x: ks,
    y: values,
    line: { color: colour, dash, width: 2.5 },
    marker: { color: colour, symbol, size: 8 },
    hovertemplate: 'k = %{x}: %{y:.3f}<extra>%{fullData.name}</extra>',
  };
}

function markOf(k: number): Json {
  return {
    type: 'line',
    x0: k,
    x1: k,
    yref: 'paper',
    y0: 0,
    y1: 1,
    line: { color: QUIET_INK, dash: 'dot', width: 1.5 },
  };
}

function meanRecall(run: Run, k: number): number | null {
  const cases = new Map(run.cases.map((item) => [item.id, item]));
  const values = answered(run).map((result) =>
    recall(k).value(judged(cases.get(result.caseId)!, result.hits)),
  );
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Past the pages that a run retrieved, recall at k is really recall at fewer. */
function shortNotes(runs: readonly Run[], k: number): readonly string[] {
  return runs.flatMap((run) => {
    const short = answered(run).filter((result) => pagesOf(result.hits).length < k).length;
    return short === 0
      ? []
      : [`${run.name}: ${short} rankings hold fewer than ${k} pages (depth ${run.depth} chunks).`];
  });
}

function answered(run: Run): readonly Result[] {
  return run.results.filter((result) => !isFailed(result));
}

function shown(value: number | null | undefined): string {
  return value === null || value === undefined ? 'none' : value.toFixed(3);
}

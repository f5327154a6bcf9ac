import { LabError } from '../errors.js';
import { judged, pagesOf } from '../measure/judged.js';
import { metric } from '../measure/registry.js';
import { isFailed } from '../measure/summarize.js';
import type { Case, Figure, Json, Result, Run } from '../types.js';
import { checkAlikeRuns } from './chosen-metric.js';
import { failureNotes } from './failure-notes.js';
import { lookOf, QUIET_INK } from './looks.js';
import { axis, LABEL_SIZE, legendName, markup, paper } from './paper.js';
import { countText } from './run-counts.js';
import { formatMetric } from './tables.js';
import { fit } from './text-width.js';

export type RecallAtKOptions = {
  /** The last k, in pages; 10 unless said, or the depth of the run where that is less. */
  readonly maxK?: number;
};

type Point = {
  readonly k: number;
  readonly mean: number | null;
  readonly meanWithFailuresAsZero: number;
  readonly ceiling: number;
  /** Answered queries with fewer than k pages, for which recall at k is really recall at fewer. */
  readonly short: number;
};

type Curve = {
  readonly run: Run;
  readonly answered: number;
  /** Answered queries without any hit. */
  readonly empty: number;
  readonly points: readonly Point[];
};

/**
 * Recall against k, computed from the recorded hits; the k of each run is marked. Throws a LabError where the runs are over
 * different cases or pages, or where k goes past what a run retrieved.
 */
export function recallAtK(runs: readonly Run[], options: RecallAtKOptions = {}): Figure {
  checkAlikeRuns('recallAtK', runs);
  const maxK = checkedK(runs, options.maxK);
  const curves = runs.map((run) => curveOf(run, maxK));
  const names = runs.map((run) => legendName(run.name));
  const ceiling = ceilingTrace(curves[0]!);
  const title = `recall@k for k from 1 to ${maxK} pages (${countText(runs)})`;
  return {
    name: 'recall-at-k',
    title,
    alt: altOf(title, curves),
    data: [...ceiling, ...curves.map((curve, i) => lineOf(curve, names[i]!, i))],
    layout: {
      ...paper({
        title,
        notes: notesOf(curves, maxK),
        legend: [...ceiling.map(() => CEILING), ...names],
        plotHeight: 320,
        bottom: 52,
        yTitle: 'mean recall@k',
        annotations: [xTitle(), ...markTexts(runs, maxK)],
      }),
      xaxis: axis({
        range: [0.7, maxK + 0.3],
        dtick: Math.ceil(maxK / 20),
        tick0: 1,
        showgrid: false,
        ticks: 'outside',
      }),
      yaxis: axis({ range: [0, 1.08], tickvals: [0, 0.2, 0.4, 0.6, 0.8, 1], tickformat: '.1f' }),
      shapes: marks(runs, maxK),
    },
    table: tableOf(curves),
  };
}

const CEILING = 'ceiling: the most that any ranking could reach';

function checkedK(runs: readonly Run[], maxK: number | undefined): number {
  const shallow = [...runs].sort((a, b) => a.depth - b.depth)[0]!;
  const k = maxK ?? Math.min(10, shallow.depth);
  if (!Number.isInteger(k) || k < 1)
    throw new LabError(
      `recallAtK: maxK is ${k}, wanted a whole number of pages from 1; correct it or leave it out`,
    );
  if (k <= shallow.depth) return k;
  throw new LabError(
    `recallAtK: maxK is ${k}, but run "${shallow.name}" holds ${shallow.depth} chunks a query; lower maxK, or run it again with depth ${k} or more`,
  );
}

function curveOf(run: Run, maxK: number): Curve {
  const cases = new Map(run.cases.map((item) => [item.id, item]));
  const rows = run.results.flatMap((result) => {
    const item = cases.get(result.caseId);
    return item === undefined || isFailed(result) ? [] : [{ item, result }];
  });
  const points = Array.from({ length: maxK }, (_, i) => pointAt(i + 1, rows, run.results.length));
  const empty = rows.filter(({ result }) => result.hits.length === 0).length;
  return { run, answered: rows.length, empty, points };
}

function pointAt(
  k: number,
  rows: readonly { readonly item: Case; readonly result: Result }[],
  all: number,
): Point {
  const recall = metric(`recall@${k}`);
  const sum = (pick: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + pick(row), 0);
  const found = sum(({ item, result }) => recall.value(judged(item, result.hits)));
  return {
    k,
    mean: rows.length === 0 ? null : found / rows.length,
    meanWithFailuresAsZero: all === 0 ? 0 : found / all,
    ceiling: rows.length === 0 ? 1 : sum(({ item }) => recall.ceiling(judged(item, []))) / rows.length,
    short: rows.filter(({ result }) => pagesOf(result.hits).length < k).length,
  };
}

function lineOf({ points }: Curve, name: string, i: number): Json {
  const { colour, dash, marker } = lookOf(i);
  return {
    type: 'scatter',
    mode: 'lines+markers',
    name: markup(name),
    x: points.map((point) => point.k),
    y: points.map((point) => point.mean),
    line: { color: colour, dash, width: 2.2 },
    marker: { color: colour, symbol: marker, size: 8, line: { color: '#ffffff', width: 1 } },
    cliponaxis: false,
    hovertemplate: 'k = %{x}: %{y:.3f}<extra>%{fullData.name}</extra>',
  };
}

/** Only where it is below 1 for some k: more pages are wanted than fit. */
function ceilingTrace({ points }: Curve): readonly Json[] {
  if (points.every((point) => point.ceiling > 0.9995)) return [];
  return [
    {
      type: 'scatter',
      mode: 'lines',
      name: CEILING,
      x: points.map((point) => point.k),
      y: points.map((point) => point.ceiling),
      line: { color: QUIET_INK, dash: 'solid', width: 1 },
      hoverinfo: 'skip',
    },
  ];
}

function markedKs(runs: readonly Run[], maxK: number): readonly number[] {
  return [...new Set(runs.map((run) => run.k))].filter((k) => k <= maxK).sort((a, b) => a - b);
}

function marks(runs: readonly Run[], maxK: number): readonly Json[] {
  const line = { color: QUIET_INK, width: 1.5, dash: 'dot' };
  return markedKs(runs, maxK).map((k) => ({
    type: 'line',
    layer: 'below',
    x0: k,
    x1: k,
    y0: 0,
    y1: 1.08,
    line,
  }));
}

/** At the foot of the line, where curves of recall seldom are. */
function markTexts(runs: readonly Run[], maxK: number): readonly Json[] {
  const several = markedKs(runs, maxK).length > 1;
  return markedKs(runs, maxK).map((k) => {
    const own = runs.filter((run) => run.k === k);
    const whose = several
      ? own.length === 1
        ? ` (${fit(own[0]!.name, LABEL_SIZE, 160)})`
        : ` (${own.length} runs)`
      : ', as in the runs';
    const side = k > maxK / 2 ? { xanchor: 'right', xshift: -4 } : { xanchor: 'left', xshift: 4 };
    const place = { xref: 'x', x: k, yref: 'y', y: 0, yanchor: 'bottom' };
    return {
      text: markup(`k = ${k}${whose}`),
      showarrow: false,
      font: { color: QUIET_INK },
      ...place,
      ...side,
    };
  });
}

function xTitle(): Json {
  const place = { xref: 'paper', x: 0.5, xanchor: 'center', yref: 'paper', y: 0, yanchor: 'top' };
  return { text: 'k: how many pages are looked at, each page once', showarrow: false, yshift: -26, ...place };
}

function notesOf(curves: readonly Curve[], maxK: number): readonly string[] {
  const counts = curves.flatMap(shortText);
  const short =
    counts.length === 0
      ? []
      : [
          `Some rankings hold fewer than ${maxK} pages, so that recall at ${maxK} is recall at fewer there: ${counts.join('; ')}.`,
        ];
  const means = (run: Run) => {
    const { points } = curves.find((curve) => curve.run === run)!;
    return points[Math.min(run.k, maxK) - 1]!;
  };
  const failures = curves.flatMap(({ run }) => failureNotes([run], `recall@${Math.min(run.k, maxK)}`, means));
  return ['Mean over the queries that were answered.', ...failures, ...short];
}

/** `sections 21 of 90 (3 of them without any hit)`. */
function shortText({ run, answered, empty, points }: Curve): readonly string[] {
  const count = points.at(-1)!.short;
  if (count === 0) return [];
  const none = empty === 0 ? '' : ` (${empty === count ? 'all' : empty} of them without any hit)`;
  return [`${run.name} ${count} of ${answered}${none}`];
}

function tableOf(curves: readonly Curve[]): Figure['table'] {
  const rows = curves.flatMap(({ run, answered, points }) =>
    points.map((point) => [
      run.name,
      point.k,
      run.results.length,
      answered,
      point.mean,
      point.meanWithFailuresAsZero,
      point.ceiling,
      point.short,
    ]),
  );
  return {
    columns: ['run', 'k', 'n', 'answered', 'recall@k', 'failures as 0', 'ceiling', 'fewer than k pages'],
    rows,
  };
}

function altOf(title: string, curves: readonly Curve[]): string {
  const parts = curves.map(({ run, points }) => {
    const at = (k: number) => `${formatMetric(points[k - 1]?.mean)} at k = ${k}`;
    const ks = [...new Set([1, Math.min(run.k, points.length), points.length])];
    return `${run.name} ${ks.map(at).join(', ')}`;
  });
  return `Line chart, ${title}. ${parts.join('; ')}.`;
}

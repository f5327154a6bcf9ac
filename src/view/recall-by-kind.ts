import { summarize, summarizeBy } from '../measure/summarize.js';
import type { Figure, Json, MetricSummary, Run, Slicer, Summary } from '../types.js';
import { checkAlikeRuns, chosenMetric } from './chosen-metric.js';
import { failureNotes } from './failure-notes.js';
import { intervalWords } from './interval-words.js';
import { GREY, hatching, INK, lookOf, PALE, QUIET_INK } from './looks.js';
import { axis, LABEL_SIZE, legendName, markup, paper, plotWidth } from './paper.js';
import { formatMetric } from './tables.js';
import { pixelsOf, wrapWords } from './text-width.js';

export type RecallByKindOptions = {
  /** Text form; the first `recall@` metric of the first run unless said. */
  readonly metric?: string;
  /** Groups of cases; kinds unless said. */
  readonly by?: Slicer;
};

/** One group of bars: all queries, or those of one kind, in each run (null where a run has none of them). */
type Group = {
  readonly name: string;
  readonly small: boolean;
  readonly summaries: readonly (Summary | null)[];
};

const BARS = 0.84; // share of a group's room that its bars take

/**
 * Bars of a metric's mean by kind, all queries first, one colour and pattern a run, with 95 % intervals. Groups of fewer than
 * 10 queries are grey. Throws a LabError where the runs are over different cases or pages, or lack the metric.
 */
export function recallByKind(runs: readonly Run[], options: RecallByKindOptions = {}): Figure {
  checkAlikeRuns('recallByKind', runs);
  const metric = chosenMetric('recallByKind', runs, options.metric);
  const groups = groupsOf(runs, options.by);
  const title = `${metric} by ${options.by === undefined ? 'kind' : 'slice'} (${countText(groups[0]!)})`;
  const labels = groups.map((group) => labelOf(group, plotWidth() / groups.length - 6));
  const names = runs.map((run) => legendName(run.name));
  const written = valueLook(barPixels(groups, runs.length));
  return {
    name: 'recall-by-kind',
    title,
    alt: altOf(title, runs, groups, metric),
    data: [
      ...names.flatMap((name, i) => barsOf(name, groups, i, runs.length, metric)),
      ...(written === null ? [] : runs.map((_, i) => valuesOf(groups, i, runs.length, metric, written))),
    ],
    layout: {
      ...paper({
        title,
        notes: [
          ...notesOf(groups, metric, written === null),
          ...failureNotes(runs, `${metric} over all`, (run) => metricOf(summarize(run), metric)!),
        ],
        legend: names,
        yTitle: `mean ${metric}`,
        plotHeight: 300,
        bottom: 18 + Math.max(...labels.map((lines) => lines.length)) * LABEL_SIZE * 1.3,
      }),
      barmode: 'overlay',
      xaxis: axis({
        range: [-0.5, groups.length - 0.5],
        tickvals: groups.map((_, i) => i),
        ticktext: labels.map((lines) => lines.map(markup).join('<br>')),
        showgrid: false,
        ticks: '',
        tickangle: 0,
      }),
      yaxis: axis({
        range: [0, 1.08],
        tickvals: [0, 0.2, 0.4, 0.6, 0.8, 1],
        tickformat: '.1f',
      }),
      shapes: [groupShape()],
    },
    table: tableOf(runs, groups, metric),
  };
}

function groupsOf(runs: readonly Run[], by: Slicer | undefined): readonly Group[] {
  const sliced = runs.map((run) => new Map(summarizeBy(run, by).map((summary) => [summary.slice, summary])));
  const names = [...new Set(sliced.flatMap((slices) => [...slices.keys()]))].sort();
  const group = (name: string, summaries: readonly (Summary | null)[]): Group => ({
    name,
    summaries,
    small: summaries.every((summary) => summary === null || summary.small),
  });
  return [
    group('all', runs.map(summarize)),
    ...names.map((name) =>
      group(
        name,
        sliced.map((slices) => slices.get(name) ?? null),
      ),
    ),
  ];
}

/** `n = 38 queries`; an interrupted run has fewer than the others, and then each number is said. */
function countText({ summaries }: Group): string {
  return `n = ${counts(summaries)} queries`;
}

function counts(summaries: readonly (Summary | null)[]): string {
  const all = summaries.map((summary) => summary?.n ?? 0);
  return new Set(all).size === 1 ? String(all[0]) : all.join(' / ');
}

function labelOf(group: Group, pixels: number): readonly string[] {
  const count = `n=${counts(group.summaries)}`;
  const words = group.small ? [`${count},`, 'too', 'few'] : [count];
  const whole = words.join(' ');
  return [
    ...wrapWords(group.name, LABEL_SIZE, pixels),
    ...(pixelsOf(whole, LABEL_SIZE) <= pixels
      ? [whole]
      : [words[0]!, words.slice(1).join(' ')].filter(Boolean)),
  ];
}

function metricOf(summary: Summary | null, metric: string): MetricSummary | null {
  return summary?.metrics.find((one) => one.metric === metric) ?? null;
}

function positions(groups: readonly Group[], i: number, runs: number): readonly number[] {
  return groups.map((_, at) => at + (BARS / runs) * (i - (runs - 1) / 2));
}

/** Two traces, the groups that are large enough in the run's colour and the small ones grey, since a pattern takes one colour a trace. */
function barsOf(
  name: string,
  groups: readonly Group[],
  i: number,
  runs: number,
  metric: string,
): readonly Json[] {
  const { colour, pattern } = lookOf(i);
  const traces = [false, true].map((small): { readonly [key: string]: Json } => {
    const at = positions(groups, i, runs).filter((_, g) => groups[g]!.small === small);
    const found = groups
      .filter((group) => group.small === small)
      .map((group) => metricOf(group.summaries[i] ?? null, metric));
    return {
      type: 'bar',
      name: markup(name),
      legendgroup: String(i),
      x: at,
      y: found.map((one) => one?.mean ?? null),
      width: (BARS / runs) * 0.92,
      marker: {
        color: small ? GREY : colour,
        line: { color: colour, width: small ? 1.5 : 0 },
        pattern: hatching(pattern),
      },
      error_y: {
        ...errorBars(found),
        color: INK,
        thickness: 1.4,
        width: Math.min(4, barPixels(groups, runs) / 5),
      },
      hovertemplate: '%{y:.3f}<extra>%{fullData.name}</extra>',
    };
  });
  const drawn = traces.filter((trace) => (trace['x'] as readonly number[]).length > 0);
  return drawn.map((trace, at) => ({ ...trace, showlegend: at === 0 }));
}

function errorBars(found: readonly (MetricSummary | null)[]): { readonly [key: string]: Json } {
  const reach = (end: 0 | 1) =>
    found.map((one) => {
      const value = one?.interval?.[end] ?? null;
      return one === null || one.mean === null || value === null ? 0 : Math.abs(value - one.mean);
    });
  return { type: 'data', symmetric: false, array: reach(1), arrayminus: reach(0) };
}

function barPixels(groups: readonly Group[], runs: number): number {
  return (plotWidth() / groups.length) * (BARS / runs);
}

type ValueLook = { readonly decimals: number; readonly size: number };

/** As many decimals as stand above a bar without touching the next one's; one decimal would make equals of bars that plainly differ, so then there is none. */
function valueLook(bar: number): ValueLook | null {
  const looks = [
    { decimals: 3, size: LABEL_SIZE },
    { decimals: 2, size: LABEL_SIZE },
    { decimals: 2, size: 10 },
  ];
  const room = bar / 0.92;
  return looks.find(({ decimals, size }) => pixelsOf((0).toFixed(decimals), size) + 2 <= room) ?? null;
}

/** The numbers stand above the whiskers, since upon a hatched bar nobody can read them. */
function valuesOf(
  groups: readonly Group[],
  i: number,
  runs: number,
  metric: string,
  { decimals, size }: ValueLook,
): Json {
  const found = groups.map((group) => metricOf(group.summaries[i] ?? null, metric));
  return {
    type: 'scatter',
    mode: 'text',
    x: positions(groups, i, runs),
    y: found.map((one) => (one === null ? 0 : Math.max(one.mean ?? 0, one.interval?.[1] ?? 0))),
    text: found.map((one) => (one === null ? '' : one.mean === null ? '–' : one.mean.toFixed(decimals))),
    textposition: 'top center',
    textfont: { size, color: groups.map((group) => (group.small ? QUIET_INK : INK)) },
    cliponaxis: false,
    showlegend: false,
    hoverinfo: 'skip',
  };
}

/** A pale ground behind "all", which is no kind beside the others. */
function groupShape(): Json {
  const place = { xref: 'x', x0: -0.5, x1: 0.5, yref: 'paper', y0: 0, y1: 1 };
  return { type: 'rect', layer: 'below', fillcolor: PALE, line: { width: 0 }, ...place };
}

function notesOf(groups: readonly Group[], metric: string, crowded: boolean): readonly string[] {
  const found = groups.flatMap(({ summaries }) => summaries.map((summary) => metricOf(summary, metric)));
  const grey = groups.some((group) => group.small) ? ' Grey: n < 10, too few to say much.' : '';
  const ceiling = Math.min(...groups[0]!.summaries.map((summary) => metricOf(summary, metric)?.ceiling ?? 1));
  const most =
    ceiling < 1
      ? [`No ranking could reach more than ${formatMetric(ceiling)} over all queries at this k.`]
      : [];
  const values = crowded
    ? ['There are too many bars to write their values above them; the table has them.']
    : [];
  return [
    `Bars: mean over the queries that were answered; whiskers: 95 % interval (${intervalWords(found)}).${grey}`,
    ...most,
    ...values,
  ];
}

function tableOf(runs: readonly Run[], groups: readonly Group[], metric: string): Figure['table'] {
  const rows = groups.flatMap((group) =>
    group.summaries.flatMap((summary, i) => {
      const found = metricOf(summary, metric);
      if (summary === null || found === null) return [];
      const [low, high] = found.interval ?? [null, null];
      const name = group.small ? `${group.name} (n < 10)` : group.name;
      return [
        [
          name,
          runs[i]!.name,
          summary.n,
          summary.answered,
          found.mean,
          low,
          high,
          found.meanWithFailuresAsZero,
          found.ceiling,
        ],
      ];
    }),
  );
  return {
    columns: ['group', 'run', 'n', 'answered', metric, 'low', 'high', 'failures as 0', 'ceiling'],
    rows,
  };
}

function altOf(title: string, runs: readonly Run[], groups: readonly Group[], metric: string): string {
  const parts = groups.map((group) => {
    const values = group.summaries.map(
      (one, i) => `${runs[i]!.name} ${formatMetric(metricOf(one, metric)?.mean)}`,
    );
    return `${group.name} (n=${counts(group.summaries)}${group.small ? ', too few' : ''}): ${values.join(', ')}`;
  });
  return `Bar chart, ${title}. ${parts.join('; ')}.`;
}

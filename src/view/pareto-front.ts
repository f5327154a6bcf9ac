import { LabError } from '../errors.js';
import { type Costs, costsOf } from '../measure/costs.js';
import { summarize } from '../measure/summarize.js';
import type { Figure, Interval, Json, Run, Summary } from '../types.js';
import { checkAlikeRuns, chosenMetric } from './chosen-metric.js';
import { failureNotes } from './failure-notes.js';
import { frontOf } from './front.js';
import { intervalWords } from './interval-words.js';
import { BETTER, GREY, QUIET_INK } from './looks.js';
import { axis, LABEL_SIZE, legendName, markup, paper, plotWidth } from './paper.js';
import type { Rectangle } from './place-labels.js';
import { keyHeight, keyTexts, type PointLabels, pointLabels } from './point-labels.js';
import { bytesText, dollarsText } from './print-costs.js';
import { countText } from './run-counts.js';
import { type Scale, scaleOf } from './scale.js';
import { formatMetric } from './tables.js';
import { pixelsOf } from './text-width.js';
import { logTicks, niceTicks, tickText } from './ticks.js';

export type ParetoFrontOptions = {
  /** Text form; the first `recall@` metric of the first run unless said. */
  readonly metric?: string;
  /** Tokens of the first k chunks, the median latency, the price of embedding the corpus, or the bytes of the index; tokens unless said. */
  readonly against?: 'tokens' | 'latency' | 'dollars' | 'index';
};

type Against = NonNullable<ParetoFrontOptions['against']>;

type Point = {
  readonly run: Run;
  readonly summary: Summary;
  readonly value: number;
  readonly interval: Interval | null;
  readonly cost: number;
};

const PLOT_HEIGHT = 340;
const BOTTOM = 58;

/**
 * A metric's mean, with its 95 % interval, against what it costs, a point a run. On the front is every run that no other beats: none
 * is at least as good and costs less, or is better and costs the same (`frontOf`). Runs whose cost was not recorded are named and have no
 * point. Throws a LabError where the runs are over different cases or pages, lack the metric, or none has a point.
 */
export function paretoFront(runs: readonly Run[], options: ParetoFrontOptions = {}): Figure {
  checkAlikeRuns('paretoFront', runs);
  const metric = chosenMetric('paretoFront', runs, options.metric);
  const against = checkedAgainst(options.against ?? 'tokens');
  const points = runs.flatMap((run) => pointOf(run, metric, against));
  checkPoints(runs, points, metric, against);
  const front = frontOf(points);
  const scales = { x: costScale(points), y: valueScale(points) };
  const width = axisWidth(scales.x, against);
  const labels = labelsOf(points, front, scales, width);
  const traces = tracesOf(points, front);
  const title = `${metric} against ${costWords(runs, against)} (${countText(runs)})`;
  return {
    name: 'pareto-front',
    title,
    alt: altOf(title, points, front, against),
    data: traces,
    layout: {
      ...paper({
        title,
        notes: notesOf(runs, points, metric, against, scales),
        legend: traces.flatMap((trace) => (trace['showlegend'] === false ? [] : [String(trace['name'])])),
        plotHeight: PLOT_HEIGHT,
        bottom: BOTTOM + keyHeight(labels.key),
        yTitle: `mean ${metric}`,
        annotations: [
          xTitle(runs, against, scales.x),
          ...labels.annotations,
          ...keyTexts(labels.key, BOTTOM),
        ],
      }),
      xaxis: costAxis(scales.x, against, width),
      yaxis: valueAxis(scales.y),
    },
    table: tableOf(points, front, runs, metric, against),
  };
}

const PICK: Readonly<Record<Against, (costs: Costs) => number | null>> = {
  tokens: (costs) => costs.contextTokens,
  latency: (costs) => costs.medianMs,
  dollars: (costs) => costs.embeddingDollars,
  index: (costs) => costs.indexBytes,
};

const TEXT: Readonly<Record<Against, (cost: number) => string>> = {
  tokens: (cost) => `${tickText(Math.round(cost), [0])} tokens`,
  latency: (cost) => `${cost < 10 ? cost.toFixed(2) : cost.toFixed(0)} ms`,
  dollars: (cost) => `${dollarsText(cost)} dollars`,
  index: bytesText,
};

function checkedAgainst(against: Against): Against {
  if (Object.hasOwn(PICK, against)) return against;
  throw new LabError(
    `paretoFront: against is ${JSON.stringify(against)}, wanted one of ${Object.keys(PICK).join(', ')}; pick one`,
  );
}

function pointOf(run: Run, metric: string, against: Against): readonly Point[] {
  const summary = summarize(run);
  const found = summary.metrics.find((one) => one.metric === metric);
  const cost = PICK[against](costsOf(run));
  if (found === undefined || found.mean === null || cost === null) return [];
  return [{ run, summary, value: found.mean, interval: found.interval, cost }];
}

function checkPoints(runs: readonly Run[], points: readonly Point[], metric: string, against: Against): void {
  if (points.length > 0) return;
  throw new LabError(
    `paretoFront: none of ${runs.length} runs has both a mean of ${metric} and ${costWords(runs, against)}, wanted one at least; evaluate with this release, or plot against another cost`,
  );
}

function costWords(runs: readonly Run[], against: Against): string {
  const ks = [...new Set(runs.map((run) => run.k))];
  return {
    tokens: `tokens in the first ${ks.length === 1 ? ks[0] : 'k'} chunks`,
    latency: 'median latency',
    dollars: 'dollars to embed the corpus',
    index: 'size of the index',
  }[against];
}

/** Where costs are of different sizes the axis multiplies, or the cheap ones would all stand on its left end. */
function costScale(points: readonly Point[]): Scale {
  const costs = points.map(({ cost }) => cost);
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  if (low > 0 && high / low >= 15) return scaleOf(logTicks(low / 1.1, high * 1.1), true);
  return scaleOf(niceTicks(0, high * 1.05));
}

function valueScale(points: readonly Point[]): Scale {
  const ends = points.flatMap(({ value, interval }) => [
    value,
    interval?.[0] ?? value,
    interval?.[1] ?? value,
  ]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = Math.max(0, 0.2 - (high - low)) / 2;
  const [from, to] = [low - room, high + room];
  // Where all is from 0 to 1, so is the axis.
  return scaleOf(niceTicks(low >= 0 ? Math.max(0, from) : from, high <= 1 ? Math.min(1, to) : to));
}

function costAxis(scale: Scale, against: Against, width: number): Json {
  const { log, ticks } = scale;
  const ends = [ticks[0]!, ticks.at(-1)!];
  return axis({
    domain: [0, width / plotWidth()],
    type: log ? 'log' : 'linear',
    range: log ? ends.map(Math.log10) : ends,
    tickvals: ticks,
    ticktext: ticks.map((tick) => costTick(tick, scale, against)),
    ticks: 'outside',
  });
}

function costTick(tick: number, { log, ticks }: Scale, against: Against): string {
  return against === 'index' ? indexTick(tick) : tickText(tick, log ? [tick] : ticks);
}

/** The label of the last tick is as wide to the right of it as to the left, and must not run off the sheet. */
function axisWidth(scale: Scale, against: Against): number {
  const half = pixelsOf(costTick(scale.ticks.at(-1)!, scale, against), LABEL_SIZE) / 2;
  return plotWidth() - Math.max(0, Math.ceil(half) - 16);
}

function indexTick(bytes: number): string {
  const unit = (
    [
      [1e9, 'GB'],
      [1e6, 'MB'],
      [1e3, 'kB'],
    ] as const
  ).find(([size]) => bytes >= size);
  return unit === undefined ? String(bytes) : `${Number((bytes / unit[0]).toPrecision(4))} ${unit[1]}`;
}

function valueAxis({ ticks }: Scale): Json {
  return axis({
    range: [ticks[0]!, ticks.at(-1)!],
    tickvals: ticks,
    ticktext: ticks.map((tick) => tickText(tick, ticks)),
  });
}

function tracesOf(
  points: readonly Point[],
  front: readonly Point[],
): readonly { readonly [key: string]: Json }[] {
  const off = points.filter((point) => !front.includes(point));
  const steps = { ...lineOf(front), showlegend: false };
  const marks = [marksOf(front, `on the front: ${front.length}`, true)];
  return [
    ...(front.length > 1 ? [steps] : []),
    ...(off.length > 0 ? [marksOf(off, `not on it: ${off.length}`, false)] : []),
    ...marks,
  ];
}

/** A step, since between two runs nothing better than the cheaper one is known. */
function lineOf(front: readonly Point[]): { readonly [key: string]: Json } {
  return {
    type: 'scatter',
    mode: 'lines',
    name: 'the front',
    x: front.map(({ cost }) => cost),
    y: front.map(({ value }) => value),
    line: { color: BETTER, width: 2, shape: 'hv' },
    hoverinfo: 'skip',
  };
}

function marksOf(points: readonly Point[], name: string, on: boolean): { readonly [key: string]: Json } {
  const small = points.map(({ summary }) => summary.small);
  const reach = (end: 0 | 1) =>
    points.map(({ value, interval }) => Math.abs((interval?.[end] ?? value) - value));
  return {
    type: 'scatter',
    mode: 'markers',
    name: legendName(name),
    legendrank: on ? 1 : 2,
    x: points.map(({ cost }) => cost),
    y: points.map(({ value }) => value),
    error_y: {
      type: 'data',
      symmetric: false,
      array: reach(1),
      arrayminus: reach(0),
      color: on ? QUIET_INK : GREY,
      thickness: 1.2,
      width: 3,
    },
    marker: {
      symbol: on ? 'circle' : 'square',
      size: on ? 12 : 9,
      color: points.map((_, i) => (small[i] ? GREY : on ? BETTER : '#ffffff')),
      line: { color: on ? BETTER : QUIET_INK, width: 1.5 },
    },
    text: points.map(({ run }) => markup(run.name)),
    hovertemplate: '%{text}<br>%{x}: %{y:.3f}<extra></extra>',
    cliponaxis: false,
  };
}

type Scales = { readonly x: Scale; readonly y: Scale };

function labelsOf(
  points: readonly Point[],
  front: readonly Point[],
  scales: Scales,
  width: number,
): PointLabels {
  const sheet = { width: plotWidth(), height: PLOT_HEIGHT };
  const x = (cost: number) => scales.x.at(cost) * width;
  const y = (value: number) => (1 - scales.y.at(value)) * sheet.height;
  const spots = points.map(({ run, cost, value, interval }) => {
    const [low, high] = [interval?.[0] ?? value, interval?.[1] ?? value];
    return { name: run.name, x: x(cost), y: y(value), whisker: [y(high), y(low)] as const };
  });
  const steps = stepsOf(front.map(({ cost, value }) => ({ x: x(cost), y: y(value) })));
  return pointLabels(spots, steps, sheet);
}

function stepsOf(front: readonly { readonly x: number; readonly y: number }[]): readonly Rectangle[] {
  return front.slice(1).flatMap((to, i) => {
    const from = front[i]!;
    return [
      { left: from.x, top: from.y - 1, width: to.x - from.x, height: 2 },
      { left: to.x - 1, top: to.y, width: 2, height: from.y - to.y },
    ];
  });
}

function xTitle(runs: readonly Run[], against: Against, { log }: Scale): Json {
  const words = {
    tokens: ', mean over the answered queries',
    latency: ', milliseconds',
    dollars: '',
    index: '',
  };
  const place = {
    xref: 'paper',
    x: 0.5,
    xanchor: 'center',
    yref: 'paper',
    y: 0,
    yanchor: 'top',
    yshift: -28,
  };
  const multiplied = log ? ' (logarithmic axis)' : '';
  return {
    text: markup(`${costWords(runs, against)}${words[against]}${multiplied}`),
    showarrow: false,
    ...place,
  };
}

function notesOf(
  runs: readonly Run[],
  points: readonly Point[],
  metric: string,
  against: Against,
  { y }: Scales,
): readonly string[] {
  const found = points.map(({ summary }) => summary.metrics.find((one) => one.metric === metric)!);
  const small = points.some(({ summary }) => summary.small) ? ' Grey: n < 10, too few to say much.' : '';
  const without = runs.filter((run) => points.every((point) => point.run !== run)).map((run) => run.name);
  const unknown = `Without a point, since the cost was not recorded or no query was answered: ${without.join(', ')}.`;
  return [
    `Up and to the left is better. The front: no other run is at least as good and costs less. It is by the means alone; whether two runs differ is said by comparing them. Whiskers: 95 % interval of the mean (${intervalWords(found)}).${small}`,
    ...(y.ticks[0] === 0 ? [] : [`The upright axis begins at ${tickText(y.ticks[0]!, y.ticks)}, not at 0.`]),
    ...(against === 'tokens' && /@\d+tok/.test(metric)
      ? ['This metric looks at a fixed number of tokens, whatever the first k chunks hold.']
      : []),
    ...(without.length > 0 ? [unknown] : []),
    ...failureNotes(runs, metric, (run) => summarize(run).metrics.find((one) => one.metric === metric)!),
  ];
}

function tableOf(
  points: readonly Point[],
  front: readonly Point[],
  runs: readonly Run[],
  metric: string,
  against: Against,
): Figure['table'] {
  const rows = runs.map((run) => {
    const point = points.find((one) => one.run === run);
    const [low, high] = point?.interval ?? [null, null];
    const n = run.results.length;
    const on = point === undefined ? null : front.includes(point) ? 'yes' : 'no';
    const { mean } = summarize(run).metrics.find((one) => one.metric === metric)!;
    return [run.name, n, costsOf(run).n, mean, low, high, PICK[against](costsOf(run)), on];
  });
  return {
    columns: ['run', 'n', 'answered', metric, 'low', 'high', costWords(runs, against), 'on the front'],
    rows,
  };
}

function altOf(title: string, points: readonly Point[], front: readonly Point[], against: Against): string {
  const text = ({ run, value, cost, summary }: Point) =>
    `${run.name} ${formatMetric(value)} at ${TEXT[against](cost)}${summary.small ? ' (n < 10)' : ''}`;
  const off = points.filter((point) => !front.includes(point));
  const rest = off.length === 0 ? '' : ` Not on it: ${off.map(text).join('; ')}.`;
  return `Scatter plot, ${title}. On the front, cheapest first: ${front.map(text).join('; ')}.${rest}`;
}

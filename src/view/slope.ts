import { signed } from '../compare/verdict.js';
import { LabError } from '../errors.js';
import { TOLERANCE } from '../measure/protocol.js';
import { summarize, summarizeBy } from '../measure/summarize.js';
import type { Figure, Json, Run, Summary } from '../types.js';
import { checkAlikeRuns, chosenMetric } from './chosen-metric.js';
import { failureNotes } from './failure-notes.js';
import { BETTER, GREY, INK, QUIET_INK, WORSE } from './looks.js';
import { axis, LABEL_SIZE, markup, paper, plotWidth } from './paper.js';
import { nameLines, widest } from './row-labels.js';
import { countText } from './run-counts.js';
import { type Scale, scaleOf } from './scale.js';
import { spread } from './spread.js';
import { formatMetric } from './tables.js';
import { fit } from './text-width.js';
import { niceTicks } from './ticks.js';

export type SlopeOptions = {
  /** Text form; the first `recall@` metric of the first run unless said. */
  readonly metric?: string;
};

/** All queries, or those of one kind, in both runs: n and mean, null where a run has none. */
type Line = {
  readonly name: string;
  readonly n: readonly [number, number];
  readonly mean: readonly [number | null, number | null];
  readonly small: boolean;
};

const SIDES = [0, 1] as const;
const LEFT = 20;
const KIND_PIXELS = 190;
const GAP = 17; // between the labels of one end
const REACH = 30; // from an end to its label

/**
 * The means of two runs as two ends of a line, for all queries and each kind. Kinds of fewer than 10 queries are grey and dotted. Throws a
 * LabError where the runs are over different cases or pages, or lack the metric.
 */
export function slope(runA: Run, runB: Run, options: SlopeOptions = {}): Figure {
  const runs = [runA, runB] as const;
  if (runs.some((run) => run === undefined))
    throw new LabError('slope: there are fewer than two runs, wanted two; write slope(runA, runB)');
  checkAlikeRuns('slope', runs);
  const metric = chosenMetric('slope', runs, options.metric);
  const lines = linesOf(runs, metric);
  const labels = SIDES.map((side) => lines.map((line) => labelOf(line, side)));
  const ends = endsOf(labels);
  const height = Math.max(300, (lines.length + 1) * (GAP + 3));
  const scale = scaleFor(lines);
  const places = SIDES.map((side) => placesOf(lines, side, scale, height));
  const heads = runs.map((run, side) => headOf(run, ends, side));
  const title = `${metric} by kind, from ${runA.name} to ${runB.name} (${countText(runs)})`;
  return {
    name: 'slope',
    title,
    alt: altOf(title, lines),
    data: [
      ...lines.map((line) => traceOf(line, ends)),
      ...SIDES.map((side) => {
        const x = ends[side] + (side === 0 ? 4 - REACH : REACH - 4);
        return labelTrace(lines, labels[side]!, places[side]!, x, side);
      }),
    ],
    layout: {
      ...paper({
        title,
        notes: notesOf(runs, lines, metric),
        legend: [],
        plotHeight: height,
        bottom: 24 + Math.max(...heads.map((head) => head.lines.length)) * LABEL_SIZE * 1.3,
        left: LEFT,
        annotations: heads.map((head) => head.annotation),
      }),
      xaxis: axis({
        range: [0, plotWidth(LEFT)],
        tickvals: ends,
        ticktext: ['', ''],
        ticks: '',
        gridcolor: QUIET_INK,
        showline: false,
      }),
      yaxis: axis({
        range: [scale.ticks[0]!, scale.ticks.at(-1)!],
        tickvals: [],
        showgrid: false,
        showline: false,
        ticks: '',
      }),
      shapes: SIDES.flatMap((side) => leaders(lines, places[side]!, ends[side], side)),
    },
    table: tableOf(runs, lines, metric),
  };
}

function linesOf(runs: readonly [Run, Run], metric: string): readonly Line[] {
  const sliced = runs.map((run) => new Map(summarizeBy(run).map((summary) => [summary.slice, summary])));
  const kinds = [...new Set(sliced.flatMap((slices) => [...slices.keys()]))].sort();
  const line = (name: string, [a, b]: readonly (Summary | undefined)[]): Line => ({
    name,
    n: [a?.n ?? 0, b?.n ?? 0],
    mean: [meanOf(a, metric), meanOf(b, metric)],
    small: (a?.small ?? true) && (b?.small ?? true),
  });
  return [
    line('all', runs.map(summarize)),
    ...kinds.map((kind) =>
      line(
        kind,
        sliced.map((slices) => slices.get(kind)),
      ),
    ),
  ];
}

function meanOf(summary: Summary | undefined, metric: string): number | null {
  return summary?.metrics.find((one) => one.metric === metric)?.mean ?? null;
}

function scaleFor(lines: readonly Line[]): Scale {
  const known = lines.flatMap(({ mean }) => mean.filter((value) => value !== null));
  const [low, high] = known.length === 0 ? [0, 1] : [Math.min(...known), Math.max(...known)];
  const room = Math.max(0.02, (high - low) * 0.05);
  return scaleOf(niceTicks(low - room, high + room));
}

/** The number stands next to the line's end, the kind outside of it. */
function labelOf({ name, n, mean, small }: Line, side: 0 | 1): string {
  const value = formatMetric(mean[side]);
  const count = `n=${n[side]}${small ? ', too few' : ''}`;
  const kind = fit(name, LABEL_SIZE, KIND_PIXELS);
  return side === 0 ? `${kind} ${count}  ${value}` : `${value}  ${kind} ${count}`;
}

/** Where both ends of the lines are, in pixels, so that all labels find room outside of them. */
function endsOf(labels: readonly (readonly string[])[]): readonly [number, number] {
  const [left, right] = labels.map((texts) => widest(texts) * 1.03 + REACH);
  return [left!, plotWidth(LEFT) - right!];
}

/** Where each line's label stands, as a value of the axis, or null where it has no mean. */
function placesOf(
  lines: readonly Line[],
  side: 0 | 1,
  { ticks, at }: Scale,
  height: number,
): readonly (number | null)[] {
  const wanted = lines
    .flatMap(({ mean }, i) => (mean[side] === null ? [] : [{ i, y: at(mean[side]) * height }]))
    .sort((a, b) => a.y - b.y || b.i - a.i);
  const found = spread(
    wanted.map(({ y }) => y),
    GAP,
    GAP / 2,
    height - GAP / 2,
  );
  const [first, last] = [ticks[0]!, ticks.at(-1)!];
  const places = new Map(wanted.map(({ i }, k) => [i, first + (found[k]! / height) * (last - first)]));
  return lines.map((_, i) => places.get(i) ?? null);
}

type Way = 'up' | 'down' | 'same' | 'unknown';

function wayOf({ mean: [a, b] }: Line): Way {
  if (a === null || b === null) return 'unknown';
  return Math.abs(b - a) <= TOLERANCE ? 'same' : b > a ? 'up' : 'down';
}

function traceOf(line: Line, ends: readonly [number, number]): Json {
  const way = wayOf(line);
  const colour = line.small ? GREY : { up: BETTER, down: WORSE, same: QUIET_INK, unknown: QUIET_INK }[way];
  const whole = line.name === 'all';
  return {
    type: 'scatter',
    mode: 'lines+markers',
    x: ends,
    y: line.mean,
    line: { color: colour, width: whole ? 4 : 2, dash: line.small ? 'dot' : 'solid' },
    marker: {
      color: colour,
      size: whole ? 13 : 10,
      symbol: { up: 'triangle-up', down: 'triangle-down', same: 'circle', unknown: 'x' }[way],
    },
    name: markup(line.name),
    showlegend: false,
    cliponaxis: false,
    hovertemplate: '%{y:.3f}<extra>%{fullData.name}</extra>',
  };
}

/** Texts that end, or begin, at one line: as a trace, since annotations are placed by estimated widths. */
function labelTrace(
  lines: readonly Line[],
  texts: readonly string[],
  places: readonly (number | null)[],
  x: number,
  side: 0 | 1,
): Json {
  const known = lines.flatMap((line, i) => {
    const y = places[i] ?? null;
    const text = markup(texts[i]!);
    return y === null ? [] : [{ line, y, text: line.name === 'all' ? `<b>${text}</b>` : text }];
  });
  return {
    type: 'scatter',
    mode: 'text',
    x: known.map(() => x),
    y: known.map(({ y }) => y),
    text: known.map(({ text }) => text),
    textposition: side === 0 ? 'middle left' : 'middle right',
    textfont: { size: LABEL_SIZE, color: known.map(({ line }) => (line.small ? QUIET_INK : INK)) },
    cliponaxis: false,
    showlegend: false,
    hoverinfo: 'skip',
  };
}

/** From an end to its label, which may stand above or below it. */
function leaders(
  lines: readonly Line[],
  places: readonly (number | null)[],
  end: number,
  side: 0 | 1,
): readonly Json[] {
  const way = side === 0 ? -1 : 1;
  return lines.flatMap(({ mean }, i) => {
    const [y0, y1] = [mean[side], places[i] ?? null];
    if (y0 === null || y1 === null) return [];
    const [x0, x1] = [end + way * 8, end + way * (REACH - 6)];
    return [{ type: 'line', xref: 'x', yref: 'y', x0, y0, x1, y1, line: { color: GREY, width: 1 } }];
  });
}

function headOf(run: Run, ends: readonly [number, number], side: number) {
  const room = (ends[1] - ends[0]) / 2 + 40;
  const lines = nameLines(run.name, room, 3);
  const place = {
    xref: 'x',
    x: ends[side]!,
    xanchor: 'center',
    yref: 'paper',
    y: 0,
    yanchor: 'top',
    yshift: -8,
  };
  return {
    lines,
    annotation: { text: `<b>${lines.map(markup).join('<br>')}</b>`, showarrow: false, ...place },
  };
}

function notesOf(runs: readonly Run[], lines: readonly Line[], metric: string): readonly string[] {
  const grey = lines.some((line) => line.small) ? ` Grey and dotted: n < 10, too few to say much.` : '';
  const without = lines.filter((line) => wayOf(line) === 'unknown').map((line) => line.name);
  return [
    `Mean over the queries that were answered; the thick line is all of them. Triangles up: higher in ${runs[1]!.name}, down: lower. Whether a change is more than chance is said by comparing the runs.${grey}`,
    ...(without.length === 0
      ? []
      : [`Without a line, since a run answered none of it: ${without.join(', ')}.`]),
    ...failureNotes(
      runs,
      `${metric} over all`,
      (run) => summarize(run).metrics.find((one) => one.metric === metric)!,
    ),
  ];
}

function tableOf(runs: readonly Run[], lines: readonly Line[], metric: string): Figure['table'] {
  const [a, b] = runs;
  return {
    columns: [
      'kind',
      `n: ${a!.name}`,
      `n: ${b!.name}`,
      `${metric}: ${a!.name}`,
      `${metric}: ${b!.name}`,
      'change',
    ],
    rows: lines.map(({ name, n, mean, small }) => [
      small ? `${name} (n < 10)` : name,
      ...n,
      ...mean,
      change(mean),
    ]),
  };
}

function change([a, b]: Line['mean']): number | null {
  return a === null || b === null ? null : b - a;
}

function altOf(title: string, lines: readonly Line[]): string {
  const parts = lines.map((line) => {
    const { name, n, mean, small } = line;
    const count = n[0] === n[1] ? n[0] : n.join(' / ');
    const moved = change(mean);
    const by = moved === null ? '' : `, ${signed(moved)}`;
    return `${name} (n=${count}${small ? ', too few' : ''}) ${formatMetric(mean[0])} to ${formatMetric(mean[1])}${by}`;
  });
  return `Slope graph, ${title}. ${parts.join('; ')}.`;
}

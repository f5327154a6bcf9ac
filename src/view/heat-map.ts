import { LabError } from '../errors.js';
import { SMALL, summarize, summarizeBy } from '../measure/summarize.js';
import type { Figure, Json, Run, Slicer, Summary } from '../types.js';
import { checkAlikeRuns, chosenMetric } from './chosen-metric.js';
import { failureNotes } from './failure-notes.js';
import { INK, QUIET_INK } from './looks.js';
import { axis, LABEL_SIZE, markup, paper, plotWidth } from './paper.js';
import { nameLines, widest } from './row-labels.js';
import { counts, countText } from './run-counts.js';
import { inkOn, shade } from './shades.js';
import { formatMetric } from './tables.js';
import { fit, pixelsOf, wrapWords } from './text-width.js';

export type HeatMapOptions = {
  /** Text form; the first `recall@` metric of the first run unless said. */
  readonly metric?: string;
  /** Groups of cases; kinds unless said. At most 24. */
  readonly by?: Slicer;
};

type Column = {
  readonly name: string;
  readonly summaries: readonly (Summary | null)[];
  readonly small: boolean;
};

type Cell = {
  readonly row: number;
  readonly column: number;
  readonly n: number;
  readonly mean: number | null;
  readonly small: boolean;
};

const MOST_COLUMNS = 24;
const NAME_PIXELS = 250;
const TURNED = 62; // narrower columns have their names turned
const NARROW = 44; // narrower cells have two decimals
const TURNED_PIXELS = 150;
const HATCH = '#dfe3e8'; // so pale that a number upon it is read

/**
 * A cell a run and group of cases, darker for a higher mean, with the number in it; all queries first. Cells of fewer than 10 queries are
 * hatched and without a shade. Throws a LabError where the runs are over different cases or pages, lack the metric, or where there are more
 * than 24 groups.
 */
export function heatMap(runs: readonly Run[], options: HeatMapOptions = {}): Figure {
  checkAlikeRuns('heatMap', runs);
  const metric = chosenMetric('heatMap', runs, options.metric);
  const columns = columnsOf(runs, options.by);
  const cells = columns.flatMap((column, at) => cellsOf(column, at, metric));
  const names = runs.map((run) => nameLines(run.name, NAME_PIXELS, 3));
  const left = 34 + widest(names.flat());
  const wide = plotWidth(left) / columns.length;
  const heads = columns.map((column) => headLines(column, wide));
  const rowHeight = Math.max(34, 10 + 15 * Math.max(...names.map((lines) => lines.length)));
  const title = `${metric} by ${options.by === undefined ? 'kind' : 'slice'} (${countText(runs)})`;
  const range = rangeOf(cells);
  return {
    name: 'heat-map',
    title,
    alt: altOf(title, runs, columns, cells),
    data: [...tilesOf(cells, range), numbersOf(cells, range, wide)],
    layout: {
      ...paper({
        title,
        notes: notesOf(runs, cells, metric, range),
        legend: [],
        plotHeight: runs.length * rowHeight,
        bottom: bottomOf(heads, wide),
        left,
      }),
      barmode: 'overlay',
      xaxis: axis({
        range: [-0.5, columns.length - 0.5],
        tickvals: columns.map((_, i) => i),
        ticktext: heads.map((lines) => lines.map(markup).join('<br>')),
        tickangle: wide < TURNED ? -90 : 0,
        showgrid: false,
        showline: false,
        ticks: '',
      }),
      yaxis: axis({
        range: [runs.length - 0.5, -0.5],
        tickvals: runs.map((_, i) => i),
        ticktext: names.map((lines) => lines.map((line) => `${markup(line)}\u00a0\u00a0`).join('<br>')),
        showgrid: false,
        showline: false,
        ticks: '',
      }),
      shapes: [allShape()],
    },
    table: tableOf(runs, columns, cells, metric),
  };
}

function columnsOf(runs: readonly Run[], by: Slicer | undefined): readonly Column[] {
  const sliced = runs.map((run) => new Map(summarizeBy(run, by).map((summary) => [summary.slice, summary])));
  const names = [...new Set(sliced.flatMap((slices) => [...slices.keys()]))].sort();
  if (names.length > MOST_COLUMNS)
    throw new LabError(
      `heatMap: there are ${names.length} groups of cases (${names.slice(0, 3).join(', ')}, …), wanted at most ${MOST_COLUMNS}; slice by something coarser`,
    );
  const column = (name: string, summaries: readonly (Summary | null)[]): Column => ({
    name,
    summaries,
    small: summaries.every((summary) => summary === null || summary.small),
  });
  return [
    column('all', runs.map(summarize)),
    ...names.map((name) =>
      column(
        name,
        sliced.map((slices) => slices.get(name) ?? null),
      ),
    ),
  ];
}

function cellsOf({ summaries }: Column, column: number, metric: string): readonly Cell[] {
  return summaries.map((summary, row) => ({
    row,
    column,
    n: summary?.n ?? 0,
    mean: summary?.metrics.find((one) => one.metric === metric)?.mean ?? null,
    small: summary?.small ?? true,
  }));
}

/** The name and, below it, n: side by side where the column is turned. */
function headLines({ name, summaries, small }: Column, wide: number): readonly string[] {
  const count = `n=${counts(summaries.map((summary) => summary?.n ?? 0))}`;
  if (wide < TURNED) return [`${fit(name, LABEL_SIZE, TURNED_PIXELS)} ${count}`];
  const whole = small ? `${count}, too few` : count;
  const fits = pixelsOf(whole, LABEL_SIZE) <= wide - 6;
  return [
    ...wrapWords(name, LABEL_SIZE, wide - 6),
    ...(fits ? [whole] : small ? [`${count},`, 'too few'] : wrapWords(count, LABEL_SIZE, wide - 6)),
  ];
}

function bottomOf(heads: readonly (readonly string[])[], wide: number): number {
  if (wide < TURNED) return 18 + widest(heads.flat());
  return 18 + Math.max(...heads.map((lines) => lines.length)) * LABEL_SIZE * 1.3;
}

/** The lowest and highest mean with a shade; at least 0.2 apart, so that a hair's breadth does not look like a world. */
function rangeOf(cells: readonly Cell[]): readonly [number, number] {
  const means = cells.flatMap(({ mean, small }) => (mean === null || small ? [] : [mean]));
  if (means.length === 0) return [0, 1];
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const room = Math.max(0, 0.2 - (high - low)) / 2;
  return [low - room, high + room];
}

function groundOf({ mean, small }: Cell, [low, high]: readonly [number, number]): string {
  return small || mean === null ? '#ffffff' : shade((mean - low) / (high - low));
}

/** Bars of one height that lie side by side: plotly draws a heat map of its own as pixels, which no vector picture can hold. */
function tilesOf(cells: readonly Cell[], range: readonly [number, number]): readonly Json[] {
  const shaded = cells.filter(({ small, mean }) => !small && mean !== null);
  const bare = cells.filter((cell) => !shaded.includes(cell));
  // Apart, since plotly hatches in a colour of its own choice where each bar has its own ground.
  const pattern = { shape: '/', fillmode: 'overlay', fgcolor: HATCH, fgopacity: 1, size: 8, solidity: 0.2 };
  return [
    tileTrace(shaded, { color: shaded.map((cell) => groundOf(cell, range)) }),
    tileTrace(bare, { color: '#ffffff', pattern }),
  ].filter((_, i) => [shaded, bare][i]!.length > 0);
}

function tileTrace(cells: readonly Cell[], marker: { readonly [key: string]: Json }): Json {
  return {
    type: 'bar',
    x: cells.map(({ column }) => column),
    y: cells.map(() => 1),
    base: cells.map(({ row }) => row - 0.5),
    width: 1,
    marker: { ...marker, line: { color: '#ffffff', width: 3 } },
    showlegend: false,
    hoverinfo: 'skip',
  };
}

function numbersOf(cells: readonly Cell[], range: readonly [number, number], wide: number): Json {
  const [decimals, size] = wide < 30 ? [2, 9] : wide < NARROW ? [2, 11] : [3, 13];
  return {
    type: 'scatter',
    mode: 'text',
    x: cells.map(({ column }) => column),
    y: cells.map(({ row }) => row),
    text: cells.map(({ mean }) => (mean === null ? '–' : mean.toFixed(decimals))),
    textposition: 'middle center',
    textfont: {
      size,
      color: cells.map((cell) => (cell.small ? QUIET_INK : inkOn(groundOf(cell, range), INK))),
    },
    cliponaxis: false,
    showlegend: false,
    hoverinfo: 'skip',
  };
}

/** A line between "all" and the groups, which are parts of it. */
function allShape(): Json {
  const place = { xref: 'x', x0: 0.5, x1: 0.5, yref: 'paper', y0: 0, y1: 1 };
  return { type: 'line', line: { color: INK, width: 1.5 }, ...place };
}

function notesOf(
  runs: readonly Run[],
  cells: readonly Cell[],
  metric: string,
  [low, high]: readonly [number, number],
): readonly string[] {
  const small = cells.some((cell) => cell.small)
    ? ` Hatched, without a shade: n < ${SMALL}, too few to say much.`
    : '';
  const none = cells.some(({ mean }) => mean === null) ? ' A dash: no query was answered.' : '';
  return [
    `Mean over the queries that were answered, the darker the higher: from ${formatMetric(Math.max(0, low))} (palest) to ${formatMetric(high)}.${small}${none}`,
    ...failureNotes(
      runs,
      `${metric} over all`,
      (run) => summarize(run).metrics.find((one) => one.metric === metric)!,
    ),
  ];
}

function tableOf(
  runs: readonly Run[],
  columns: readonly Column[],
  cells: readonly Cell[],
  metric: string,
): Figure['table'] {
  return {
    columns: ['run', 'slice', 'n', metric],
    rows: cells.map(({ row, column, n, mean, small }) => [
      runs[row]!.name,
      `${columns[column]!.name}${small ? ` (n < ${SMALL})` : ''}`,
      n,
      mean,
    ]),
  };
}

function altOf(
  title: string,
  runs: readonly Run[],
  columns: readonly Column[],
  cells: readonly Cell[],
): string {
  const parts = runs.map((run, row) => {
    const texts = cells
      .filter((cell) => cell.row === row)
      .map(
        (cell) =>
          `${columns[cell.column]!.name} ${formatMetric(cell.mean)} (n=${cell.n}${cell.small ? ', too few' : ''})`,
      );
    return `${run.name}: ${texts.join(', ')}`;
  });
  return `Heat map, ${title}. ${parts.join('; ')}.`;
}

import type { Json } from '../types.js';
import { GRID, INK, QUIET_INK } from './palette.js';
import { fit, pixelsOf, wrap } from './text-width.js';

export type PaperOptions = {
  readonly title: string;
  /** What a reader has to know beside the picture; each starts a line of its own. */
  readonly notes: readonly string[];
  /** The names in the legend, as drawn, so that room is left for them; none where there is no legend. */
  readonly legend: readonly string[];
  /** Heights in pixels: of the picture itself, and below it for its labels. */
  readonly plotHeight: number;
  readonly bottom: number;
  readonly left?: number;
  readonly annotations?: readonly Json[];
  /** What the axes show. Placed here, at the sheet's edges: plotly puts them where it measures none of the labels. */
  readonly xTitle?: string;
  readonly yTitle?: string;
};

export const WIDTH = 900;
export const FONT = 'Arial, Helvetica, "DejaVu Sans", sans-serif';
export const LABEL_SIZE = 12;
const MARGIN = 20;
const LEFT = 76;
const TITLE_SIZE = 15;
const LINE_HEIGHT = 1.3; // of plotly
const LEGEND_ROW = 19;
const LEGEND_SYMBOL = 52;

/** Room for the picture between the margins, in pixels. */
export function plotWidth(left: number = LEFT): number {
  return WIDTH - left - MARGIN;
}

/**
 * The sheet that all figures are drawn on: white, dark letters, title and notes wrapped at the top, then the legend, then the
 * picture. Everything above the picture is measured here rather than left to plotly, which lets long lines run off the sheet.
 */
export function paper(options: PaperOptions): { readonly [key: string]: Json } {
  const { left = LEFT } = options;
  const titleLines = wrap(options.title, TITLE_SIZE * 1.02, WIDTH - 2 * MARGIN);
  const noteLines = options.notes.flatMap((note) => wrap(note, LABEL_SIZE, WIDTH - 2 * MARGIN));
  const titleHeight = 14 + titleLines.length * TITLE_SIZE * LINE_HEIGHT;
  const noteHeight = noteLines.length * LABEL_SIZE * LINE_HEIGHT + (noteLines.length > 0 ? 8 : 0);
  const legendRows = rowsOf(options.legend, WIDTH - left - MARGIN);
  const top = Math.ceil(titleHeight + noteHeight + legendRows * LEGEND_ROW + 22);
  const notes = noteLines.length === 0 ? [] : [notesAnnotation(noteLines, left, top - titleHeight)];
  return {
    width: WIDTH,
    height: Math.ceil(top + options.plotHeight + options.bottom),
    margin: { l: left, r: MARGIN, t: top, b: options.bottom, pad: 0 },
    paper_bgcolor: '#ffffff',
    plot_bgcolor: '#ffffff',
    font: { family: FONT, size: LABEL_SIZE, color: INK },
    title: titleOf(titleLines),
    annotations: [...notes, ...axisTitles(options, left), ...(options.annotations ?? [])],
    showlegend: options.legend.length > 0,
    legend: legendOf(legendRows),
  };
}

function axisTitles({ xTitle, yTitle, bottom }: PaperOptions, left: number): readonly Json[] {
  const common = {
    showarrow: false,
    font: { size: LABEL_SIZE + 1, color: INK },
    xref: 'paper',
    yref: 'paper',
  };
  const below = { x: 0.5, xanchor: 'center', y: 0, yanchor: 'bottom', yshift: -bottom + 4 };
  const beside = { x: 0, xanchor: 'center', xshift: 14 - left, y: 0.5, yanchor: 'middle', textangle: -90 };
  return [
    ...(xTitle === undefined ? [] : [{ ...common, ...below, text: markup(xTitle) }]),
    ...(yTitle === undefined ? [] : [{ ...common, ...beside, text: markup(yTitle) }]),
  ];
}

function titleOf(lines: readonly string[]): Json {
  return {
    text: lines.map(markup).join('<br>'),
    font: { size: TITLE_SIZE },
    x: 0,
    xref: 'container',
    xanchor: 'left',
    y: 1,
    yref: 'container',
    yanchor: 'top',
    pad: { l: MARGIN, t: 12 },
  };
}

function notesAnnotation(lines: readonly string[], left: number, above: number): Json {
  return {
    text: lines.map(markup).join('<br>'),
    font: { size: LABEL_SIZE, color: QUIET_INK },
    align: 'left',
    showarrow: false,
    borderpad: 0,
    xref: 'paper',
    x: 0,
    xanchor: 'left',
    xshift: MARGIN - left,
    yref: 'paper',
    y: 1,
    yanchor: 'top',
    yshift: above,
  };
}

/** Names stand side by side where they fit into one row, else one a row. */
function rowsOf(names: readonly string[], pixels: number): number {
  const needed = names.reduce((sum, name) => sum + LEGEND_SYMBOL + pixelsOf(name, LABEL_SIZE), 0);
  return needed <= pixels ? Math.min(1, names.length) : names.length;
}

function legendOf(rows: number): Json {
  return {
    orientation: rows > 1 ? 'v' : 'h',
    traceorder: 'normal',
    x: 0,
    xanchor: 'left',
    y: 1,
    yanchor: 'bottom',
    bgcolor: '#ffffff',
    itemclick: false,
    itemdoubleclick: false,
  };
}

/** A name for the legend: what fits into one row. */
export function legendName(name: string): string {
  return fit(name, LABEL_SIZE, WIDTH - LEFT - MARGIN - LEGEND_SYMBOL);
}

/** Axes of one kind everywhere: a quiet grid, ticks said by their labels. */
export function axis(more: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  return {
    fixedrange: true,
    ticklabeloverflow: 'allow',
    gridcolor: GRID,
    zeroline: false,
    linecolor: QUIET_INK,
    ...more,
  };
}

/** Text as itself: plotly reads tags in texts, and formulas between dollars where MathJax is about. */
export function markup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\$/g, '&#36;');
}

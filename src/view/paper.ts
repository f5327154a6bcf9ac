import type { Json } from '../types.js';
import { GRID, INK, QUIET_INK } from './looks.js';
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
  /** What the upright axis counts, where it counts anything, and where along its height from 0 to 1 that is written; the middle unless said. */
  readonly yTitle?: string;
  readonly yTitleAt?: number;
  readonly annotations?: readonly Json[];
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
  const titleHeight = 17 + titleLines.length * TITLE_SIZE * LINE_HEIGHT;
  const noteHeight = noteLines.length * LABEL_SIZE * LINE_HEIGHT + (noteLines.length > 0 ? 8 : 0);
  const legendRows = rowsOf(options.legend, WIDTH - left - MARGIN);
  const top = Math.ceil(titleHeight + noteHeight + legendRows * LEGEND_ROW + 18);
  const at = (y: number) => ({ left, above: top - y });
  const title = textBlock(titleLines, { size: TITLE_SIZE, color: INK }, at(12));
  const notes = textBlock(noteLines, { size: LABEL_SIZE, color: QUIET_INK }, at(titleHeight));
  return {
    width: WIDTH,
    height: Math.ceil(top + options.plotHeight + options.bottom),
    margin: { l: left, r: MARGIN, t: top, b: options.bottom, pad: 0 },
    paper_bgcolor: '#ffffff',
    plot_bgcolor: '#ffffff',
    font: { family: FONT, size: LABEL_SIZE, color: INK },
    annotations: [...title, ...notes, ...upright(options, left), ...(options.annotations ?? [])],
    showlegend: options.legend.length > 0,
    legend: legendOf(legendRows),
  };
}

/** Lines that begin at the left edge of the sheet, so many pixels above the picture. Plotly's own title loses its second line. */
function textBlock(
  lines: readonly string[],
  font: { readonly size: number; readonly color: string },
  { left, above }: { readonly left: number; readonly above: number },
): readonly Json[] {
  if (lines.length === 0) return [];
  const place = { xref: 'paper', x: 0, xanchor: 'left', yref: 'paper', y: 1, yanchor: 'top' };
  const text = lines.map(markup).join('<br>');
  const look = { font, align: 'left', showarrow: false, borderpad: 0 };
  return [{ text, ...look, ...place, xshift: MARGIN - left, yshift: above }];
}

/** Written by hand, since plotly would first measure the labels of the ticks. */
function upright({ yTitle, yTitleAt = 0.5, plotHeight }: PaperOptions, left: number): readonly Json[] {
  if (yTitle === undefined) return [];
  const place = { xref: 'paper', x: 0, xanchor: 'center', yref: 'paper', y: yTitleAt, yanchor: 'middle' };
  const text = markup(fit(yTitle, LABEL_SIZE, plotHeight));
  return [{ text, textangle: -90, showarrow: false, xshift: -Math.min(64, left - MARGIN), ...place }];
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

/** A name for the legend: what fits into one row, and what stands after it in any case. */
export function legendName(name: string, after = ''): string {
  return fit(name, LABEL_SIZE, WIDTH - LEFT - MARGIN - LEGEND_SYMBOL - pixelsOf(after, LABEL_SIZE)) + after;
}

/** Axes of one kind everywhere: a quiet grid, ticks said by their labels. */
export function axis(more: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  return {
    fixedrange: true,
    automargin: false,
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

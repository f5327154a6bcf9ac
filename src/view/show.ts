import type { Changes } from '../diagnose/change-types.js';
import { LabError } from '../errors.js';
import { type MimeBundle, notebookDisplay } from '../tslab.js';
import type { Comparison, Figure, Json, Run, Summary } from '../types.js';
import {
  type Block,
  blocksHtml,
  blocksText,
  GAP,
  lead,
  line,
  NOTEBOOK_HTML,
  NOTEBOOK_TEXT,
  type Reader,
  TERMINAL,
  table,
} from './blocks.js';
import { detailBlocks, verdictBlocks } from './comparison-note.js';
import { comparisonPicture } from './comparison-picture.js';
import type { Frame } from './frame.js';
import type { Interactive } from './interactive.js';
import { changesBlocks } from './print-changes.js';
import { comparisonBlocks } from './print-comparison.js';
import { runBlocks, summaryBlocks } from './print-run.js';
import { rowsOf } from './save-frame.js';
import { type Cell, plain, shorten } from './tables.js';

/** Rows under named columns, as a figure's `table` has them. */
export type Table = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
};

export type Showable =
  | Figure
  | Run
  | Comparison
  | Changes
  | Summary
  | readonly Summary[]
  | readonly Comparison[]
  | Table
  | Frame
  | string;

export type ShowOptions = {
  /** A line above. */
  readonly title?: string;
  /** How many missed queries of a run are listed; 10 unless told otherwise. */
  readonly misses?: number;
  /**
   * A figure in a notebook: one that can be moved and pointed at, offline and in any frontend that runs scripts. The first one carries plotly's code, 2.6 MB
   * of output, so it is nothing for a notebook that is committed; `'whole'` brings the code along again, where a page has lost the first.
   */
  readonly interactive?: Interactive;
};

/**
 * Shows a result where it is called: as the output of a notebook's cell, else as text on standard output. In a
 * notebook a figure comes as a picture, as plotly's own data and as text, in one; write `await show(...)`, since the
 * picture takes a moment to draw. Throws a LabError for what it does not know.
 */
export async function show(thing: Showable, options: ShowOptions = {}): Promise<void> {
  const display = notebookDisplay();
  if (display === null) console.log(blocksText(blocksOf(thing, options, TERMINAL)));
  else for (const bundle of await bundlesOf(thing, options)) display.show(bundle);
}

/** A comparison comes as two outputs, since a picture within HTML is taken out where that is not trusted: the verdict with its picture, then what to read. */
export async function bundlesOf(thing: Showable, options: ShowOptions = {}): Promise<readonly MimeBundle[]> {
  if (!isComparison(thing)) return [await bundleOf(thing, options)];
  const { title } = options;
  const above = title === undefined ? [] : [lead(title), GAP];
  const detail = (reader: Reader) => detailBlocks(thing, reader);
  return [
    await verdictBundle(thing, [...above, ...verdictBlocks(thing)]),
    { 'text/html': blocksHtml(detail(NOTEBOOK_HTML)), 'text/plain': blocksText(detail(NOTEBOOK_TEXT)) },
  ];
}

/** Without the packages that draw, its numbers are shown instead. */
async function verdictBundle(comparison: Comparison, blocks: readonly Block[]): Promise<MimeBundle> {
  const text = { 'text/plain': blocksText(blocks) };
  try {
    const { drawSvg } = await import('./draw.js');
    return { 'image/svg+xml': await drawSvg(comparisonPicture(comparison)), ...text };
  } catch (thrown) {
    if (!(thrown instanceof LabError)) throw thrown;
    return { 'text/html': blocksHtml(blocks), ...text };
  }
}

/** What a notebook's frontend is given to choose from, of anything but one comparison. */
export async function bundleOf(thing: Showable, options: ShowOptions = {}): Promise<MimeBundle> {
  const text = { 'text/plain': blocksText(blocksOf(thing, options, NOTEBOOK_TEXT)) };
  if (typeof thing === 'string') return text;
  if (!isFigure(thing)) return { 'text/html': blocksHtml(blocksOf(thing, options, NOTEBOOK_HTML)), ...text };
  const { drawSvg } = await import('./draw.js');
  const svg = await drawSvg(thing);
  if (options.interactive) {
    const { interactiveHtml } = await import('./interactive.js');
    return {
      'text/html': await interactiveHtml(thing, svg, options.interactive),
      'image/svg+xml': svg,
      ...text,
    };
  }
  return {
    'image/svg+xml': svg,
    // An object: frontends draw nothing from a string.
    'application/vnd.plotly.v1+json': { data: thing.data, layout: thing.layout } as Json,
    ...text,
  };
}

function blocksOf(thing: Showable, { title, misses }: ShowOptions, reader: Reader): readonly Block[] {
  const above = title === undefined ? [] : [lead(title), GAP];
  return [...above, ...bodyOf(thing, reader, misses)];
}

function bodyOf(thing: Showable, reader: Reader, misses: number | undefined): readonly Block[] {
  if (typeof thing === 'string') return thing.split('\n').map((text) => line(text));
  if (Array.isArray(thing) && thing.every(isSummary)) return summaryBlocks(thing);
  if (Array.isArray(thing) && thing.length > 0 && thing.every(isComparison))
    return thing.flatMap((one, i) => [...(i === 0 ? [] : [GAP]), ...comparisonBlocks(one, reader)]);
  if (isObject(thing)) {
    if (isFigure(thing)) return figureBlocks(thing);
    if ('verdict' in thing && 'runA' in thing) return comparisonBlocks(thing as Comparison, reader);
    if ('transitions' in thing && 'cases' in thing) return changesBlocks(thing as Changes, reader);
    if ('results' in thing && 'cases' in thing) return runBlocks(thing as Run, reader, misses);
    if (isSummary(thing)) return summaryBlocks([thing]);
    if (isFrame(thing)) return frameBlocks(thing, reader);
    if ('columns' in thing && 'rows' in thing)
      return [table((thing as Table).columns, (thing as Table).rows)];
  }
  throw new LabError(
    `show: found ${kindOf(thing)}, wanted a figure, a run, a comparison, a summary, a table, a frame or text; ${adviceOn(thing)}`,
  );
}

/** Four digits say what the picture can, and are the same on every machine; the figure's own table has them all. */
function figureBlocks({ title, alt, table: numbers }: Figure): readonly Block[] {
  const rows = numbers.rows.map((row) => row.map(fourDigits));
  return [lead(title), line(alt), GAP, table(numbers.columns, rows)];
}

/** Ids of runs are others each time. */
function frameBlocks(frame: Frame, { ids }: Reader): readonly Block[] {
  const shown = frame.columns.map((name, i) => ({ name, i })).filter(({ name }) => ids || !IDS.has(name));
  const rows = rowsOf(frame);
  const cells = rows.slice(0, MOST_ROWS).map((row) => shown.map(({ i }) => cellOf(row[i])));
  const more = rows.length - cells.length;
  return [
    table(
      shown.map(({ name }) => name),
      cells,
    ),
    ...(more > 0 ? [line(`and ${more} more rows (saveFrame writes all)`)] : []),
  ];
}

const IDS = new Set(['runId', 'pair']);
const MOST_ROWS = 100;

function cellOf(value: unknown): Cell {
  if (value === null || typeof value === 'number') return fourDigits(value);
  return shorten(plain(String(value)), 90);
}

function fourDigits(value: Cell): Cell {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}

function isObject(thing: unknown): thing is object {
  return typeof thing === 'object' && thing !== null;
}

function isFigure(thing: unknown): thing is Figure {
  return isObject(thing) && 'data' in thing && 'layout' in thing && 'table' in thing;
}

function isFrame(thing: object): thing is Frame {
  return 'columns' in thing && 'dtypes' in thing && 'shape' in thing && 'values' in thing;
}

function isComparison(thing: unknown): thing is Comparison {
  return isObject(thing) && 'verdict' in thing && 'runA' in thing;
}

function isSummary(thing: unknown): thing is Summary {
  return isObject(thing) && 'slice' in thing && 'metrics' in thing && 'answered' in thing;
}

function kindOf(thing: unknown): string {
  if (thing instanceof Promise) return 'a promise';
  if (!isObject(thing)) return String(thing);
  return Array.isArray(thing)
    ? 'a list'
    : `an object with ${Object.keys(thing).slice(0, 5).join(', ') || 'nothing'}`;
}

function adviceOn(thing: unknown): string {
  return thing instanceof Promise ? 'await it first' : 'use console.log for anything else';
}

import { LabError } from '../errors.js';
import type { Comparison, Run } from '../types.js';
import { type Column, comparisonColumns, runColumns } from './columns.js';
import { comparisonsColumns, runsColumns } from './run-columns.js';

/** What a data frame of danfojs offers and notebooks use; named here so that nobody needs its types to read ours. */
export type Frame = {
  readonly columns: string[];
  readonly dtypes: string[];
  readonly shape: number[];
  readonly index: (string | number)[];
  readonly values: unknown;
  print(): void;
  toString(): string;
  head(rows?: number): Frame;
  tail(rows?: number): Frame;
  column(name: string): FrameColumn;
  loc(part: {
    readonly rows?: readonly (string | number | boolean)[];
    readonly columns?: readonly string[];
  }): Frame;
  query(condition: unknown): Frame;
  sortValues(by: string, options?: { readonly ascending?: boolean }): Frame;
  groupby(columns: string[]): unknown;
};

/** One column of a frame. Unknown numbers are null; means and counts leave them out. */
export type FrameColumn = {
  readonly values: unknown;
  readonly dtypes: string[];
  readonly shape: number[];
  print(): void;
  toString(): string;
  mean(): number;
  sum(): number;
  min(): number;
  max(): number;
  count(): number;
  eq(other: unknown): unknown;
  gt(other: unknown): unknown;
  lt(other: unknown): unknown;
};

type Danfo = {
  readonly DataFrame: { readonly prototype: unknown } & (new (
    data: Readonly<Record<string, unknown>>,
    options: { readonly dtypes: readonly string[] },
  ) => unknown);
};

/** What can be had as a data frame. */
export type Framed = Run | Comparison | readonly Run[] | readonly Comparison[];

/**
 * A danfojs data frame with one key, its first column. Of a run or a comparison one row a case (`caseId`), a failed query with null for its metrics; of several
 * runs one row a run (`runId`) with means and costs; of several comparisons, as `compareAll` gives them, one row each (`pair`).
 *
 * Where danfojs 1.2.0 gives wrong numbers, and what to call instead:
 * - `merge` joins the values of several keys with `_`, `groupby` with `-`: ("x_y", "z") and ("x", "y_z") become one. Pair runs by `compare`, group by `summarizeBy`.
 * - `groupby(…).mean()` takes null for 0, so a failed query lowers its group: `summarizeBy` gives both means.
 * - a frame made of rows has only the columns of the first row: this one is made of columns.
 * - `describe()` throws where a column has a null: `summarize` and `metricsTable` give means with n and intervals.
 *
 * Needs the package danfojs-node. Throws a LabError that says how to install it where it is missing, and where there is no row or a key is there twice.
 */
export async function frame(source: Framed): Promise<Frame> {
  const columns = columnsOf(source);
  checkKey(columns);
  const { DataFrame } = await loadDanfo();
  // Column by column, since from rows danfojs takes the names of the first one only. A column becomes a property, so a metric
  // called like a method of the frame would take its place.
  const taken = DataFrame.prototype as object;
  const data = Object.fromEntries(
    columns.map(({ name, values }) => [name in taken ? `${name}_` : name, [...values]]),
  );
  return new DataFrame(data, { dtypes: columns.map((column) => column.type) }) as Frame;
}

function columnsOf(source: Framed): readonly Column[] {
  if (!Array.isArray(source)) {
    const one = source as Run | Comparison;
    return 'runA' in one ? comparisonColumns(one) : runColumns(one);
  }
  const list = source as readonly Run[] | readonly Comparison[];
  const comparisons = list.filter((one): one is Comparison => 'runA' in one);
  if (comparisons.length > 0 && comparisons.length < list.length)
    throw new LabError(
      `frame: found ${comparisons.length} comparisons among ${list.length} things, wanted runs or comparisons alone; make a frame of each`,
    );
  return comparisons.length > 0 ? comparisonsColumns(comparisons) : runsColumns(list as readonly Run[]);
}

/** Pairing and grouping in a frame go by key, so a key that is there twice would mix two cases. */
function checkKey(columns: readonly Column[]): void {
  const { name, values: ids } = columns[0]!;
  const what = { caseId: 'case', runId: 'run' }[name] ?? 'comparison';
  if (ids.length === 0)
    throw new LabError(
      `frame: there is no ${what === 'case' ? 'result' : what}, wanted at least one row; pass ${what === 'case' ? 'a run that has begun' : 'some'}`,
    );
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined)
    throw new LabError(
      `frame: the ${what} "${twice}" is there twice, wanted each once; check where the run is from`,
    );
}

/** Throws a LabError that says how to install it where it is missing. */
export async function loadDanfo(): Promise<Danfo> {
  const { warn, info, log } = console;
  // TensorFlow greets everybody who loads it.
  Object.assign(console, { warn: quiet, info: quiet, log: quiet });
  try {
    const loaded = (await import('danfojs-node')) as unknown as Danfo & { readonly default?: Danfo };
    return loaded.default ?? loaded;
  } catch (thrown) {
    if ((thrown as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    throw new LabError(
      'frame: danfojs-node is not installed, wanted it beside retrieval-lab; run npm install --save-dev danfojs-node with the overrides named in the README',
    );
  } finally {
    Object.assign(console, { warn, info, log });
  }
}

function quiet(): void {}

import { LabError } from '../errors.js';
import type { Comparison, Run } from '../types.js';
import { type Column, comparisonColumns, runColumns } from './columns.js';

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

/**
 * A run or a comparison as a danfojs data frame: one row a case, `caseId` the one key. A failed query has null for its metrics.
 * `describe()` of danfojs 1.2.0 takes no null, so drop failed rows before. Needs the package danfojs-node; throws a LabError that says how to install it where it is missing.
 */
export async function frame(source: Run | Comparison): Promise<Frame> {
  const columns = 'runA' in source ? comparisonColumns(source) : runColumns(source);
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

/** Pairing and grouping in a frame go by key, so a key that is there twice would mix two cases. */
function checkKey(columns: readonly Column[]): void {
  const ids = columns[0]!.values;
  if (ids.length === 0)
    throw new LabError('frame: there is no result, wanted at least one row; pass a run that has begun');
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined)
    throw new LabError(
      `frame: the case "${twice}" is there twice, wanted each once; check where the run is from`,
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

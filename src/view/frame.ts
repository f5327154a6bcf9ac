import { LabError } from '../errors.js';
import type { Comparison, Run } from '../types.js';

/** The part of a danfojs DataFrame that is the same in all its releases. */
export type Frame = {
  readonly columns: readonly string[];
  readonly shape: readonly number[];
  readonly values: readonly (readonly unknown[])[];
  readonly print: () => void;
  readonly head: (rows?: number) => Frame;
  readonly toString: () => string;
};

type Columns = Readonly<Record<string, readonly (string | number | null)[]>>;
type Danfo = { readonly DataFrame: new (columns: Columns) => Frame };

/**
 * The results of a run, or the pairs of a comparison, as a danfojs data frame: one row a case, `caseId` the one key. Do not
 * let danfojs 1.2.0 merge or group by several columns: it joins key values with `_` and `-`, so that distinct keys
 * collide; `compare` and `summarizeBy` do both. Throws a LabError where danfojs-node is not installed.
 */
export async function frame(source: Run | Comparison): Promise<Frame> {
  const { DataFrame } = await loadDanfo();
  return new DataFrame('verdict' in source ? comparisonColumns(source) : runColumns(source));
}

/** Column by column, since danfojs takes its columns from the first row alone. */
function runColumns({ results, metrics }: Run): Columns {
  const values = Object.fromEntries(
    metrics.map((name) => [name, results.map((result) => result.metrics[name] ?? null)]),
  );
  return {
    caseId: results.map((result) => result.caseId),
    kind: results.map((result) => result.kind),
    query: results.map((result) => result.query),
    status: results.map((result) => result.status),
    ...values,
    hits: results.map((result) => result.hits.length),
  };
}

function comparisonColumns({ results, runA, runB }: Comparison): Columns {
  const [a, b] = runA.name === runB.name ? ['a', 'b'] : [runA.name, runB.name];
  return {
    caseId: results.map((row) => row.caseId),
    kind: results.map((row) => row.kind),
    query: results.map((row) => row.query),
    status: results.map((row) => row.status),
    [a]: results.map((row) => row.a),
    [b]: results.map((row) => row.b),
    delta: results.map((row) => row.delta),
  };
}

/** danfojs loads TensorFlow, which greets on the console; nobody asked it to. */
async function loadDanfo(): Promise<Danfo> {
  const { warn, info, log } = console;
  Object.assign(console, { warn: () => {}, info: () => {}, log: () => {} });
  try {
    const loaded = (await import('danfojs-node')) as unknown as Danfo & { readonly default?: Danfo };
    return loaded.default ?? loaded;
  } catch {
    throw new LabError(
      'frame: danfojs-node is not installed, and frames are its own; npm install --save-dev danfojs-node',
    );
  } finally {
    Object.assign(console, { warn, info, log });
  }
}

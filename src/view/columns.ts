import type { Comparison, Fields, Result, Run } from '../types.js';

export type Column = {
  readonly name: string;
  readonly type: 'string' | 'float32' | 'int32' | 'boolean';
  readonly values: readonly (string | number | boolean | null)[];
};

/**
 * The fields of a result side by side: the key first, then metrics, then the cases' own fields. The query is `queryText`,
 * since a column `query` would take the place of a data frame's method of that name.
 */
export function runColumns(run: Run): readonly Column[] {
  const { results } = run;
  const fixed: readonly Column[] = [
    text('caseId', results, (row) => row.caseId),
    text('kind', results, (row) => row.kind),
    text('queryText', results, (row) => row.query),
    text('status', results, (row) => row.status),
    text('message', results, (row) => row.message),
  ];
  const metrics = [...new Set([...run.metrics, ...results.flatMap((row) => Object.keys(row.metrics))])];
  const columns = [
    ...fixed,
    ...metrics.map((name) => number(name, results, (row) => row.metrics[name] ?? null)),
    whole('relevant', results, (row) => Object.keys(row.ranks).length),
    number('bestRank', results, bestRank),
    number('latencyMs', results, (row) => row.latencyMs),
  ];
  return [
    ...columns,
    ...fieldColumns(
      run,
      columns.map((column) => column.name),
    ),
  ];
}

export function comparisonColumns({ results }: Comparison): readonly Column[] {
  return [
    text('caseId', results, (row) => row.caseId),
    text('kind', results, (row) => row.kind),
    text('queryText', results, (row) => row.query),
    text('status', results, (row) => row.status),
    number('a', results, (row) => row.a),
    number('b', results, (row) => row.b),
    number('delta', results, (row) => row.delta),
  ];
}

/** Page rank of the first relevant page; null where none was found. */
function bestRank({ ranks }: Result): number | null {
  const found = Object.values(ranks).filter((rank) => rank !== null);
  return found.length === 0 ? null : Math.min(...found);
}

/** A field that is called like a column, or like a member of a data frame, would hide it: so fields wear a prefix. */
function fieldColumns(run: Run, taken: readonly string[]): readonly Column[] {
  const fields = new Map<string, Fields>(run.cases.map((item) => [item.id, item.fields]));
  const names = [...new Set(run.cases.flatMap((item) => Object.keys(item.fields)))].sort();
  return names.map((name) => {
    const values = run.results.map((row) => fields.get(row.caseId)?.[name] ?? null);
    let column = `field.${name}`;
    while (taken.includes(column)) column = `field.${column}`;
    return typed(column, values);
  });
}

/** Numbers and booleans where all known values are such; anything mixed becomes text, so that nothing is lost. */
function typed(name: string, values: Column['values']): Column {
  const known = values.filter((value) => value !== null);
  if (known.length > 0 && known.every((value) => typeof value === 'number'))
    return { name, type: 'float32', values };
  if (known.length > 0 && values.every((value) => typeof value === 'boolean'))
    return { name, type: 'boolean', values };
  return { name, type: 'string', values: values.map((value) => (value === null ? null : String(value))) };
}

export function text<Row>(name: string, rows: readonly Row[], pick: (row: Row) => string | null): Column {
  return { name, type: 'string', values: rows.map(pick) };
}

export function number<Row>(name: string, rows: readonly Row[], pick: (row: Row) => number | null): Column {
  return { name, type: 'float32', values: rows.map(pick) };
}

export function whole<Row>(name: string, rows: readonly Row[], pick: (row: Row) => number): Column {
  return { name, type: 'int32', values: rows.map(pick) };
}

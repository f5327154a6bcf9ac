import type { Comparison, Json, Run } from '../types.js';
import { wordRows } from './report-words.js';
import { type Cell, markdownTable, markdownText } from './tables.js';

/** How the numbers were made, as a table; where runs differ each value is followed by the names of its runs. */
export function methods(
  dataset: string,
  runs: readonly Run[],
  comparisons: readonly Comparison[],
  metric: string,
  prose: string,
): string {
  const first = runs[0]!;
  const rows: readonly (readonly Cell[])[] = [
    ['dataset', markdownText(dataset)],
    ['cases version', markdownText(first.casesVersion)],
    ['corpus version', each(runs, (run) => run.corpusVersion ?? 'unknown')],
    ['queries (n)', each(runs, (run) => String(run.results.length))],
    ['k, in pages', each(runs, (run) => String(run.k))],
    ['depth, in chunks', each(runs, (run) => String(run.depth))],
    ['chunks', each(runs, (run) => (run.chunkCount === null ? 'unknown' : String(run.chunkCount)))],
    ...runs.map((run): readonly Cell[] => [`retriever of ${markdownText(run.name)}`, configuration(run)]),
    ...tests(comparisons),
    ['ties', each(runs, (run) => run.protocol.ties)],
    ['pages', each(runs, (run) => run.protocol.dedupe)],
    ['failed queries', each(runs, (run) => run.protocol.failures)],
    ...wordRows(metric, runs, comparisons, prose),
  ];
  return markdownTable(['', ''], rows);
}

function each(runs: readonly Run[], pick: (run: Run) => string): string {
  const values = [...new Set(runs.map(pick))];
  if (values.length === 1) return markdownText(values[0]!);
  const names = (value: string) =>
    runs
      .filter((run) => pick(run) === value)
      .map((run) => run.name)
      .join(', ');
  return values.map((value) => markdownText(`${value} (${names(value)})`)).join('; ');
}

/** The test and what counts as the same, once for all comparisons that share them. */
function tests(comparisons: readonly Comparison[]): readonly (readonly Cell[])[] {
  if (comparisons.length === 0) return [['test', 'none: nothing was compared']];
  const distinct = (pick: (one: Comparison) => string) =>
    markdownText([...new Set(comparisons.map(pick))].join('; '));
  return [
    ['metric of the verdict', distinct((one) => one.metric)],
    ['test', distinct((one) => one.test)],
    ['same', `a difference of at most ${distinct((one) => String(one.tolerance))}`],
  ];
}

function configuration(run: Run): string {
  return `${markdownText(run.retriever)}: ${code(JSON.stringify(sorted(run.config)))}`;
}

/** By name, so that the order in which a configuration was written, or read back, changes nothing. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const object = value as { readonly [key: string]: Json };
  return Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((key) => [key, sorted(object[key]!)]),
  );
}

/** Fenced by more backticks than stand in it. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

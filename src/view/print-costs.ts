import { costsOf } from '../measure/costs.js';
import type { Run } from '../types.js';
import { textTable } from './tables.js';

/** What each run's answers cost, as a table: a gain in recall that doubles the context is another finding than one that does not. */
export function costsText(runs: readonly Run[]): string {
  const rows = runs
    .map(costsOf)
    .map(({ name, n, medianMs, p95Ms, chunks, contextChars }) => [
      name,
      n,
      chunks,
      contextChars === null ? null : Math.round(contextChars),
      medianMs === null ? null : medianMs.toFixed(1),
      p95Ms === null ? null : p95Ms.toFixed(1),
    ]);
  const k = [...new Set(runs.map((run) => run.k))].join(', ');
  return textTable(
    ['run', 'n', 'chunks', `characters in the first ${k} chunks`, 'median ms', 'p95 ms'],
    rows,
  );
}

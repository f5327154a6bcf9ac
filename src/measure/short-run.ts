import type { Run } from '../types.js';
import { printable } from './printable.js';
import { isFailed } from './summarize.js';

/** The run, printing as one line: what it is, how many answered, its means, its k and versions. */
export function shortRun(run: Run): Run {
  return printable(run, lineOf);
}

function lineOf(run: Run): string {
  const answered = run.results.filter((result) => !isFailed(result));
  const means = run.metrics.map((name) => {
    const values = answered
      .map((result) => result.metrics[name])
      .filter((value) => typeof value === 'number');
    return values.length === 0
      ? `${name} –`
      : `${name} ${(values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)}`;
  });
  const state = run.status === 'done' ? '' : ` · ${run.status}`;
  return `Run ${run.name} (${run.id})${state} · ${answered.length} of ${run.cases.length} answered · ${means.join(', ')} · k = ${run.k} pages, depth ${run.depth} chunks · ${run.casesVersion} · show(run) tells more`;
}

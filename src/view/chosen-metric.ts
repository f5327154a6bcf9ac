import { didYouMean, LabError } from '../errors.js';
import type { Run } from '../types.js';

/** The metric that a view of runs is about: the one named, else the first `recall@` of the first run, else its first. */
export function chosenMetric(where: string, runs: readonly Run[], name?: string): string {
  const first = runs[0]!.metrics;
  const metric = name ?? first.find((one) => one.startsWith('recall@')) ?? first[0];
  if (metric === undefined)
    throw new LabError(
      `${where}: run "${runs[0]!.name}" has no metric, wanted at least one; evaluate it again with some`,
    );
  const without = runs.find((run) => !run.metrics.includes(metric));
  if (without === undefined) return metric;
  const hint = didYouMean(metric, without.metrics) || '; name one of those, or evaluate the run with it';
  throw new LabError(
    `${where}: run "${without.name}" has no metric "${metric}", wanted one of ${without.metrics.join(', ') || '(none)'}${hint}`,
  );
}

/** Means over other cases or other pages are no likes, and nobody sees that in a picture: so they are not put into one. */
export function checkAlikeRuns(where: string, runs: readonly Run[]): void {
  const first = runs[0];
  if (first === undefined) throw new LabError(`${where}: there are no runs, wanted at least one; pass some`);
  for (const version of ['casesVersion', 'corpusVersion'] as const) {
    const other = runs.find((run) => differ(run[version], first[version]));
    if (other === undefined) continue;
    throw new LabError(
      `${where}: "${first.name}" is over ${first[version]} and "${other.name}" over ${other[version]}, wanted the same; take them apart or run both over the same`,
    );
  }
}

/** An unknown corpus version is taken for the same, as a comparison does. */
function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

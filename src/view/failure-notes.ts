import { summarize } from '../measure/summarize.js';
import type { Run } from '../types.js';
import { formatMetric } from './tables.js';

type Means = { readonly mean: number | null; readonly meanWithFailuresAsZero: number };

/** For each run with failed queries how many, and the mean with those as 0, so that a failure never hides in a mean. */
export function failureNotes(
  runs: readonly Run[],
  name: string,
  meansOf: (run: Run) => Means,
): readonly string[] {
  return runs.flatMap((run) => {
    const { n, errors, timeouts } = summarize(run);
    const failed = errors + timeouts;
    if (failed === 0) return [];
    const { mean, meanWithFailuresAsZero } = meansOf(run);
    const left = `queries failed and ${failed === 1 ? 'is' : 'are'} left out`;
    return [
      `${run.name}: ${failed} of ${n} ${left} (${name} ${formatMetric(mean)}; with failures as 0 ${formatMetric(meanWithFailuresAsZero)}).`,
    ];
  });
}

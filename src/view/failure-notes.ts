import { summarize } from '../measure/summarize.js';
import type { Run } from '../types.js';
import { formatMetric } from './tables.js';

/** For each run with failed queries how many, and the mean with those as 0, so that a failure never hides in a mean. */
export function failureNotes(runs: readonly Run[], metric: string): readonly string[] {
  return runs.flatMap((run) => {
    const whole = summarize(run);
    const failed = whole.errors + whole.timeouts;
    if (failed === 0) return [];
    const found = whole.metrics.find((one) => one.metric === metric);
    const means = `${formatMetric(found?.mean)} without, ${formatMetric(found?.meanWithFailuresAsZero)} with failures as 0`;
    return [`${run.name}: ${failed} of ${whole.n} queries failed and are left out (all: ${means}).`];
  });
}

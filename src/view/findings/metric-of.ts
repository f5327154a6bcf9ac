import { didYouMean, LabError } from '../../errors.js';
import { builtInMetric, METRIC_FORMS } from '../../measure/registry.js';
import type { Run } from '../../types.js';

/** A metric's name as the run has it: somebody's own as it is, a built-in one in its usual form. Throws a LabError for any other. */
export function metricOf(run: Run, named: string): string {
  if (run.metrics.includes(named)) return named;
  const known = builtInMetric(named)?.name;
  if (known !== undefined) return known;
  const [, word = named, rest = ''] = /^([^@(,]*)(.*)$/.exec(named)!;
  const words = METRIC_FORMS.map((form) => /^[^@(]*/.exec(form)![0]);
  const hint = didYouMean(named, run.metrics) || didYouMean(word, words).replace(/"\?$/, `${rest}"?`);
  throw new LabError(
    `names the metric "${named}", wanted one of those recorded (${run.metrics.join(', ')}) or a built-in one${hint || '; name one of those'}`,
  );
}

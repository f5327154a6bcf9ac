import { builtInMetric } from '../measure/registry.js';
import type { MetricSummary } from '../types.js';

type Found = readonly (MetricSummary | null)[];

/** How the intervals of a figure's means were found: `bootstrap`, say. */
export function intervalWords(found: Found): string {
  const known = found.filter((one) => one !== null && one.interval !== null);
  const shares = known.filter((one) => one?.intervalMethod === 'wilson');
  if (shares.length === 0) return 'bootstrap';
  return known.some(isOfEqualValues) ? `bootstrap; ${EQUAL}` : 'Wilson';
}

/** A line below a table of means; nothing where none of them needs it. */
export function equalValuesNote(found: Found): readonly string[] {
  return found.some(isOfEqualValues) ? [`(95 % intervals of a mean: ${EQUAL})`] : [];
}

const EQUAL = 'Wilson where all values are 1, or all are 0';

/** A bootstrap of them would have one point only. */
function isOfEqualValues(one: MetricSummary | null): boolean {
  if (one === null || one.interval === null || one.intervalMethod !== 'wilson') return false;
  return builtInMetric(one.metric)?.binary !== true;
}

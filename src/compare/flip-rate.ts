import { TOLERANCE } from '../measure/protocol.js';
import { isFailed } from '../measure/summarize.js';
import type { PairedResult, PairStatus, Result, Run } from '../types.js';

/**
 * Where a case was searched several times: of all pairs of a search of run a and one of run b, the share that does not say what the means say. Undefined
 * where both searched it once, or where either failed.
 */
export function flipRate(a: Result, b: Result, metric: string, status: PairStatus): number | undefined {
  if ((a.repeats === undefined && b.repeats === undefined) || status === 'failed') return undefined;
  const [valuesA, valuesB] = [valuesOf(a, metric), valuesOf(b, metric)];
  const pairs = valuesA.flatMap((x) => valuesB.map((y) => statusOf(y - x)));
  return pairs.filter((one) => one !== status).length / pairs.length;
}

/** How many cases do not always move the same way, of those that were searched several times; null without repeats. */
export function flipCounts(
  pairs: readonly PairedResult[],
): { readonly cases: number; readonly of: number } | null {
  const rates = pairs.flatMap((row) => row.flipRate ?? []);
  return rates.length === 0 ? null : { cases: rates.filter((rate) => rate > 0).length, of: rates.length };
}

/** Failed repeats, of which the result's message tells. */
export function repeatNotes(run: Run): readonly string[] {
  const lost = run.results.filter((result) => result.repeats?.some(isFailed));
  return lost.length === 0
    ? []
    : [
        `${run.name}: ${lost.length} of ${run.results.length} queries failed in some of their repeats; means are over the others`,
      ];
}

function valuesOf({ repeats, metrics }: Result, metric: string): readonly number[] {
  if (repeats === undefined) return [metrics[metric]!];
  return repeats.flatMap((one) => one.metrics[metric] ?? []);
}

export function statusOf(delta: number): 'better' | 'worse' | 'same' {
  if (Math.abs(delta) <= TOLERANCE) return 'same';
  return delta > 0 ? 'better' : 'worse';
}

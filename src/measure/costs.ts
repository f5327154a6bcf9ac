import type { Run } from '../types.js';
import { quantile } from './interval.js';
import { isFailed } from './summarize.js';

/** What a run's answers cost beside what they found. Null where it was not recorded. */
export type Costs = {
  readonly name: string;
  readonly n: number;
  /** Milliseconds over the answered queries. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly chunks: number | null;
  /** Characters of the first k chunks, the mean over the answered queries: what a reader or a model would have to read. */
  readonly contextChars: number | null;
};

export function costsOf(run: Run): Costs {
  const answered = run.results.filter((result) => !isFailed(result));
  const times = answered.flatMap((result) => result.latencyMs ?? []).sort((a, b) => a - b);
  const sizes = answered.flatMap(({ hits }) => contextOf(hits.slice(0, run.k)) ?? []);
  return {
    name: run.name,
    n: answered.length,
    medianMs: times.length === 0 ? null : quantile(times, 0.5),
    p95Ms: times.length === 0 ? null : quantile(times, 0.95),
    chunks: run.chunkCount,
    contextChars:
      sizes.length < answered.length || sizes.length === 0
        ? null
        : sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
  };
}

/** Null where the place of a hit is not known. */
function contextOf(hits: Run['results'][number]['hits']): number | null {
  let chars = 0;
  for (const { start, end } of hits) {
    if (start === undefined || end === undefined) return null;
    chars += end - start;
  }
  return chars;
}

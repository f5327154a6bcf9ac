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
  /** Tokens of a chunk, the mean. */
  readonly chunkTokens: number | null;
  /** Tokens and characters of the first k chunks, the means over the answered queries: what a reader or a model would have to read. */
  readonly contextTokens: number | null;
  readonly contextChars: number | null;
  readonly indexBytes: number | null;
  /** Tokens of all indexed texts, and their price, whoever has paid it; null also where nothing is embedded. */
  readonly embeddingTokens: number | null;
  readonly embeddingDollars: number | null;
};

export function costsOf(run: Run): Costs {
  const answered = run.results.filter((result) => !isFailed(result));
  const times = answered.flatMap((result) => result.latencyMs ?? []).sort((a, b) => a - b);
  const embedding = run.costs?.embedding ?? null;
  return {
    name: run.name,
    n: answered.length,
    medianMs: times.length === 0 ? null : quantile(times, 0.5),
    p95Ms: times.length === 0 ? null : quantile(times, 0.95),
    chunks: run.chunkCount,
    chunkTokens: run.costs?.chunkTokens?.mean ?? null,
    contextTokens: meanOfAll(answered.map((result) => result.contextTokens ?? null)),
    contextChars: meanOfAll(answered.map(({ hits }) => contextOf(hits.slice(0, run.k)))),
    indexBytes: run.costs?.indexBytes ?? null,
    embeddingTokens: embedding?.tokens ?? null,
    embeddingDollars: embedding?.dollars ?? null,
  };
}

/** Null where one of them is not known. */
function meanOfAll(values: readonly (number | null)[]): number | null {
  if (values.length === 0 || values.includes(null)) return null;
  return (values as readonly number[]).reduce((sum, value) => sum + value, 0) / values.length;
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

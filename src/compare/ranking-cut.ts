import { tokensOf } from '../chunk/token-size.js';
import { gradeFrom } from '../measure/grade-from.js';
import { pagesOf } from '../measure/judged.js';
import { builtInMetric } from '../measure/registry.js';
import { RELEVANCE_THRESHOLD } from '../measure/relevant.js';
import type { Hit, Run } from '../types.js';

/** As far as a metric looks into a ranking. */
export type RankingCut = {
  readonly unit: 'page' | 'chunk';
  readonly k: number;
  readonly tokens: number | null;
  /** A label counts from this grade on. */
  readonly rel: number;
  /** The text of a hit, where it is known. */
  readonly textOf: (hit: Hit) => string | undefined;
};

/** Where a metric cuts; one of the whole depth is read as far as the runs' own k. */
export function cutOf(metric: string, runs: readonly Run[]): Omit<RankingCut, 'textOf'> {
  const known = builtInMetric(metric);
  return {
    unit: known?.needsSpans ? 'chunk' : 'page',
    k: known?.k ?? Math.min(...runs.map(({ k }) => k)),
    tokens: known?.tokens ?? null,
    rel: known === null ? RELEVANCE_THRESHOLD : gradeFrom(metric),
  };
}

/** How many of the hits stand before the first one that is after k. */
export function hitsWithinK(hits: readonly Hit[], { unit, k }: Pick<RankingCut, 'unit' | 'k'>): number {
  if (unit === 'chunk') return Math.min(k, hits.length);
  const first = new Set(pagesOf(hits).slice(0, k));
  const after = hits.findIndex(({ docId }) => !first.has(docId));
  return after === -1 ? hits.length : after;
}

/** How many of the hits a budget of tokens takes in, the last of them perhaps in part; null where their texts are not known. */
export function hitsWithinBudget(
  hits: readonly Hit[],
  { tokens, textOf }: Pick<RankingCut, 'tokens' | 'textOf'>,
): number | null {
  if (tokens === null) return null;
  let left = tokens;
  for (const [i, hit] of hits.entries()) {
    if (left <= 0) return i;
    const text = textOf(hit);
    if (text === undefined) return null;
    left -= tokensOf(text);
  }
  return hits.length;
}

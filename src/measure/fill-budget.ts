import { tokensOf } from '../chunk/token-size.js';
import type { Hit, Metric } from '../types.js';
import type { Outcome } from './search-once.js';
import type { Places } from './span-view.js';

/** Searches once more, to another depth in chunks. */
export type AskDeeper = (depth: number) => Promise<Outcome>;

/** An answer with what stands below its depth, as far as a budget of tokens asks for it. */
export type Filled = { readonly outcome: Outcome; readonly budgetHits: readonly Hit[] };

/** The largest budget among the metrics, in tokens; 0 where none has one. */
export function largestBudget(metrics: readonly Metric[]): number {
  return Math.max(0, ...metrics.map((metric) => metric.tokens ?? 0));
}

/**
 * Asks for twice as many chunks until a budget of tokens is full or the ranking ends, so that small chunks are not cut short by the depth. The hits that were asked for
 * first stay first, as they are recorded; of a deeper answer only what they lack is put after them. A deeper search that fails fails the case.
 */
export async function fillBudget(
  outcome: Outcome,
  depth: number,
  budget: number,
  places: Places | null,
  ask: AskDeeper,
): Promise<Filled> {
  const hits = [...outcome.hits];
  const known = new Set(hits.map((hit) => hit.chunkId));
  let returned = hits.length;
  for (let asked = depth; returned >= asked && isShort(hits, budget, places); ) {
    asked *= 2;
    const deeper = await ask(asked);
    if (deeper.message !== null) return { outcome: { ...outcome, ...failed(deeper) }, budgetHits: [] };
    returned = deeper.hits.length;
    for (const hit of deeper.hits) {
      if (known.has(hit.chunkId)) continue;
      known.add(hit.chunkId);
      hits.push(hit);
    }
  }
  return { outcome, budgetHits: hits };
}

/** Where the chunks are not known the budget's own metric says so. */
function isShort(hits: readonly Hit[], budget: number, places: Places | null): boolean {
  if (places === null) return false;
  let tokens = 0;
  for (const { chunkId } of hits) {
    const text = places.texts.get(chunkId);
    if (text === undefined) return false;
    tokens += tokensOf(text);
    if (tokens >= budget) return false;
  }
  return true;
}

function failed({ status, message }: Outcome): Pick<Outcome, 'status' | 'message' | 'hits'> {
  return { status, message, hits: [] };
}

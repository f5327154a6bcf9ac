import type { LabEmbedder } from '../embed/batched.js';
import { cacheOf } from '../embed/embedding-costs.js';
import type { Embedder } from '../types.js';
import type { Experiment } from './experiment.js';

/** What an embedder did since it was made. Null where it keeps no count. */
export type Paid = {
  readonly embedder: string;
  readonly texts: number | null;
  readonly tokens: number | null;
  /** Null also where the price is not known. */
  readonly dollars: number | null;
  /** Texts that a cache had; null without one. */
  readonly cached: number | null;
};

/** What was really paid for an experiment's embeddings in this process, embedder by embedder: only where it cost something, or nobody knows. */
export function paidBy({ arms }: Experiment): readonly Paid[] {
  const all = arms.flatMap(({ chunker, retriever }) => [
    ...(chunker.embedders ?? []),
    ...(retriever.embedders ?? []),
  ]);
  return [...new Set(all)].flatMap((embedder) => {
    const paid = paidFor(embedder);
    const free = embedder.dollarsPerMillionTokens === 0 || paid.texts === 0 || paid.dollars === 0;
    return free ? [] : paid;
  });
}

function paidFor(embedder: Embedder): Paid {
  const cache = cacheOf(embedder)?.report();
  if (cache !== undefined) {
    const { misses, tokens, dollars, hits, duplicates } = cache;
    return { embedder: embedder.name, texts: misses, tokens, dollars, cached: hits + duplicates };
  }
  const { texts = null, tokens = null, dollars = null } = (embedder as Partial<LabEmbedder>).report?.() ?? {};
  return { embedder: embedder.name, texts, tokens, dollars, cached: null };
}

import type { Embedder, EmbeddingCosts, EmbedRole } from '../types.js';
import { dollarsOf } from './batched.js';
import type { CachedEmbedder } from './cached.js';
import { batchedOf } from './plain-batches.js';

/** What embedding these texts takes, whatever a cache holds of them already. Asks no server. */
export async function embeddingCosts(
  embedder: Embedder,
  texts: readonly string[],
  role: EmbedRole = 'document',
): Promise<EmbeddingCosts> {
  const batched = batchedOf(innermost(embedder), role);
  const tokenizer = await batched.tokenizer();
  const prepared = await batched.prepare(texts, role);
  const tokens = prepared.reduce((sum, { sent }) => sum + tokenizer.count(sent), 0);
  const dollars = dollarsOf(tokens, embedder.dollarsPerMillionTokens);
  return { texts: texts.length, tokens, exact: tokenizer.exact, dollars };
}

/** The embedder behind a cache: it knows the model's own tokens. */
export function innermost(embedder: Embedder): Embedder {
  const { behind } = embedder as Partial<CachedEmbedder>;
  return behind === undefined ? embedder : innermost(behind);
}

/** The cache that stands before an embedder, or null. */
export function cacheOf(embedder: Embedder): CachedEmbedder | null {
  return 'behind' in embedder ? (embedder as CachedEmbedder) : null;
}

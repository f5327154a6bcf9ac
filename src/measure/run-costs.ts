import { tokensOf } from '../chunk/token-size.js';
import type { Chunk, Hit, Retriever, RunCosts } from '../types.js';
import type { Places } from './span-view.js';

/** Counting is slow, and a mean over so many says as much. */
const MOST_COUNTED = 2000;

/** What a retriever's index and chunks take; null for what it does not say. */
export async function runCosts({
  chunkSet,
  indexCosts,
}: Pick<Retriever, 'chunkSet' | 'indexCosts'>): Promise<RunCosts> {
  const { bytes, embedding } = (await indexCosts?.()) ?? { bytes: null, embedding: null };
  return {
    indexBytes: bytes,
    chunkTokens: chunkSet === undefined ? null : meanTokens(chunkSet.chunks),
    embedding,
  };
}

function meanTokens(chunks: readonly Chunk[]): RunCosts['chunkTokens'] {
  const of = Math.min(chunks.length, MOST_COUNTED);
  if (of === 0) return null;
  let sum = 0;
  for (let i = 0; i < of; i++) sum += tokensOf(chunks[Math.floor((i * chunks.length) / of)]!.text);
  return { mean: sum / of, of };
}

/** What the texts of these hits come to in tokens; nothing where they are not known. */
export function contextTokens(
  hits: readonly Hit[],
  places: Places | null,
): { readonly contextTokens?: number } {
  let sum = 0;
  for (const { chunkId } of hits) {
    const text = places?.texts.get(chunkId);
    if (text === undefined) return {};
    sum += tokensOf(text);
  }
  return places === null ? {} : { contextTokens: sum };
}

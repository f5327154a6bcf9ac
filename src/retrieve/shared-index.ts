import type { ChunkSet, Embedder } from '../types.js';

/** By the chunks that they are over, so that they go when those go. */
const known = new WeakMap<ChunkSet, Map<string, unknown>>();
const numbers = new WeakMap<Embedder, number>();
let embedders = 0;

/**
 * The index over these chunks with these settings: made once, however many arms or parts of a hybrid search it. An embedder is told by
 * itself, since two with one name may differ. What could not be made is tried again.
 */
export function sharedIndex<T>(
  chunkSet: ChunkSet | null,
  settings: unknown,
  make: () => T,
  embedder?: Embedder,
): T {
  if (chunkSet === null) return make();
  const key = `${embedder === undefined ? '' : numberOf(embedder)} ${JSON.stringify(settings)}`;
  const indexes = known.get(chunkSet) ?? new Map<string, unknown>();
  known.set(chunkSet, indexes);
  if (indexes.has(key)) return indexes.get(key) as T;
  const made = make();
  indexes.set(key, made);
  if (made instanceof Promise) made.catch(() => indexes.delete(key));
  return made;
}

function numberOf(embedder: Embedder): number {
  const number = numbers.get(embedder) ?? ++embedders;
  numbers.set(embedder, number);
  return number;
}

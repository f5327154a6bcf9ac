import type { Chunker, ChunkSet, Doc } from '../types.js';

/** A chunker that has to wait: for an embedder, or for a splitter of another library. */
export type AsyncChunker = Omit<Chunker, 'chunk'> & {
  readonly chunk: (docs: readonly Doc[]) => Promise<ChunkSet>;
};

/** Uses a value at once, or when it comes. */
export function whenReady<T, U>(value: T | Promise<T>, use: (value: T) => U): U | Promise<Awaited<U>> {
  return value instanceof Promise ? value.then(use as (value: T) => Awaited<U>) : use(value);
}

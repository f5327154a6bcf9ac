import type { ChunkSet, Doc } from '../types.js';
import { chunksKey } from './arm-chunks.js';
import type { Arm } from './experiment.js';

/**
 * The chunks of each arm. Arms with one chunker, or with chunkers of one name and configuration that do cut alike, share one set, and so the
 * indexes over it; a set is let go with the last arm that may need it.
 */
export function sharedChunks(arms: readonly Arm[], docs: readonly Doc[]): (arm: Arm) => Promise<ChunkSet> {
  const left = new Map<string, number>();
  for (const arm of arms) left.set(chunksKey(arm), (left.get(chunksKey(arm)) ?? 0) + 1);
  const made = new Map<string, Map<Arm['chunker'], ChunkSet>>();
  return async (arm) => {
    const key = chunksKey(arm);
    const sets = made.get(key) ?? new Map<Arm['chunker'], ChunkSet>();
    made.set(key, sets);
    const set = sets.get(arm.chunker) ?? shared(sets, await arm.chunker.chunk(docs));
    sets.set(arm.chunker, set);
    left.set(key, (left.get(key) ?? 1) - 1);
    if (left.get(key) === 0) made.delete(key);
    return set;
  };
}

function shared(sets: ReadonlyMap<unknown, ChunkSet>, fresh: ChunkSet): ChunkSet {
  return [...sets.values()].find((other) => cutAlike(other, fresh)) ?? fresh;
}

/** The same pages cut at the same places, found by the same texts, and called the same: a run cannot tell them apart. */
function cutAlike(a: ChunkSet, b: ChunkSet): boolean {
  if (a.name !== b.name || JSON.stringify(a.config) !== JSON.stringify(b.config)) return false;
  if (a.corpus.version !== b.corpus.version || a.chunks.length !== b.chunks.length) return false;
  return a.chunks.every((chunk, i) => {
    const other = b.chunks[i]!;
    return (
      chunk.id === other.id &&
      chunk.start === other.start &&
      chunk.end === other.end &&
      chunk.text === other.text &&
      JSON.stringify(chunk.indexed) === JSON.stringify(other.indexed)
    );
  });
}

import { toEmbedOf } from '../chunk/to-embed.js';
import { innermost } from '../embed/embedding-costs.js';
import { batchedOf } from '../embed/plain-batches.js';
import type { ChunkSet, Doc, ToEmbed } from '../types.js';
import type { Arm } from './experiment.js';

/** Chunk sets by what tells their chunkers apart. */
export type ArmChunks = ReadonlyMap<string, ChunkSet>;

/** What an arm's chunks are found by among all: chunkers of one name and configuration are to cut alike. */
export function chunksKey({ chunker }: Arm): string {
  return JSON.stringify([chunker.name, chunker.config]);
}

/** Each chunker's chunks once, however many arms share it; those that may not cut are left out. */
export async function chunkedOnce(
  arms: readonly Arm[],
  docs: readonly Doc[],
  mayCut: (toEmbed: readonly ToEmbed[]) => Promise<boolean>,
): Promise<ArmChunks> {
  const sets = new Map<string, ChunkSet>();
  for (const arm of new Map(arms.map((one) => [chunksKey(one), one])).values())
    if (await mayCut(toEmbedOf(arm.chunker, docs))) sets.set(chunksKey(arm), await arm.chunker.chunk(docs));
  return sets;
}

/** Whether none of the texts, as documents, is too long for an embedder that would throw. */
export async function noneIsRefused(toEmbed: readonly ToEmbed[]): Promise<boolean> {
  for (const { embedder, texts } of toEmbed) {
    const batched = batchedOf(innermost(embedder), 'document');
    if (batched.tooLong !== 'error' || texts === null) continue;
    if (!(await batched.fit(texts, 'document')).every(Boolean)) return false;
  }
  return true;
}

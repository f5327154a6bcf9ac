import type { Chunk } from '../types.js';

/** The texts of an index, and for each the number of the chunk that it stands for. */
export type IndexedTexts = { readonly texts: readonly string[]; readonly owners: Int32Array };

/** What chunks are found by: their own text, or what they say stands for them. A chunk's texts stand together. */
export function indexedTexts(chunks: readonly Chunk[]): IndexedTexts {
  const texts: string[] = [];
  const owners: number[] = [];
  chunks.forEach((chunk, i) => {
    for (const text of chunk.indexed ?? [chunk.text]) {
      texts.push(text);
      owners.push(i);
    }
  });
  return { texts, owners: Int32Array.from(owners) };
}

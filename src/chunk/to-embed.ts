import type { Chunker, Doc, ToEmbed } from '../types.js';

/** What a chunker embeds to find its cuts; nothing where it embeds nothing, unknown texts where it does not say. */
export function toEmbedOf(
  { embedders = [], toEmbed }: Pick<Chunker, 'embedders' | 'toEmbed'>,
  docs: readonly Doc[],
): readonly ToEmbed[] {
  return toEmbed?.(docs) ?? embedders.map((embedder) => ({ embedder, texts: null }));
}

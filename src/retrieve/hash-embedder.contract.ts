import type { Embedder } from '../types.js';
import { tokenize } from './tokenize.js';

/** An embedder for tests: each word adds one to a place that its letters give, so that texts with common words are near; no word, no direction. */
export function hashEmbedder(dimensions = 24): Embedder {
  const embedOne = (text: string): Float32Array => {
    const vector = new Float32Array(dimensions);
    for (const token of tokenize(text)) vector[hash(token) % dimensions]! += 1;
    const norm = Math.hypot(...vector);
    return norm === 0 ? vector : vector.map((value) => value / norm);
  };
  return {
    name: 'hash',
    model: 'hash',
    dimensions,
    config: { dimensions },
    maxTokens: null,
    dollarsPerMillionTokens: 0,
    embed: async (texts) => texts.map(embedOne),
  };
}

/** FNV-1a, 32 bits. */
function hash(token: string): number {
  let value = 0x811c9dc5;
  for (const letter of token) value = Math.imul(value ^ letter.codePointAt(0)!, 0x01000193);
  return value >>> 0;
}

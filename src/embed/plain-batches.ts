import { LabError } from '../errors.js';
import type { Embedder, EmbedRole, Json } from '../types.js';
import type { Batched, LabEmbedder, Send } from './batched.js';
import { quoted } from './quoted.js';
import { estimatedTokens } from './tokens.js';
import { unit, vectorProblem } from './vectors.js';

/** Texts for each call, so that a crash loses little. */
const BATCH = 64;

/**
 * Any embedder, taken apart. What it makes of a text before it embeds it is its own affair: its whole configuration and the role decide the
 * vector, and tokens are estimated.
 */
export function batchedOf(embedder: Embedder, role: EmbedRole): Batched {
  if ('batched' in embedder) return (embedder as LabEmbedder).batched;
  const { name, model, dimensions, config, maxTokens } = embedder;
  return {
    settings: { name, model, dimensions, config, role } satisfies Json,
    prepare: async (texts) => texts.map((text) => ({ sent: text, truncated: false })),
    fit: async (texts) => texts.map((text) => maxTokens === null || estimatedTokens.fits(text, maxTokens)),
    tooLong: null,
    tokenizer: async () => estimatedTokens,
    send: sendPlain(embedder, role),
  };
}

function sendPlain(embedder: Embedder, role: EmbedRole): Send {
  return async (sent, onAnswer) => {
    for (let from = 0; from < sent.length; from += BATCH) {
      const texts = sent.slice(from, from + BATCH);
      const found = await embedder.embed(texts, role);
      const vectors = texts.map((text, i) => checked(embedder, found[i], text));
      const tokens = texts.reduce((sum, text) => sum + estimatedTokens.count(text), 0);
      onAnswer({ places: vectors.map((_, i) => from + i), vectors, tokens });
    }
  };
}

function checked(
  { name, dimensions }: Embedder,
  vector: Float32Array | undefined,
  text: string,
): Float32Array {
  const problem = vector === undefined ? 'none at all' : vectorProblem(vector, dimensions);
  if (problem === null) return unit(vector!);
  throw new LabError(
    `embedder ${name}: gave for ${quoted(text)} a vector with ${problem}; correct the embedder`,
  );
}

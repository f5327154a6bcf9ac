import { LabError } from '../errors.js';
import { embedderOf, type LabEmbedder } from './batched.js';
import { estimatedTokens } from './tokens.js';
import { unit, vectorProblem } from './vectors.js';

export type HashingOptions = {
  /** 256. */
  readonly dimensions?: number;
  /** Also the three letters around each letter of a word, so that `retry` and `retries` are near each other; true. */
  readonly trigrams?: boolean;
};

const WORDS = /[\p{L}\p{N}]+/gu;
/** A trigram says less than a word. */
const TRIGRAM_WEIGHT = 0.25;
/** Texts for each answer. */
const BATCH = 256;

/**
 * Feature hashing (Weinberger et al. 2009): each word, and each trigram of its letters, falls into one of the dimensions with a sign, weighted by
 * the square root of its count. It knows words and no meaning: a stand-in for tests and a floor for comparisons. The same digits on any
 * machine: nothing in it is rounded by more than IEEE 754 says.
 */
export function hashing({ dimensions = 256, trigrams = true }: HashingOptions = {}): LabEmbedder {
  if (!Number.isInteger(dimensions) || dimensions < 1) {
    throw new LabError(
      `hashing: dimensions is ${dimensions}, wanted a whole number of at least 1; correct it`,
    );
  }
  return embedderOf({
    provider: 'hashing',
    model: trigrams ? 'words-and-trigrams' : 'words',
    dimensions,
    prefixes: {},
    maxTokens: null,
    dollarsPerMillionTokens: 0,
    truncate: false,
    tokenizer: async () => estimatedTokens,
    send: async (sent, onAnswer) => {
      for (let from = 0; from < sent.length; from += BATCH) {
        const vectors = sent.slice(from, from + BATCH).map((text) => hashed(text, dimensions, trigrams));
        onAnswer({ places: vectors.map((_, i) => from + i), vectors, tokens: 0 });
      }
    },
  });
}

function hashed(text: string, dimensions: number, trigrams: boolean): Float32Array {
  const vector = new Float64Array(dimensions);
  for (const [feature, count] of featuresOf(text, trigrams)) {
    const hash = fnv1a(feature);
    const weight = Math.sqrt(count) * (feature.startsWith('#') ? TRIGRAM_WEIGHT : 1);
    // The sign comes from a bit that the place does not use.
    vector[(hash >>> 1) % dimensions]! += hash & 1 ? weight : -weight;
  }
  // No word at all, or words that cancel out: such a text still has a place of its own.
  if (vectorProblem(vector, dimensions) !== null) vector[(fnv1a(text) >>> 1) % dimensions] = 1;
  return unit(vector);
}

function featuresOf(text: string, trigrams: boolean): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (feature: string) => counts.set(feature, (counts.get(feature) ?? 0) + 1);
  for (const [word] of text.toLowerCase().matchAll(WORDS)) {
    add(word);
    const letters = ` ${word} `;
    for (let i = 0; trigrams && i + 3 <= letters.length; i++) add(`#${letters.slice(i, i + 3)}`);
  }
  return counts;
}

/** FNV-1a over UTF-16 code units, with a final mix: its low bits alone follow the last letter. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

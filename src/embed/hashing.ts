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
const TRIGRAMS_FROM = 2 ** 32;
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
      const known: Hashes = new Map();
      for (let from = 0; from < sent.length; from += BATCH) {
        const vectors = sent
          .slice(from, from + BATCH)
          .map((text) => hashed(text, dimensions, trigrams, known));
        onAnswer({ places: vectors.map((_, i) => from + i), vectors, tokens: 0 });
      }
    },
  });
}

/** Hashes of a word and of its trigrams, by word: a corpus has few words, each many times. */
type Hashes = Map<string, readonly number[]>;

function hashed(text: string, dimensions: number, trigrams: boolean, known: Hashes): Float32Array {
  const vector = new Float64Array(dimensions);
  for (const [feature, count] of countsOf(text, trigrams, known)) {
    const hash = feature % TRIGRAMS_FROM;
    const weight = Math.sqrt(count) * (feature >= TRIGRAMS_FROM ? TRIGRAM_WEIGHT : 1);
    // The sign comes from a bit that the place does not use.
    vector[Math.floor(hash / 2) % dimensions]! += hash % 2 === 1 ? weight : -weight;
  }
  // No word at all, or words that cancel out: such a text still has a place of its own.
  if (vectorProblem(vector, dimensions) !== null) vector[(fnv1a(text) >>> 1) % dimensions] = 1;
  return unit(vector);
}

/** How often each feature is in the text, in the order of their first coming. */
function countsOf(text: string, trigrams: boolean, known: Hashes): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const [word] of text.toLowerCase().matchAll(WORDS)) {
    let features = known.get(word);
    if (features === undefined) {
      features = featuresOf(word, trigrams);
      known.set(word, features);
    }
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  return counts;
}

/** A word's hash; those of its trigrams, 2^32 higher. */
function featuresOf(word: string, trigrams: boolean): readonly number[] {
  const features = [fnv1a(word)];
  const letters = ` ${word} `;
  for (let i = 0; trigrams && i + 3 <= letters.length; i++) {
    features.push(TRIGRAMS_FROM + fnv1a(`#${letters.slice(i, i + 3)}`));
  }
  return features;
}

/** FNV-1a over UTF-16 code units, with a final mix: its low bits alone follow the last letter. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

import { tokenize } from './tokenize.js';

export type Bm25Options = {
  /** Term frequency saturation. Default 1.5. */
  readonly k1?: number;
  /** Length normalisation, 0 (none) to 1 (full). Default 0.75. */
  readonly b?: number;
};

/** Postings of all terms in two arrays: those of term t stand at `starts[t]` to `starts[t + 1]`, by chunk number. */
export type Bm25Index = {
  readonly size: number;
  readonly terms: ReadonlyMap<string, number>;
  readonly starts: Int32Array;
  readonly chunks: Int32Array;
  readonly impacts: Float64Array;
};

/**
 * Builds the index with every impact computed, so that searching only adds. A term's impact in a chunk is
 * idf · tf · (k1 + 1) / (tf + k1 · (1 - b + b · length / mean length)), idf = ln(1 + (N - df + 0.5) / (df + 0.5))
 * (Robertson and Zaragoza 2009, with the idf of Lucene, which is never negative). Lengths are in terms.
 */
export function bm25Index(texts: readonly string[], { k1 = 1.5, b = 0.75 }: Bm25Options = {}): Bm25Index {
  const counted = countTerms(texts);
  const { terms, frequencies, lengths } = counted;
  const starts = new Int32Array(terms.size + 1);
  for (const counts of frequencies) for (const term of counts.keys()) starts[term + 1]!++;
  const documentFrequency = starts.slice(1);
  for (let term = 0; term < terms.size; term++) starts[term + 1]! += starts[term]!;
  const postings = starts[terms.size]!;
  const chunks = new Int32Array(postings);
  const impacts = new Float64Array(postings);
  const next = starts.slice(0, terms.size);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  frequencies.forEach((counts, chunk) => {
    const norm = k1 * (1 - b + (b * lengths[chunk]!) / meanLength);
    for (const [term, tf] of counts) {
      const df = documentFrequency[term]!;
      const idf = Math.log(1 + (texts.length - df + 0.5) / (df + 0.5));
      const at = next[term]!++;
      chunks[at] = chunk;
      impacts[at] = (idf * tf * (k1 + 1)) / (tf + norm);
    }
  });
  return { size: texts.length, terms, starts, chunks, impacts };
}

function countTerms(texts: readonly string[]) {
  const terms = new Map<string, number>();
  const lengths: number[] = [];
  const frequencies = texts.map((text) => {
    const counts = new Map<number, number>();
    const tokens = tokenize(text);
    lengths.push(tokens.length);
    for (const token of tokens) {
      let term = terms.get(token);
      if (term === undefined) {
        term = terms.size;
        terms.set(token, term);
      }
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return counts;
  });
  return { terms, frequencies, lengths };
}

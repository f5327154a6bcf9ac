import { IntList } from './int-list.js';
import { type PostingPlaces, postingPlaces } from './posting-places.js';
import { tokenize } from './tokenize.js';

export type Bm25Options = {
  /** Term frequency saturation. Default 1.5. */
  readonly k1?: number;
  /** Length normalisation, 0 (none) to 1 (full). Default 0.75. */
  readonly b?: number;
};

/** Postings of all terms in two arrays: those of term t stand at `starts[t]` to `starts[t + 1]`, by number of the text. */
export type Bm25Index = {
  readonly size: number;
  readonly terms: ReadonlyMap<string, number>;
  readonly starts: Int32Array;
  readonly numbers: Int32Array;
  readonly impacts: Float64Array;
  /** The highest impact of each term: no text gains more by it. */
  readonly highest: Float64Array;
  readonly places: PostingPlaces;
};

/**
 * Builds the index with every impact computed, so that searching only adds. A term's impact in a text is
 * idf · tf · (k1 + 1) / (tf + k1 · (1 - b + b · length / mean length)), idf = ln(1 + (N - df + 0.5) / (df + 0.5))
 * (Robertson and Zaragoza 2009, with the idf of Lucene, which is never negative). Lengths are in terms.
 */
export function bm25Index(texts: readonly string[], { k1 = 1.5, b = 0.75 }: Bm25Options = {}): Bm25Index {
  const { terms, lengths, pairs } = countTerms(texts);
  const starts = startsOf(terms.size, pairs);
  const numbers = new Int32Array(starts[terms.size]!);
  const impacts = new Float64Array(starts[terms.size]!);
  const highest = new Float64Array(terms.size);
  const next = starts.slice(0, terms.size);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  let at = 0;
  lengths.forEach((length, number) => {
    const norm = k1 * (1 - b + (b * length) / meanLength);
    for (; at < pairs.length && pairs.at(at) !== END; at += 2) {
      const term = pairs.at(at);
      const tf = pairs.at(at + 1);
      const df = starts[term + 1]! - starts[term]!;
      const idf = Math.log(1 + (texts.length - df + 0.5) / (df + 0.5));
      const place = next[term]!++;
      numbers[place] = number;
      const impact = (idf * tf * (k1 + 1)) / (tf + norm);
      impacts[place] = impact;
      if (impact > highest[term]!) highest[term] = impact;
    }
    at += 2;
  });
  const places = postingPlaces(texts.length, starts, numbers);
  return { size: texts.length, terms, starts, numbers, impacts, highest, places };
}

/** Stands after the terms of each text. */
const END = -1;

function startsOf(terms: number, pairs: IntList): Int32Array {
  const starts = new Int32Array(terms + 1);
  for (let at = 0; at < pairs.length; at += 2) if (pairs.at(at) !== END) starts[pairs.at(at) + 1]!++;
  for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!;
  return starts;
}

/**
 * Each text's terms with their counts, one after another in one list: a map for each of half a million texts would take gigabytes. `counts` is used again
 * for every text, and only what was touched is cleared.
 */
function countTerms(texts: readonly string[]) {
  const terms = new Map<string, number>();
  const counts: number[] = [];
  const pairs = new IntList();
  const lengths = texts.map((text) => {
    const tokens = tokenize(text);
    const touched: number[] = [];
    for (const token of tokens) {
      let term = terms.get(token);
      if (term === undefined) {
        term = terms.size;
        terms.set(token, term);
        counts.push(0);
      }
      if (counts[term]!++ === 0) touched.push(term);
    }
    for (const term of touched) {
      pairs.push(term, counts[term]!);
      counts[term] = 0;
    }
    pairs.push(END, 0);
    return tokens.length;
  });
  return { terms, lengths, pairs };
}

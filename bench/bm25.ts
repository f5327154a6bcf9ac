import { randomInt, randomWords } from '../src/measure/random.js';
import { bm25 } from '../src/retrieve/bm25.js';
import { tokenize } from '../src/retrieve/tokenize.js';
import type { Chunk } from '../src/types.js';
import { fixed, timed } from './measured.js';

const TERMS = 60;
const QUERIES = 200;

/** BM25 over 5,000, 50,000 and 500,000 chunks of 60 terms: building, and searching for the best 20; beside it maps and a full sort. */
export function benchBm25(sizes: readonly number[] = [5_000, 50_000, 500_000]): readonly object[] {
  return sizes.map((size) => {
    const words = randomWords(11);
    const chunks = Array.from({ length: size }, (_, i) => chunkOf(i, sentence(words, TERMS)));
    const queries = Array.from({ length: QUERIES }, () => sentence(words, 6));
    const built = timed(() => bm25(chunks));
    const ours = timed(() => queries.map((query) => built.value.search(query, 20))).seconds / QUERIES;
    // Maps of so many postings do not fit the usual heap.
    const naive = size > 100_000 ? null : naiveTimes(chunks, queries.slice(0, 20));
    return {
      chunks: size,
      'build s': fixed(built.seconds),
      'naive build s': naive === null ? 'left out' : fixed(naive.build),
      'search ms': fixed(1000 * ours),
      'naive search ms': naive === null ? 'left out' : fixed(1000 * naive.search),
      'search, times ours': naive === null ? '' : fixed(naive.search / ours, 1),
    };
  });
}

function naiveTimes(chunks: readonly Chunk[], queries: readonly string[]) {
  const built = timed(() => {
    const postings = new Map<string, Map<number, number>>();
    const lengths = chunks.map((chunk, i) => {
      const terms = tokenize(chunk.text);
      for (const term of terms) {
        const of = postings.get(term) ?? new Map<number, number>();
        postings.set(term, of.set(i, (of.get(i) ?? 0) + 1));
      }
      return terms.length;
    });
    return { postings, lengths };
  });
  const { postings, lengths } = built.value;
  const mean = lengths.reduce((a, b) => a + b, 0) / lengths.length;
  const search = (query: string) => {
    const scores = new Map<number, number>();
    for (const term of new Set(tokenize(query))) {
      const of = postings.get(term) ?? new Map<number, number>();
      const idf = Math.log(1 + (lengths.length - of.size + 0.5) / (of.size + 0.5));
      for (const [i, tf] of of) {
        const norm = 1.5 * (0.25 + (0.75 * lengths[i]!) / mean);
        scores.set(i, (scores.get(i) ?? 0) + (idf * tf * 2.5) / (tf + norm));
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1]).slice(0, 20);
  };
  return { build: built.seconds, search: timed(() => queries.map(search)).seconds / queries.length };
}

/** Terms as in prose: few of them stand for most of the text. */
function sentence(words: () => number, length: number): string {
  return Array.from(
    { length },
    () => `t${Math.floor(50_000 ** (randomInt(words, 1 << 20) / (1 << 20)))}`,
  ).join(' ');
}

function chunkOf(i: number, text: string): Chunk {
  return { id: `d#${i}`, docId: `d${i}`, start: 0, end: text.length, text };
}

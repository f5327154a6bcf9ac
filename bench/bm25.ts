import assert from 'node:assert';
import { randomInt, randomWords } from '../src/measure/random.js';
import { bm25 } from '../src/retrieve/bm25.js';
import { bm25Index } from '../src/retrieve/bm25-index.js';
import { tokenize } from '../src/retrieve/tokenize.js';
import { topHits } from '../src/retrieve/top-hits.js';
import type { Chunk, Hit } from '../src/types.js';
import { fixed, timed } from './measured.js';

const TERMS = 100;
const QUERIES = 200;
const DEPTH = 10;
const ROUNDS = 5;

/**
 * BM25 over 5,000, 50,000 and 500,000 chunks of 100 words: building, and searching for the best 10 with queries of 20 to 40 words, common ones
 * among them. The peer adds every posting of the query's terms to a sum for each chunk and takes the best from a heap over all; its hits
 * and scores must be the very same. The two take turns, and the middle one of five rounds counts.
 */
export function benchBm25(sizes: readonly number[] = [5_000, 50_000, 500_000]): readonly object[] {
  return sizes.map((size) => {
    const words = randomWords(11);
    const chunks = Array.from({ length: size }, (_, i) => chunkOf(i, sentence(words, TERMS)));
    const queries = Array.from({ length: QUERIES }, () => sentence(words, 20 + randomInt(words, 21)));
    const built = timed(() => bm25(chunks));
    const ours = (query: string) => built.value.search(query, DEPTH) as readonly Hit[];
    const peer = eager(chunks);
    const rounds = Array.from({ length: ROUNDS }, () => {
      const pruned = timed(() => queries.map(ours));
      const full = timed(() => queries.map(peer));
      assert.deepStrictEqual(pruned.value, full.value);
      return { pruned: pruned.seconds, full: full.seconds, ratio: full.seconds / pruned.seconds };
    });
    const middle = rounds.sort((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)]!;
    return {
      chunks: size,
      'build s': fixed(built.seconds),
      'queries a second': fixed(QUERIES / middle.pruned, 0),
      'eager loop': fixed(QUERIES / middle.full, 0),
      'times as many': fixed(middle.ratio, 1),
      'of all rounds': `${fixed(rounds[0]!.ratio, 1)} to ${fixed(rounds[ROUNDS - 1]!.ratio, 1)}`,
    };
  });
}

/** Every posting's impact, computed when the index is built, is added up; then a heap goes over all chunks that were touched. */
function eager(chunks: readonly Chunk[]): (query: string) => readonly Hit[] {
  const index = bm25Index(chunks.map((chunk) => chunk.text));
  const scores = new Float64Array(index.size);
  const touched = new Int32Array(index.size);
  return (query) => {
    let count = 0;
    for (const token of new Set(tokenize(query))) {
      const term = index.terms.get(token);
      if (term === undefined) continue;
      const end = index.starts[term + 1]!;
      for (let at = index.starts[term]!; at < end; at++) {
        const chunk = index.numbers[at]!;
        if (scores[chunk] === 0) touched[count++] = chunk;
        scores[chunk]! += index.impacts[at]!;
      }
    }
    const hits = Array.from(topHits(scores, touched, count, DEPTH), (chunk) => {
      const { id, docId } = chunks[chunk]!;
      return { chunkId: id, docId, score: scores[chunk]! };
    });
    for (let i = 0; i < count; i++) scores[touched[i]!] = 0;
    return hits;
  };
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

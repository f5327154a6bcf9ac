import assert from 'node:assert';
import { randomWords } from '../src/measure/random.js';
import { exactSearch, type Vectors } from '../src/retrieve/exact-search.js';
import { topHits } from '../src/retrieve/top-hits.js';
import { fixed, timed } from './measured.js';

const DIMENSIONS = 384;
const DEPTH = 20;
const QUERIES = 100;
const ROUNDS = 5;

/**
 * The nearest 20 of 10,000 and 100,000 vectors of 384 dimensions. The peer multiplies every vector in a loop that is unrolled four times and
 * takes the best from a heap over all; ids must be the same, scores within 1e-6. The two take turns, and the middle one of five rounds counts.
 */
export function benchVector(sizes: readonly number[] = [10_000, 100_000]): readonly object[] {
  return sizes.flatMap((size) =>
    [
      { of: 'at random', clusters: 0 },
      { of: 'in 100 clusters', clusters: 100 },
    ].map(({ of, clusters }) => {
      const { vectors, queries } = vectorsOf(size, clusters);
      const built = timed(() => exactSearch(vectors));
      const peer = plainLoop(vectors);
      const rounds = Array.from({ length: ROUNDS }, () => {
        const ours = timed(() => queries.map((query) => built.value(Float64Array.from(query), DEPTH)));
        const plain = timed(() => queries.map(peer));
        ours.value.forEach((hits, i) => {
          assert.deepStrictEqual(
            hits.map((hit) => hit.text),
            plain.value[i]!.map((hit) => hit.text),
          );
          for (const [j, hit] of hits.entries())
            assert.ok(Math.abs(hit.score - plain.value[i]![j]!.score) < 1e-6);
        });
        return { ours: ours.seconds, plain: plain.seconds, ratio: plain.seconds / ours.seconds };
      });
      const middle = rounds.sort((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)]!;
      return {
        vectors: size,
        of,
        'build s': fixed(built.seconds),
        'ms a query': fixed((1000 * middle.ours) / QUERIES),
        'plain loop': fixed((1000 * middle.plain) / QUERIES),
        'times as fast': fixed(middle.ratio, 1),
        'of all rounds': `${fixed(rounds[0]!.ratio, 1)} to ${fixed(rounds[ROUNDS - 1]!.ratio, 1)}`,
      };
    }),
  );
}

/** Some rows, and then queries of the same making. */
export function vectorsOf(size: number, clusters: number) {
  const make = vectorMaker(clusters);
  const values = new Float32Array(size * DIMENSIONS);
  for (let row = 0; row < size; row++) values.set(make(), row * DIMENSIONS);
  const vectors: Vectors = { dimensions: DIMENSIONS, values, owners: owners(size) };
  return { vectors, queries: Array.from({ length: QUERIES }, make) };
}

function plainLoop({ values, owners }: Vectors) {
  const scores = new Float64Array(owners.length);
  return (query: Float32Array) => {
    for (let row = 0; row < owners.length; row++) scores[row] = dot(values, row * DIMENSIONS, query);
    const best = topHits(scores, owners, owners.length, DEPTH);
    return Array.from(best, (text) => ({ text, score: scores[text]! }));
  };
}

/** The fastest of five ways to write the loop: four sums, a function of its own, 32-bit arrays on both sides. */
function dot(values: Float32Array, at: number, query: Float32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < DIMENSIONS; i += 4) {
    a += values[at + i]! * query[i]!;
    b += values[at + i + 1]! * query[i + 1]!;
    c += values[at + i + 2]! * query[i + 2]!;
    d += values[at + i + 3]! * query[i + 3]!;
  }
  return a + b + c + d;
}

const owners = (size: number) => Int32Array.from({ length: size }, (_, i) => i);

/** Directions that are spread evenly, or around some centres with a cosine of about 0.7 to them, as texts of one topic have. */
function vectorMaker(clusters: number): () => Float32Array {
  const words = randomWords(7);
  const normal = () =>
    Math.sqrt(-2 * Math.log((words() + 1) / 2 ** 32)) * Math.cos((2 * Math.PI * words()) / 2 ** 32);
  const even = () => unit(Float32Array.from({ length: DIMENSIONS }, normal));
  const centres = Array.from({ length: clusters }, even);
  return () => {
    const own = even();
    if (clusters === 0) return own;
    const centre = centres[words() % clusters]!;
    return unit(own.map((value, i) => value + centre[i]!));
  };
}

function unit(values: Float32Array): Float32Array {
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}

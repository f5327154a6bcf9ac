import { instanceOf } from './instance.js';
import { DOT_ROWS } from './kernels.js';
import { type Scored, topChunksOf } from './top-chunks.js';
import { topHits } from './top-hits.js';

/** Vectors of unit length, one after another, and for each the number of the chunk that it stands for. */
export type Vectors = {
  readonly dimensions: number;
  readonly values: Float32Array;
  readonly owners: Int32Array;
};

/** By vectors of unit length; scores are cosines. */
export type Nearest = (query: Float64Array, depth: number) => readonly Scored[];

/** Codes of a row's numbers go from -127 to 127. */
const CODES = 127;

/**
 * The `depth` nearest chunks by cosine, exactly. Vectors are kept once more as bytes, each row with a step of its own and with its distance from the true
 * vector, which bounds how far a score by bytes can be off (|x·q - x'·q'| ≤ |x - x'| |q| + |x'| |q - q'|, Cauchy and Schwarz). Vector instructions
 * multiply 16 bytes at a time, reading a quarter of the memory; what can still be among the best is then scored from the
 * true vectors in double precision, so that scores and order depend on no shortcut.
 */
export function exactSearch(vectors: Vectors): Nearest {
  const bounded = boundedScores(vectors);
  const size = vectors.owners.length;
  const { most, top } = topChunksOf(vectors.owners);
  const scores = new Float64Array(size);
  const chosen = new Int32Array(size);
  const all = Int32Array.from({ length: size }, (_, i) => i);
  const score = (row: number, query: Float64Array) => {
    scores[row] = dot(vectors, row, query);
  };
  return (query, depth) => {
    if (bounded === null || depth * most >= size) {
      for (let row = 0; row < size; row++) score(row, query);
      return top(scores, all, size, depth);
    }
    const { approximate, bounds, queryError, queryNorm } = bounded(query);
    const first = topHits(approximate, all, size, depth * most);
    for (const row of first) score(row, query);
    const floor = (top(scores, first, first.length, depth)[depth - 1]?.score ?? -2) - ROUNDING;
    let count = 0;
    for (let row = 0; row < size; row++) {
      const bound = bounds[row]! * queryNorm + (LONGEST + bounds[row]!) * queryError;
      if (approximate[row]! + bound < floor) continue;
      score(row, query);
      chosen[count++] = row;
    }
    return top(scores, chosen, count, depth);
  };
}

/** What sums in double precision can be off by; scores are at most 1. */
const ROUNDING = 1e-9;
/** Unit length as far as 32 bits hold it. */
const LONGEST = 1 + 1e-5;

/** In index order, four products at a time, in double precision. */
export function dot({ values, dimensions }: Vectors, row: number, query: Float64Array): number {
  let at = row * dimensions;
  let sum = 0;
  let i = 0;
  for (; i + 4 <= dimensions; i += 4, at += 4) {
    sum +=
      values[at]! * query[i]! +
      values[at + 1]! * query[i + 1]! +
      values[at + 2]! * query[i + 2]! +
      values[at + 3]! * query[i + 3]!;
  }
  for (; i < dimensions; i++, at++) sum += values[at]! * query[i]!;
  return sum;
}

type Bounded = {
  readonly approximate: Float64Array;
  /** How far each row is from its codes. */
  readonly bounds: Float32Array;
  readonly queryError: number;
  readonly queryNorm: number;
};

/** Scores by bytes with what bounds their error; null where there are no vector instructions or the bytes do not fit one memory. */
function boundedScores(vectors: Vectors): ((query: Float64Array) => Bounded) | null {
  const { dimensions, owners } = vectors;
  const size = owners.length;
  const width = Math.ceil(dimensions / 16) * 16;
  const dots = 2 * width;
  const rows = dots + Math.ceil(size / 4) * 16;
  if (size === 0 || rows + size * width >= 2 ** 32) return null;
  const kernel = instanceOf(DOT_ROWS, 'dotRows', rows + size * width);
  if (kernel === null) return null;
  const { steps, bounds } = encode(vectors, new Int8Array(kernel.buffer, rows), width);
  const products = new Int32Array(kernel.buffer, dots, size);
  const codes = new Int16Array(kernel.buffer, 0, width);
  const approximate = new Float64Array(size);
  // No sum of products leaves 32 bits.
  const most = Math.min(32_767, Math.floor((2 ** 31 - 1) / (CODES * width)));
  return (query) => {
    const { step, error } = encodeRow(query, 0, dimensions, codes, 0, most);
    kernel.call(0, rows, dots, width, size);
    for (let row = 0; row < size; row++) approximate[row] = products[row]! * steps[row]! * step;
    return { approximate, bounds, queryError: error, queryNorm: Math.hypot(...query) };
  };
}

function encode({ values, dimensions, owners }: Vectors, codes: Int8Array, width: number) {
  const steps = new Float64Array(owners.length);
  const bounds = new Float32Array(owners.length);
  for (let row = 0; row < owners.length; row++) {
    const { step, error } = encodeRow(values, row * dimensions, dimensions, codes, row * width, CODES);
    steps[row] = step;
    // Rounded up, since 32 bits may round down.
    bounds[row] = error * (1 + 1e-6);
  }
  return { steps, bounds };
}

/** Writes a vector as whole steps from -most to most; tells the step, and how far the codes are from the vector. */
function encodeRow(
  values: Float32Array | Float64Array,
  from: number,
  dimensions: number,
  codes: Int8Array | Int16Array,
  to: number,
  most: number,
): { readonly step: number; readonly error: number } {
  let largest = 0;
  for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(values[from + i]!));
  const step = largest / most;
  let squares = 0;
  for (let i = 0; i < dimensions; i++) {
    const code = step === 0 ? 0 : Math.round(values[from + i]! / step);
    codes[to + i] = code;
    squares += (values[from + i]! - code * step) ** 2;
  }
  return { step, error: Math.sqrt(squares) };
}

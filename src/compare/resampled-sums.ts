import { TOLERANCE } from '../measure/protocol.js';
import { type RandomWords, randomWords } from '../measure/random.js';
import { type Atom, poissonAtoms, type Weighted } from './poisson-atoms.js';
import { streamSeeds, type WordBuffer, wordBuffer } from './word-buffer.js';

/** Resamples that share a stream of random words; the digits do not hang on who makes which block. */
export const BLOCK = 1000;

/** Fewer rows than this are drawn one by one. */
const FEW_ROWS = 64;
/** How many standard deviations of the number of Poisson draws are left to be drawn one by one. */
const MARGIN = 2.25;

/**
 * Sums of n draws with replacement from n values, for each resample: the bootstrap's multinomial, exact to the rounding of
 * doubles, many times faster than n draws each.
 *
 * Independent Poisson counts, given their total N, are N such draws. So each distinct value is drawn a Poisson number
 * of times, at a rate that leaves N a little below n; n - N draws are added one by one; and where N came out above n, the
 * resample is drawn one by one anew. The Poisson counts of a few values at a time are one look into an alias table, of
 * a value that many rows share as well as of three that none do.
 */
export function resampledSums(values: readonly number[], resamples: number, seed: number): Float64Array {
  const n = values.length;
  const groups = grouped(values);
  const rows = rowsOf(groups);
  const streams = streamSeeds(seed, Math.ceil(resamples / BLOCK)).map(openStream);
  const sums = new Float64Array(resamples);
  const counts = new Int32Array(resamples);
  if (n >= FEW_ROWS) {
    for (const atom of poissonAtoms(groups, (n - MARGIN * Math.sqrt(n)) / n))
      streams.forEach((stream, b) => {
        addAtom(atom, stream, sums.subarray(BLOCK * b, BLOCK * (b + 1)), counts.subarray(BLOCK * b));
      });
  }
  const draws = drawsOf(rows);
  for (let r = 0; r < resamples; r++) {
    const kept = counts[r]! <= n;
    sums[r] =
      (kept ? sums[r]! : 0) + addRows(draws, n - (kept ? counts[r]! : 0), streams[Math.floor(r / BLOCK)]!);
  }
  return sums;
}

/** Distinct values (to the tolerance) with the number of their rows, those of many rows last. */
function grouped(values: readonly number[]): readonly Weighted[] {
  const groups: { value: number; multiplicity: number }[] = [];
  for (const value of Float64Array.from(values).sort()) {
    const last = groups.at(-1);
    if (last !== undefined && value - last.value <= TOLERANCE) last.multiplicity++;
    else groups.push({ value, multiplicity: 1 });
  }
  return groups.sort((a, b) => a.multiplicity - b.multiplicity || a.value - b.value);
}

function rowsOf(groups: readonly Weighted[]): Float64Array {
  return Float64Array.from(
    groups.flatMap(({ value, multiplicity }) => new Array<number>(multiplicity).fill(value)),
  );
}

/** Ties take their words from elsewhere, so that the hot loop need not look where it stands. */
type Stream = WordBuffer & { at: number; readonly ties: RandomWords };

function openStream(seed: number): Stream {
  return { ...wordBuffer(seed), at: 0, ties: randomWords(seed ^ 0x5bd1e995) };
}

function nextWord(stream: Stream): number {
  if (stream.at === stream.words.length) {
    stream.refill();
    stream.at = 0;
  }
  return stream.words[stream.at++]!;
}

/** Draws one pattern of the atom for each resample of a block. */
function addAtom(
  { table, sums: ready, counts: drawn }: Atom,
  stream: Stream,
  sums: Float64Array,
  counts: Int32Array,
): void {
  const { keep, border, alias, bits } = table;
  const shift = 32 - bits;
  const low = 2 ** shift - 1;
  const { words } = stream;
  let at = stream.at;
  for (let r = 0; r < sums.length; ) {
    if (at === words.length) {
      stream.refill();
      at = 0;
    }
    for (const end = Math.min(sums.length, r + words.length - at); r < end; r++) {
      const word = words[at++]!;
      let cell = word >>> shift;
      const over = ((word & low) - keep[cell]!) | 0;
      // Kept or not is a coin's throw, which a branch would guess wrong: bits pick instead. All ones where it is kept.
      const kept = over === 0 && stream.ties() < border[cell]! ? -1 : over >> 31;
      cell = (cell & kept) | (alias[cell]! & ~kept);
      sums[r]! += ready[cell]!;
      counts[r]! += drawn[cell]!;
    }
  }
  stream.at = at;
}

/** Rows drawn uniformly, as many to a word as it has room for: a word below `limit` is that many digits to base n. */
type Draws = {
  readonly rows: Float64Array;
  readonly perWord: number;
  readonly limit: number;
};

function drawsOf(rows: Float64Array): Draws {
  const n = rows.length;
  let perWord = 1;
  while (n > 1 && n ** (perWord + 1) <= 2 ** 32) perWord++;
  const span = n ** perWord;
  return { rows, perWord, limit: 2 ** 32 - (2 ** 32 % span) };
}

function addRows({ rows, perWord, limit }: Draws, count: number, stream: Stream): number {
  const n = rows.length;
  if (n === 1) return count * rows[0]!;
  let sum = 0;
  for (let left = count; left > 0; ) {
    let word = nextWord(stream);
    while (word >= limit) word = nextWord(stream);
    for (let i = 0; i < perWord && left > 0; i++, left--) {
      const rest = Math.floor((word + 0.5) / n);
      sum += rows[word - rest * n]!;
      word = rest;
    }
  }
  return sum;
}

import { TOLERANCE } from '../measure/tolerance.js';
import { START, type States, StateTable } from './state-table.js';
import { wordBuffer } from './word-buffer.js';

/**
 * The joint distribution of the signed sum S = Σ ±dᵢ and the sign count C = Σ ±1 over sign flips of n differences (of
 * clusters: S over their sums, C = Σ ±size). Zero differences count in C alone. Everything the paired test says is read from this: its p and its interval.
 */
export type SignFlips = {
  /** Queries: with clusters the sum of their sizes. */
  readonly n: number;
  readonly total: number;
  readonly sums: Float64Array;
  readonly counts: Int32Array;
  readonly weights: Float64Array;
  /** What the weights of all flips and `observed` add up to: 1, or the number of resamples and one. */
  readonly whole: number;
  /** Weight of the observed signs themselves: part of the exact distribution, added by hand to a sample. */
  readonly observed: number;
  readonly method: 'exact' | 'monte-carlo';
  readonly resamples: number | null;
};

/** Exact up to this many states of (S, C); 2^18 covers 18 all-different differences, and hundreds in a few steps. */
export const MAX_STATES = 2 ** 18;
export const RESAMPLES = 99_999;

/**
 * Exact by convolution over the distinct differences where that stays small, else a seeded sample of flips. With `sizes`
 * each difference is the sum over a cluster of so many queries, whose signs turn together.
 */
export function signFlips(
  differences: readonly number[],
  seed: number,
  sizes?: readonly number[],
): SignFlips {
  return exactFlips(differences, sizes) ?? sampledFlips(differences, seed, { sizes });
}

/** The whole distribution, or null where it has too many states. */
export function exactFlips(differences: readonly number[], sizes?: readonly number[]): SignFlips | null {
  let states: States | null = START;
  for (const group of distinct(differences, sizes)) {
    if (states.sums.length * (group.multiplicity + 1) > 4 * MAX_STATES) return null;
    states = convolve(states, group);
    if (states === null) return null;
  }
  return {
    n: sizes === undefined ? differences.length : sum(sizes),
    total: sum(differences),
    ...states,
    whole: 1,
    observed: 0,
    method: 'exact',
    resamples: null,
  };
}

type Group = { readonly value: number; readonly size: number; multiplicity: number };

/** Differences of one size within the tolerance of each other are one, as sums of fractions of different make often are. */
function distinct(differences: readonly number[], sizes?: readonly number[]): readonly Group[] {
  const groups: Group[] = [];
  const sorted = differences
    .map((value, i) => ({ value, size: sizes?.[i] ?? 1 }))
    .sort((a, b) => a.size - b.size || a.value - b.value);
  for (const { value, size } of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && size === last.size && value - last.value <= TOLERANCE) last.multiplicity++;
    else groups.push({ value, size, multiplicity: 1 });
  }
  return groups;
}

/**
 * Adds `multiplicity` differences of one value: j of them turned negative has the binomial mass of j at one half. States
 * with the same count and the same sum (to the tolerance) are merged, which keeps their number small. Null: too many.
 */
function convolve(states: States, { value, size, multiplicity }: Group): States | null {
  const masses = binomialHalf(multiplicity);
  const table = new StateTable(Math.min(states.sums.length * (multiplicity + 1), MAX_STATES));
  for (let s = 0; s < states.sums.length; s++) {
    for (let j = 0; j <= multiplicity; j++) {
      const sign = multiplicity - 2 * j;
      const weight = states.weights[s]! * masses[j]!;
      if (!table.add(states.sums[s]! + sign * value, states.counts[s]! + sign * size, weight)) return null;
    }
  }
  return table.states();
}

/** Binomial(m, 1/2) masses, from the middle outwards so that none is lost to underflow while its neighbours are not. */
function binomialHalf(m: number): Float64Array {
  const masses = new Float64Array(m + 1);
  const middle = m >> 1;
  masses[middle] = 1;
  for (let j = middle; j < m; j++) masses[j + 1] = (masses[j]! * (m - j)) / (j + 1);
  for (let j = middle; j > 0; j--) masses[j - 1] = (masses[j]! * j) / (m - j + 1);
  const scale = masses.reduce((a, b) => a + b, 0);
  return masses.map((mass) => mass / scale);
}

/**
 * Seeded flips. Eight differences at a time: a random byte picks one of 256 ready sums, so a resample costs n / 8
 * additions. The observed signs count as one resample more (Davison and Hinkley 1997, 4.2.1). The same seed turns the same
 * signs whatever the differences, so that flips of several columns over the same queries belong together.
 */
export function sampledFlips(
  differences: readonly number[],
  seed: number,
  options: { readonly sizes?: readonly number[] | undefined; readonly resamples?: number } = {},
): SignFlips {
  const { sizes, resamples = RESAMPLES } = options;
  const drawn = draw(byteTables(differences, sizes), seed, resamples);
  return {
    n: sizes === undefined ? differences.length : sum(sizes),
    total: sum(differences),
    ...drawn,
    // Whole numbers, so that p is (b + 1) / (B + 1) to the last digit, in whatever order they are added.
    weights: new Float64Array(resamples).fill(1),
    whole: resamples + 1,
    observed: 1,
    method: 'monte-carlo',
    resamples,
  };
}

type ByteTables = { readonly groups: number; readonly sums: Float64Array; readonly counts: Int32Array };

function draw({ groups, sums: ready, counts: signs }: ByteTables, seed: number, resamples: number) {
  const { words, refill } = wordBuffer(seed);
  const sums = new Float64Array(resamples);
  const counts = new Int32Array(resamples);
  let at = 0;
  for (let r = 0; r < resamples; r++) {
    let [total, count, word] = [0, 0, 0];
    for (let g = 0; g < groups; g++) {
      if ((g & 3) === 0) {
        if (at === words.length) {
          refill();
          at = 0;
        }
        word = words[at++]! | 0;
      } else word >>>= 8;
      const cell = (g << 8) | (word & 255);
      total += ready[cell]!;
      count += signs[cell]!;
    }
    sums[r] = total;
    counts[r] = count;
  }
  return { sums, counts };
}

/** 256 ready sums for each eight differences, one after the other; the last group may hold fewer. */
function byteTables(differences: readonly number[], sizes?: readonly number[]): ByteTables {
  const groups = Math.ceil(differences.length / 8);
  const sums = new Float64Array(256 * groups);
  const counts = new Int32Array(256 * groups);
  for (let i = 0; i < differences.length; i++) {
    const [value, size] = [differences[i]!, sizes?.[i] ?? 1];
    const start = (i >> 3) << 8;
    for (let byte = 0; byte < 256; byte++) {
      const sign = (byte >> (i & 7)) & 1 ? 1 : -1;
      sums[start + byte]! += sign * value;
      counts[start + byte]! += sign * size;
    }
  }
  return { groups, sums, counts };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

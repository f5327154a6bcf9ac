import { TOLERANCE } from '../measure/protocol.js';
import { randomWords } from '../measure/random.js';

/**
 * The joint distribution of the signed sum S = Σ ±dᵢ and the sign count C = Σ ±1 over sign flips of n differences.
 * Zero differences count in C alone. Everything the paired test says is read from this: its p and its interval.
 */
export type SignFlips = {
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

/** Exact by convolution over the distinct differences where that stays small, else a seeded sample of flips. */
export function signFlips(differences: readonly number[], seed: number): SignFlips {
  return exactFlips(differences) ?? sampledFlips(differences, seed);
}

/** The whole distribution, or null where it has too many states. */
export function exactFlips(differences: readonly number[]): SignFlips | null {
  let states: States = { sums: Float64Array.of(0), counts: Int32Array.of(0), weights: Float64Array.of(1) };
  for (const { value, multiplicity } of distinct(differences)) {
    if (states.sums.length * (multiplicity + 1) > 4 * MAX_STATES) return null;
    states = convolve(states, value, multiplicity, differences.length);
    if (states.sums.length > MAX_STATES) return null;
  }
  return {
    n: differences.length,
    total: sum(differences),
    ...states,
    whole: 1,
    observed: 0,
    method: 'exact',
    resamples: null,
  };
}

type States = { readonly sums: Float64Array; readonly counts: Int32Array; readonly weights: Float64Array };

/** Differences within the tolerance of each other are one value, as sums of fractions of different make often are. */
function distinct(differences: readonly number[]): readonly { value: number; multiplicity: number }[] {
  const groups: { value: number; multiplicity: number }[] = [];
  for (const value of [...differences].sort((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last !== undefined && value - last.value <= TOLERANCE) last.multiplicity++;
    else groups.push({ value, multiplicity: 1 });
  }
  return groups;
}

/**
 * Adds `multiplicity` differences of one value: j of them turned negative has the binomial mass of j at one half. States
 * with the same count and the same sum (to the tolerance) are merged, which keeps their number small.
 */
function convolve(states: States, value: number, multiplicity: number, n: number): States {
  const masses = binomialHalf(multiplicity);
  const index = new Map<number, number>();
  const size = states.sums.length * (multiplicity + 1);
  const sums = new Float64Array(size);
  const counts = new Int32Array(size);
  const weights = new Float64Array(size);
  let used = 0;
  for (let s = 0; s < states.sums.length; s++) {
    for (let j = 0; j <= multiplicity; j++) {
      const sign = multiplicity - 2 * j;
      const total = states.sums[s]! + sign * value;
      const count = states.counts[s]! + sign;
      const key = Math.round(total / TOLERANCE) * (2 * n + 1) + count;
      let at = index.get(key);
      if (at === undefined) {
        at = used++;
        index.set(key, at);
        sums[at] = total;
        counts[at] = count;
      }
      weights[at]! += states.weights[s]! * masses[j]!;
    }
  }
  return { sums: sums.slice(0, used), counts: counts.slice(0, used), weights: weights.slice(0, used) };
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
 * additions. The observed signs count as one resample more (Davison and Hinkley 1997, 4.2.1).
 */
export function sampledFlips(
  differences: readonly number[],
  seed: number,
  resamples: number = RESAMPLES,
): SignFlips {
  const tables = byteTables(differences);
  const words = randomWords(seed);
  const sums = new Float64Array(resamples);
  const counts = new Int32Array(resamples);
  const groups = tables.length;
  for (let r = 0; r < resamples; r++) {
    let total = 0;
    let count = 0;
    let word = 0;
    for (let g = 0; g < groups; g++) {
      word = (g & 3) === 0 ? words() : word >>> 8;
      total += tables[g]!.sums[word & 255]!;
      count += tables[g]!.counts[word & 255]!;
    }
    sums[r] = total;
    counts[r] = count;
  }
  return {
    n: differences.length,
    total: sum(differences),
    sums,
    counts,
    // Whole numbers, so that p is (b + 1) / (B + 1) to the last digit, in whatever order they are added.
    weights: new Float64Array(resamples).fill(1),
    whole: resamples + 1,
    observed: 1,
    method: 'monte-carlo',
    resamples,
  };
}

function byteTables(differences: readonly number[]) {
  return Array.from({ length: Math.ceil(differences.length / 8) }, (_, g) => {
    const part = differences.slice(8 * g, 8 * g + 8);
    const sums = new Float64Array(256);
    const counts = new Int32Array(256);
    for (let byte = 0; byte < 256; byte++) {
      part.forEach((value, bit) => {
        const sign = (byte >> bit) & 1 ? 1 : -1;
        sums[byte]! += sign * value;
        counts[byte]! += sign;
      });
    }
    return { sums, counts };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

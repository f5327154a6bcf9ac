import { TOLERANCE } from '../measure/tolerance.js';

/** States of a convolution: a sum, a whole number that goes with it, and the mass of all ways to get there. */
export type States = {
  readonly sums: Float64Array;
  readonly counts: Int32Array;
  readonly weights: Float64Array;
};

export const START: States = {
  sums: Float64Array.of(0),
  counts: Int32Array.of(0),
  weights: Float64Array.of(1),
};

/**
 * Collects states, merging those with one count and one sum (to the tolerance), in the order in which they are first seen.
 * Open addressing over typed arrays: a Map of doubles is ten times slower.
 */
export class StateTable {
  readonly #sums: Float64Array;
  readonly #counts: Int32Array;
  readonly #weights: Float64Array;
  readonly #keys: Float64Array;
  readonly #slots: Int32Array;
  #used = 0;

  /** `capacity` is the most states that can be held. */
  constructor(capacity: number) {
    this.#sums = new Float64Array(capacity);
    this.#counts = new Int32Array(capacity);
    this.#weights = new Float64Array(capacity);
    this.#keys = new Float64Array(capacity);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * capacity + 1)));
  }

  /** False where the state is new and there is no room for it. */
  add(sum: number, count: number, weight: number): boolean {
    const key = Math.round(sum / TOLERANCE);
    const mask = this.#slots.length - 1;
    for (let slot = hash(key, count) & mask; ; slot = (slot + 1) & mask) {
      const at = this.#slots[slot]! - 1;
      if (at < 0) return this.#insert(slot, key, sum, count, weight);
      if (this.#keys[at] !== key || this.#counts[at] !== count) continue;
      this.#weights[at]! += weight;
      return true;
    }
  }

  #insert(slot: number, key: number, sum: number, count: number, weight: number): boolean {
    const at = this.#used;
    if (at === this.#sums.length) return false;
    this.#used = at + 1;
    this.#slots[slot] = at + 1;
    this.#keys[at] = key;
    this.#sums[at] = sum;
    this.#counts[at] = count;
    this.#weights[at] = weight;
    return true;
  }

  states(): States {
    return {
      sums: this.#sums.slice(0, this.#used),
      counts: this.#counts.slice(0, this.#used),
      weights: this.#weights.slice(0, this.#used),
    };
  }
}

/** Only where a state is stored hangs on this, nothing that is read. */
function hash(key: number, count: number): number {
  const high = Math.floor(key / 2 ** 32);
  let h = Math.imul((key - high * 2 ** 32) | 0, 0x9e3779b1) ^ Math.imul(high ^ (count << 7), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

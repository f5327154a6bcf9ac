import { randomWords, seededState } from '../measure/random.js';

const SIZE = 4096;

/**
 * The words of `randomWords(seed)`, the same ones in the same order, made thousands at a time: the state of the generator
 * then stays in registers, where a call for each word stores it. A hot loop reads `words[at]` and calls `refill` when `at`
 * reaches the end.
 */
export type WordBuffer = {
  readonly words: Uint32Array;
  readonly refill: () => void;
};

/** sfc32 as in `randomWords`, from the same state; the first `refill` is made here. */
export function wordBuffer(seed: number): WordBuffer {
  const words = new Uint32Array(SIZE);
  const state = stateOf(seed);
  const refill = () => fill(words, state);
  refill();
  return { words, refill };
}

function fill(words: Uint32Array, state: Int32Array): void {
  let [a, b, c, counter] = [state[0]!, state[1]!, state[2]!, state[3]!];
  for (let i = 0; i < words.length; i++) {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    words[i] = t;
  }
  state.set([a, b, c, counter]);
}

/** The state after seeding and warming up, exactly that of `randomWords`. */
function stateOf(seed: number): Int32Array {
  const state = Int32Array.from(seededState(seed));
  fill(new Uint32Array(12), state);
  return state;
}

/** A seed of its own for each of `count` streams, so that their work can be split and the digits stay the same. */
export function streamSeeds(seed: number, count: number): readonly number[] {
  const words = randomWords(seed);
  return Array.from({ length: count }, () => words());
}

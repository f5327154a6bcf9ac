/** Uniform 32-bit words from a seed, the same on every machine: only integer operations are used. */
export type RandomWords = () => number;

/** sfc32 (Chris Doty-Humphrey's small fast counting generator, PractRand), seeded through splitmix32. */
export function randomWords(seed: number): RandomWords {
  let [a, b, c, counter] = seededState(seed);
  const next = () => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** The generator's state before it is warmed up by twelve steps. */
export function seededState(seed: number): [number, number, number, number] {
  let s = seed >>> 0;
  const split = () => {
    s = (s + 0x9e3779b9) | 0;
    let z = s ^ (s >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return (z ^ (z >>> 15)) | 0;
  };
  return [split(), split(), split(), 1];
}

/** A whole number from 0 to `below` - 1, without bias; `below` is at most 2^32. */
export function randomInt(words: RandomWords, below: number): number {
  const limit = 2 ** 32 - (2 ** 32 % below);
  for (;;) {
    const word = words();
    if (word < limit) return word % below;
  }
}

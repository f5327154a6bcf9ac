/** Where the posting of a text stands in the list of a term, or -1 where the text lacks the term. */
export type PostingPlaces = (term: number, text: number) => number;

/** A term in at least one of so many texts gets a bitmap: there it takes less than a quarter of what its postings take. */
const COMMON = 16;
/** A list that is as short as this is searched in a few steps. */
const SHORT = 32;

/**
 * Finds postings without reading lists from their beginning. A rare term's list is halved until the text is found; a common term has
 * a bitmap of its texts, and for every 32 of them the number of postings before, so that counting bits gives the place
 * (rank over a bit vector, Jacobson 1989).
 */
export function postingPlaces(size: number, starts: Int32Array, numbers: Int32Array): PostingPlaces {
  const words = Math.ceil(size / 32);
  const { bases, maps } = bitmaps(words, size, starts, numbers);
  return (term, text) => {
    const base = bases[term]!;
    if (base < 0) return halved(numbers, starts[term]!, starts[term + 1]!, text);
    const at = base + 2 * (text >>> 5);
    const bits = maps[at]!;
    if (((bits >>> (text & 31)) & 1) === 0) return -1;
    return maps[at + 1]! + onesOf(bits & ((1 << (text & 31)) - 1));
  };
}

/** Bits and the place of the first of them stand side by side, since they are read together. */
function bitmaps(words: number, size: number, starts: Int32Array, numbers: Int32Array) {
  const terms = starts.length - 1;
  const bases = new Int32Array(terms).fill(-1);
  const least = Math.max(SHORT, size / COMMON);
  let common = 0;
  for (let term = 0; term < terms; term++)
    if (starts[term + 1]! - starts[term]! >= least) bases[term] = 2 * words * common++;
  const maps = new Int32Array(2 * words * common);
  for (let term = 0; term < terms; term++) {
    const base = bases[term]!;
    if (base >= 0) fill(maps.subarray(base, base + 2 * words), numbers, starts[term]!, starts[term + 1]!);
  }
  return { bases, maps };
}

function fill(map: Int32Array, numbers: Int32Array, start: number, end: number): void {
  for (let at = start; at < end; at++) map[2 * (numbers[at]! >>> 5)]! |= 1 << (numbers[at]! & 31);
  let place = start;
  for (let word = 0; word < map.length; word += 2) {
    map[word + 1] = place;
    place += onesOf(map[word]!);
  }
}

function halved(numbers: Int32Array, start: number, end: number, text: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low < end && numbers[low] === text ? low : -1;
}

/** The number of bits that are set, of 32 (Warren, Hacker's Delight, 5-1). */
function onesOf(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

import type { TopicHits } from './topic-hits.js';

/** Two ids that differ in nothing but leading zeros or the case of letters. */
export type Lookalike = { readonly found: string; readonly wanted: string };

/** Without leading zeros and in small letters: what is the same by eye. */
export function plainId(id: string): string {
  return id.toLowerCase().replace(/^0+(?=.)/, '');
}

/**
 * A hit that looks like a wanted id and is none. Most hits are told by their last two letters, so that nearly none is made a string. `known` tells
 * the hits that are labelled themselves.
 */
export function findLookalike(
  hits: TopicHits,
  wanted: readonly string[],
  known: (i: number) => boolean,
): Lookalike | null {
  const plain = new Map(wanted.map((id) => [plainId(id), id]));
  // Letters beyond ASCII differ from their capitals in more than one bit.
  const ends = new Set([...plain.keys()].flatMap((id) => [endOf(id), endOf(id.toUpperCase())]));
  for (let i = 0; i < hits.count; i++) {
    if (!ends.has(endKey(hits.bytes, hits.starts[i]!, hits.ends[i]!))) continue;
    const match = plain.get(plainId(hits.id(i)));
    if (match !== undefined && !known(i)) return { found: hits.id(i), wanted: match };
  }
  return null;
}

function endOf(id: string): number {
  const bytes = Buffer.from(id);
  return endKey(bytes, 0, bytes.length);
}

/** The last two bytes but for the bit that parts small letters from capital ones; one byte where there is no other but a zero. */
function endKey(bytes: Uint8Array, start: number, end: number): number {
  const last = bytes[end - 1]! | 0x20;
  const before = end - 2 >= start ? bytes[end - 2]! | 0x20 : 0x30;
  return (before << 8) | last;
}

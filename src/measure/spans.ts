import type { Place } from '../types.js';

/** Stretches of one page, sorted and apart: [start, end) pairs of UTF-16 offsets. */
type Stretch = { start: number; end: number };
export type Cover = ReadonlyMap<string, readonly Stretch[]>;

/** The union of places: what several of them hold is there once. */
export function coverOf(places: readonly Place[]): Cover {
  const byDoc = new Map<string, Stretch[]>();
  const sorted = [...places].filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  for (const { doc, start, end } of sorted) {
    const stretches = byDoc.get(doc) ?? [];
    byDoc.set(doc, stretches);
    const last = stretches.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  return byDoc;
}

/** Characters of a union. */
export function charsOf(cover: Cover): number {
  let chars = 0;
  for (const stretches of cover.values()) for (const { start, end } of stretches) chars += end - start;
  return chars;
}

/** Characters that two unions share. */
export function sharedChars(a: Cover, b: Cover): number {
  let chars = 0;
  for (const [doc, stretches] of a) {
    const others = b.get(doc) ?? [];
    for (const one of stretches)
      for (const other of others)
        chars += Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
  }
  return chars;
}

/** Characters of each place added up, those that several hold as often as they do. */
export function charsOfAll(places: readonly Place[]): number {
  return places.reduce((sum, { start, end }) => sum + end - start, 0);
}

export function overlaps(a: Place, b: Place): boolean {
  return a.doc === b.doc && a.start < b.end && b.start < a.end;
}

/** Characters that two stretches share, 0 where they are of different pages. */
export function sharedOf(a: Place, b: Place): number {
  return a.doc === b.doc ? Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start)) : 0;
}

import type { CanCut } from './graphemes.js';

/** A stretch of a text in UTF-16 code units: `text.slice(start, end)`. */
export type Range = { readonly start: number; readonly end: number };

/** The range without white space at its ends, or null where nothing else is in it. A blank that carries a combining mark stays. */
export function trimmed(text: string, { start, end }: Range, canCut: CanCut): Range | null {
  const stretch = text.slice(start, end);
  const length = stretch.trimEnd().length;
  if (length === 0) return null;
  const first = start + stretch.length - stretch.trimStart().length;
  return { start: canCut(first) ? first : Math.max(start, first - 1), end: start + length };
}

/** The stretches between cuts, which lie inside the range and ascend. */
export function between({ start, end }: Range, cuts: readonly number[]): readonly Range[] {
  const starts = [start, ...cuts];
  return starts.map((from, i) => ({ start: from, end: starts[i + 1] ?? end }));
}

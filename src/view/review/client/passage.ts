import type { RankedHit, ReviewCase, ReviewData } from '../review-types.js';
import { holds } from './hit-marks.js';

export type Passage = { readonly text: string; readonly start: number };

/** The text of a stretch of a page as far as the page holds it; null where it does not. Without a place it is the page's beginning. */
export function passageAt(data: ReviewData, doc: number, start: number, end: number): Passage | null {
  const stretches = data.texts.pages[String(doc)] ?? [];
  if (start === -1) {
    const first = stretches.find(([from]) => from === 0);
    return first === undefined ? null : { text: first[1], start: 0 };
  }
  const found = stretches.find(([from, text]) => from <= start && start < from + text.length);
  if (found === undefined) return null;
  return { text: found[1].slice(start - found[0], end - found[0]), start };
}

/** The labelled spans that a hit holds some of. */
export function goldIn(
  item: ReviewCase,
  hit: RankedHit,
): readonly { readonly start: number; readonly end: number }[] {
  return item.labels.flatMap((label) =>
    label.doc === hit[0] &&
    label.grade > 0 &&
    label.start !== undefined &&
    label.end !== undefined &&
    holds(hit, label)
      ? [{ start: label.start, end: label.end }]
      : [],
  );
}

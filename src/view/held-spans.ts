import { tokensOf } from '../chunk/token-size.js';
import { hitsWithinBudget } from '../compare/ranking-cut.js';
import { type Cover, coverOf, sharedChars } from '../measure/spans.js';
import { withinBudget } from '../measure/token-budget.js';
import type { Hit, Label, Place } from '../types.js';

/** What the hits within a budget of tokens hold. */
export type BudgetHeld = {
  /** So many hits; the last of them may be cut. */
  readonly hits: number;
  /** Whether the budget is used up by them. */
  readonly full: boolean;
  readonly cover: Cover;
};

/** Null where the place or the text of a hit is not known. */
export function heldWithinBudget(
  hits: readonly Hit[],
  tokens: number,
  textOf: (hit: Hit) => string | undefined,
): BudgetHeld | null {
  const count = hitsWithinBudget(hits, { tokens, textOf });
  if (count === null) return null;
  const first = hits.slice(0, count);
  const retrieved = placesOf(first);
  if (retrieved === null) return null;
  const texts = first.map((hit) => textOf(hit)!);
  const full = texts.reduce((sum, text) => sum + tokensOf(text), 0) >= tokens;
  const places = withinBudget({ retrieved, texts, labels: [], holding: null }, tokens, 'budget');
  return { hits: count, full, cover: coverOf(places) };
}

/** What all of some hits hold together; null where the place of one is not known. */
export function coverOfHits(hits: readonly Hit[]): Cover | null {
  const places = placesOf(hits);
  return places === null ? null : coverOf(places);
}

function placesOf(hits: readonly Hit[]): readonly Place[] | null {
  const places = hits.flatMap(({ docId, start, end }) =>
    start === undefined || end === undefined ? [] : [{ doc: docId, start, end }],
  );
  return places.length < hits.length ? null : places;
}

/** The share of a labelled stretch that is held, from 0 to 1; null where the label names a page alone. */
export function heldShare({ doc, start, end }: Label, cover: Cover): number | null {
  if (start === undefined || end === undefined || end <= start) return null;
  return sharedChars(coverOf([{ doc, start, end }]), cover) / (end - start);
}

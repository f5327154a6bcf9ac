import { tokenize } from '../retrieve/tokenize.js';

/** Where terms stand in a text, in UTF-16 offsets. */
export type TermPlace = { readonly start: number; readonly end: number; readonly terms: readonly string[] };

const WORD = /[\p{L}\p{M}\p{N}_]+(?:[-.][\p{L}\p{M}\p{N}_]+)*/gu;

/**
 * The places of a text's terms, in order and apart, by the words that BM25 searches: the terms of all places, one after the other, are those of a composed (NFC) text. A run of writing
 * without spaces is cut into its words where lower-casing and composing leave it as long as it was, else it is one place.
 */
export function termPlaces(text: string): readonly TermPlace[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const terms = tokenize(word);
    return terms.length < 2 ? [{ start: index, end: index + word.length, terms }] : apart(word, index, terms);
  });
}

function apart(word: string, index: number, terms: readonly string[]): readonly TermPlace[] {
  const lower = word.toLowerCase().normalize('NFC');
  if (lower.length !== word.length) return [{ start: index, end: index + word.length, terms }];
  let from = 0;
  return terms.map((term) => {
    const at = lower.indexOf(term, from);
    from = at + term.length;
    return { start: index + at, end: index + from, terms: [term] };
  });
}

import { tokenize } from '../../../retrieve/tokenize.js';

export type Piece = { readonly text: string; readonly gold: boolean; readonly term: boolean };

/** Terms of fewer letters stand everywhere, and so do these: marking them would hide the others. */
const LEAST_LETTERS = 3;
const COMMON = new Set(
  'the and for with that this are was were you your its our from into how what when where which who why can could should would does did has have had not but all any out use via'.split(
    ' ',
  ),
);
/** So much of a text is shown, around what is labelled where that is far inside. */
const MOST = 3000;
const BEFORE = 400;

export type Cut = {
  readonly text: string;
  readonly start: number;
  readonly before: number;
  readonly after: number;
};

/** The part of a long text that is worth showing: from its beginning, or from shortly before `from`. Never begins or ends inside a character. */
export function cutAround(text: string, start: number, from: number | null): Cut {
  if (text.length <= MOST) return { text, start, before: 0, after: 0 };
  const wanted = from === null || from - start < MOST - BEFORE ? 0 : from - start - BEFORE;
  const first = isLow(text, wanted) ? wanted - 1 : wanted;
  const end = Math.min(text.length, first + MOST);
  const last = isLow(text, end) ? end - 1 : end;
  return { text: text.slice(first, last), start: start + first, before: first, after: text.length - last };
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}

/** A text in pieces: which of them are labelled, and which are terms of the query. `start` and spans are offsets in the page. */
export function highlighted(
  text: string,
  start: number,
  golds: readonly { readonly start: number; readonly end: number }[],
  query: string,
): readonly Piece[] {
  const terms = termPlaces(text, query);
  const spans = golds.map((gold) => [gold.start - start, gold.end - start] as const);
  const cuts = [...spans, ...terms].flat().filter((at) => at > 0 && at < text.length);
  const ends = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b);
  let next = 0;
  return ends.slice(0, -1).map((from, i) => {
    while (next < terms.length && terms[next]![1] <= from) next++;
    const term = next < terms.length && terms[next]![0] <= from;
    return {
      text: visible(text.slice(from, ends[i + 1])),
      gold: spans.some(([low, high]) => low <= from && from < high),
      term,
    };
  });
}

const WORD = /[\p{L}\p{M}\p{N}_]+(?:[-.][\p{L}\p{M}\p{N}_]+)*/gu;

/** Where words of the query stand, in order and apart. */
function termPlaces(text: string, query: string): readonly (readonly [number, number])[] {
  const wanted = new Set(
    tokenize(query.slice(0, 10_000)).filter((term) => [...term].length >= LEAST_LETTERS && !COMMON.has(term)),
  );
  if (wanted.size === 0) return [];
  return [...text.matchAll(WORD)].flatMap((found) =>
    tokenize(found[0]).some((term) => wanted.has(term))
      ? [[found.index, found.index + found[0].length] as const]
      : [],
  );
}

/** Control characters and bidirectional overrides become visible; line ends and tabs stay, and so do all offsets. */
export function visible(text: string): string {
  return text
    .replace(/\r\n/g, ' \n')
    .replace(/(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

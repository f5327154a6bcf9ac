import { type TermPlace, termPlaces } from '../../../judge/term-places.js';
import type { QueryTerm } from '../judge-types.js';
import type { Mark } from './drafts.js';

export type Piece = {
  readonly start: number;
  readonly text: string;
  readonly heading: boolean;
  /** A word of the query; a common one tells less. */
  readonly term: 'telling' | 'common' | null;
  /** By its place among the marks. */
  readonly mark: number | null;
};

type Stretch = { readonly start: number; readonly end: number };

/** Where words of a query stand in a text, each with whether it is a common one. */
export type FoundTerm = TermPlace & { readonly common: boolean };

export function foundTerms(text: string, terms: readonly QueryTerm[]): readonly FoundTerm[] {
  const commonness = new Map(terms.map(({ term, common }) => [term, common]));
  return termPlaces(text).flatMap((place) => {
    const known = place.terms.filter((term) => commonness.has(term));
    return known.length === 0
      ? []
      : [{ ...place, terms: known, common: known.every((term) => commonness.get(term)) }];
  });
}

/** A text cut wherever a heading, a word of the query or a mark begins or ends; put together again it is the text, in its own offsets. `also` is one more place to cut at. */
export function piecesOf(
  text: string,
  found: readonly FoundTerm[],
  marks: readonly Mark[],
  also: number,
): readonly Piece[] {
  const shown = visible(text);
  const headings = headingsIn(text);
  const cuts = [...headings, ...found, ...marks].flatMap(({ start, end }) => [start, end]);
  const ends = [...new Set([0, also, ...cuts, text.length])]
    .filter((at) => at >= 0 && at <= text.length)
    .sort((a, b) => a - b);
  const [inHeading, inTerm] = [cursor(headings), cursor(found)];
  return ends.slice(0, -1).map((start, i) => {
    const term = inTerm(start);
    const mark = marks.findIndex((one) => one.start <= start && start < one.end);
    return {
      start,
      text: shown.slice(start, ends[i + 1]),
      heading: inHeading(start) !== null,
      term: term === null ? null : term.common ? 'common' : 'telling',
      mark: mark === -1 ? null : mark,
    };
  });
}

/** Which of the stretches, in order and apart, holds an offset; asked for rising offsets. */
function cursor<T extends Stretch>(stretches: readonly T[]): (at: number) => T | null {
  let next = 0;
  return (at) => {
    while (next < stretches.length && stretches[next]!.end <= at) next++;
    const one = stretches[next];
    return one !== undefined && one.start <= at ? one : null;
  };
}

/** Lines that begin with `#`, but those of fenced code. */
function headingsIn(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  let fence: string | null = null;
  for (const { 0: line, index } of text.matchAll(/^[^\n]*/gm)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    } else if (fence === null && /^ {0,3}#{1,6}[ \t]/.test(line))
      found.push({ start: index, end: index + line.length });
  }
  return found;
}

/** Control characters and bidirectional overrides become visible; line ends and tabs stay, and so do all offsets. */
export function visible(text: string): string {
  return text
    .replace(/\r\n/g, ' \n')
    .replace(/(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

import { densest } from '../judge/densest.js';
import { termPlaces } from '../judge/term-places.js';
import type { QueryTerm } from '../judge/term-weights.js';
import { plain } from '../view/tables.js';

/** So many characters are shown at a time. */
const SHOWN = 1500;
const BEFORE = 200;

/** Where to begin reading: at the line shortly before the densest passage, or at the top. */
export function firstPlace(text: string, terms: readonly QueryTerm[]): number {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const passage = densest(text, termPlaces(text), weights);
  if (passage === null || passage.end < SHOWN) return 0;
  const wanted = passage.start - BEFORE;
  const line = text.lastIndexOf('\n', wanted) + 1;
  return wanted - line > BEFORE ? wordStart(text, wanted) : line;
}

/** Where the part that begins at an offset ends: at a line's end where one is near. */
export function placeAfter(text: string, from: number): number {
  if (text.length - from <= SHOWN) return text.length;
  const line = text.lastIndexOf('\n', from + SHOWN);
  return line > from + SHOWN / 2 ? line + 1 : wordStart(text, from + SHOWN);
}

function wordStart(text: string, at: number): number {
  const blank = text.lastIndexOf(' ', at);
  if (at - blank < 80) return blank + 1;
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}

/** A part of a page for the terminal: no control sequence of its own, the query's telling words set off where `emphasis` is asked for. */
export function shownPart(part: string, terms: readonly QueryTerm[], emphasis: boolean): string {
  const telling = new Set(terms.flatMap(({ term, common }) => (common ? [] : [term])));
  const lines = part.replace(/\r\n?/g, '\n').split('\n');
  return lines
    .map((line) => (emphasis ? setOff(line, telling) : plain(line)))
    .join('\n')
    .trimEnd();
}

function setOff(line: string, telling: ReadonlySet<string>): string {
  let shown = '';
  let from = 0;
  for (const { start, end, terms } of termPlaces(line)) {
    if (!terms.some((term) => telling.has(term))) continue;
    shown += `${plain(line.slice(from, start))}\u001B[1;4m${plain(line.slice(start, end))}\u001B[0m`;
    from = end;
  }
  return shown + plain(line.slice(from));
}

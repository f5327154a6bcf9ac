import { canCutIn } from './graphemes.js';
import { isInside, protectedBlocks } from './protected-blocks.js';
import { between, type Range, trimmed } from './range.js';

/** A line that begins something of its own in Markdown: a heading, quote, row, list item, rule or fence. */
const OWN_LINE = /^[ \t]*(?:[#>|]|[-*+][ \t]|\d{1,9}[.)][ \t]|[-=*_]{3,}[ \t]*$|```|~~~)/;
const HEADING_LINE = /^ {0,3}#{1,6}(?:[ \t]|$)/;

/**
 * The sentences of a page in order, without the white space between them, as Unicode's rules (UAX 29) cut them in the
 * given language. A line break inside a paragraph ends no sentence; a code fence or table row is one.
 */
export function sentenceRanges(text: string, locale: string): readonly Range[] {
  const blocks = protectedBlocks(text);
  const canCut = canCutIn(text);
  const segments = new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(unwrapped(text, blocks));
  const starts = [...segments].map(({ index }) => index);
  const cuts = starts.filter((at) => at > 0 && !isInside(blocks, at) && canCut(at));
  return between({ start: 0, end: text.length }, cuts).flatMap((range) => trimmed(text, range, canCut) ?? []);
}

/** The text at its length, with blanks for the line breaks inside paragraphs: a segmenter takes each break for an end. */
function unwrapped(text: string, blocks: readonly Range[]): string {
  let lineStart = 0;
  return text.replace(/\r\n|\n|\r/g, (lineEnd, at: number) => {
    const line = text.slice(lineStart, at);
    lineStart = at + lineEnd.length;
    const next = /[^\r\n]*/.exec(text.slice(lineStart, lineStart + 200))![0];
    const apart = line.trim() === '' || next.trim() === '' || HEADING_LINE.test(line) || OWN_LINE.test(next);
    const atBlock =
      isInside(blocks, at) ||
      isInside(blocks, at + 1) ||
      isInside(blocks, at - 1) ||
      isInside(blocks, lineStart + 1);
    return apart || atBlock ? lineEnd : ' '.repeat(lineEnd.length);
  });
}

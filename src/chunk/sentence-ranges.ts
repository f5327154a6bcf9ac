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
  const cuts = sentenceStarts(unwrapped(text, blocks), locale).filter(
    (at) => at > 0 && !isInside(blocks, at) && canCut(at),
  );
  return between({ start: 0, end: text.length }, cuts).flatMap((range) => trimmed(text, range, canCut) ?? []);
}

/** How much of a text is segmented at once. */
const WINDOW = 20_000;

/**
 * Where the segmenter has sentences begin. Each sentence takes it as long as the whole text is, so it is given the text in
 * windows, each from the beginning of the last sentence of the one before, which may not have ended there.
 */
function sentenceStarts(text: string, locale: string): readonly number[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  const starts: number[] = [];
  for (let [from, length] = [0, WINDOW]; from < text.length; ) {
    const found = [...segmenter.segment(text.slice(from, from + length))].map(({ index }) => from + index);
    const isLast = from + length >= text.length;
    if (isLast) return [...starts, ...found];
    starts.push(...found.slice(0, -1));
    length = found.length === 1 ? length * 2 : WINDOW;
    from = found.at(-1)!;
  }
  return starts;
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

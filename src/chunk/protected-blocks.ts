import type { Range } from './range.js';

type Line = Range & { readonly text: string };
type Fence = { readonly start: number; readonly mark: string; readonly quoted: boolean };

/** What may stand before a fence in its line: marks of quotes and lists, and blanks. */
const OPENING = /^((?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t>]|$))*[ \t]*)(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;
const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * The stretches of a Markdown page that lose their meaning when they are cut: each code fence, and each row of each table.
 * They are found line by line in one pass: a Markdown parser takes a second for half a megabyte. A fence that is never
 * closed ends with the page, as in Markdown.
 */
export function protectedBlocks(text: string): readonly Range[] {
  const blocks: Range[] = [];
  let fence: Fence | null = null;
  let previous: Line | null = null;
  let inTable = false;
  for (const line of linesOf(text)) {
    if (fence !== null) {
      const leftQuote: boolean = fence.quoted && !/^[ \t]*>/.test(line.text);
      if (!leftQuote && !closes(line.text, fence.mark)) continue;
      blocks.push({ start: fence.start, end: leftQuote ? line.start : line.end });
      fence = null;
      continue;
    }
    fence = fenceOf(line);
    inTable = fence === null && (inTable ? line.text.includes('|') : startsTable(previous, line));
    if (inTable && previous !== null && DELIMITER_ROW.test(line.text)) blocks.push(rowOf(previous));
    if (inTable) blocks.push(rowOf(line));
    previous = line;
  }
  if (fence !== null) blocks.push({ start: fence.start, end: text.length });
  return distinct(blocks);
}

/** Whether the offset is inside one of the blocks, which ascend, and not at its edge. */
export function isInside(blocks: readonly Range[], at: number): boolean {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.start < at) low = middle + 1;
    else high = middle;
  }
  return low > 0 && at < blocks[low - 1]!.end;
}

function fenceOf({ start, text }: Line): Fence | null {
  const found = OPENING.exec(text);
  if (found === null) return null;
  return { start: start + found[1]!.length, mark: found[2]!, quoted: found[1]!.includes('>') };
}

function closes(line: string, mark: string): boolean {
  const found = CLOSING.exec(line)?.[1];
  return found?.[0] === mark[0] && found !== undefined && found.length >= mark.length;
}

/** A table is told by its second line. */
function startsTable(previous: Line | null, line: Line): boolean {
  return previous?.text.includes('|') === true && line.text.includes('|') && DELIMITER_ROW.test(line.text);
}

function rowOf({ start, end }: Line): Range {
  return { start, end };
}

/** A row whose dashes look like a second delimiter row protects its forerunner twice. */
function distinct(blocks: readonly Range[]): readonly Range[] {
  return blocks.filter(({ start }, i) => i === 0 || start > blocks[i - 1]!.start);
}

/** Lines without their breaks. */
function* linesOf(text: string): Generator<Line> {
  const breaks = /\r\n|\n|\r/g;
  let start = 0;
  for (let found = breaks.exec(text); found !== null; found = breaks.exec(text)) {
    yield { start, end: found.index, text: text.slice(start, found.index) };
    start = breaks.lastIndex;
  }
  yield { start, end: text.length, text: text.slice(start) };
}

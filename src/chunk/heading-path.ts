import type { Doc } from '../types.js';
import { type Heading, topLevelHeadings } from './markdown.js';

/** Parsing is slow, and a page without such a line has no heading. */
const MAY_HEAD = /(^|[\r\n]) {0,3}#|[\r\n] {0,3}(=+|-+)[ \t]*(?=[\r\n]|$)/;

/** What stands before a text that begins at this offset of the page: its path and a blank line, or nothing where there is no path. */
export type HeaderAt = (offset: number) => string;

/**
 * The page's title and the headings that an offset stands under, as `Title > Chapter > Section`; a heading is its own
 * section's. A heading that says what the title or the one above it says is not told twice.
 */
export function headersOf(doc: Doc): HeaderAt {
  const headings = MAY_HEAD.test(doc.text) ? topLevelHeadings(doc.text) : [];
  const paths = pathsOf(headings);
  return (offset) => {
    const reading = offset + (/^\s*/.exec(doc.text.slice(offset))?.[0].length ?? 0);
    const path = paths.findLast(({ start }) => start <= reading)?.path ?? [];
    const names = [doc.title.trim(), ...path].filter((name, i, all) => name !== '' && name !== all[i - 1]);
    return names.length === 0 ? '' : `${names.join(' > ')}\n\n`;
  };
}

function pathsOf(headings: readonly Heading[]): readonly { start: number; path: readonly string[] }[] {
  let open: readonly Heading[] = [];
  return headings.map((heading) => {
    open = [...open.filter(({ depth }) => depth < heading.depth), heading];
    return { start: heading.start, path: open.map(({ text }) => text) };
  });
}

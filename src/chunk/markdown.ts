import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Range } from './range.js';

/** A heading at the top level of a page. Offsets are in UTF-16 code units. */
export type Heading = {
  /** 1 to 6. */
  readonly depth: number;
  /** Where its line begins. */
  readonly start: number;
  /** Its words, without marks. */
  readonly text: string;
  /** Whether it is underlined (setext), rather than marked by `#`. */
  readonly underlined: boolean;
};

/**
 * The headings at the top level of a page, in order. A Markdown parser finds them, since a line that starts with `## `
 * inside a fence, a list, a quote or an HTML block is no heading. It reads half a megabyte a second, so ask only where a
 * heading may be.
 */
export function topLevelHeadings(text: string): readonly Heading[] {
  return fromMarkdown(text).children.flatMap((node) => {
    const offset = node.position?.start.offset;
    if (node.type !== 'heading' || offset === undefined) return [];
    const start = Math.max(text.lastIndexOf('\n', offset), text.lastIndexOf('\r', offset)) + 1;
    const underlined = !text.startsWith('#'.repeat(node.depth), offset);
    return [{ depth: node.depth, start, text: wordsOf(node), underlined }];
  });
}

/** The text of a node and all in it, on one line. */
function wordsOf(node: object): string {
  return inner(node).replace(/\s+/g, ' ').trim();
}

function inner(node: {
  value?: unknown;
  alt?: unknown;
  type?: unknown;
  children?: readonly object[];
}): string {
  if (node.type === 'html') return '';
  if (typeof node.value === 'string') return node.value;
  if (typeof node.alt === 'string') return node.alt;
  return node.type === 'break' ? ' ' : (node.children ?? []).map(inner).join('');
}

/** Where a text is code: fences, indented blocks and code spans, in order. */
export function codeRanges(text: string): readonly Range[] {
  return codeIn(fromMarkdown(text));
}

type Node = {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly position?:
    | { readonly start: { offset?: number | undefined }; readonly end: { offset?: number | undefined } }
    | undefined;
};

function codeIn({ type, children = [], position }: Node): readonly Range[] {
  if (type !== 'code' && type !== 'inlineCode') return children.flatMap(codeIn);
  const [start, end] = [position?.start.offset, position?.end.offset];
  return start === undefined || end === undefined ? [] : [{ start, end }];
}

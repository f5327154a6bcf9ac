import { fromMarkdown } from 'mdast-util-from-markdown';

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

import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Chunker, ChunkSet, Doc } from '../types.js';
import { chunkerOf, type Span } from './chunk-set.js';

const chunker = chunkerOf({ name: 'headings', config: { chunker: 'headings', level: 2 }, spans: sections });

/**
 * One chunk for each `## ` section of a page. `#0` is what stands before the first one and is left out if blank, so that
 * the first section is `#1` on every page. Together the chunks cover the page. Without pages: the chunker itself.
 */
export function headings(): Chunker;
export function headings(docs: readonly Doc[]): ChunkSet;
export function headings(docs?: readonly Doc[]): Chunker | ChunkSet {
  return docs === undefined ? chunker : chunker.chunk(docs);
}

function sections(doc: Doc): readonly Span[] {
  const starts = [0, ...sectionStarts(doc.text)];
  const spans = starts.map((start, index) => ({ index, start, end: starts[index + 1] ?? doc.text.length }));
  return spans.filter(({ index, start, end }) => index > 0 || doc.text.slice(start, end).trim() !== '');
}

/** Parsing is slow, and most short texts have no such line, wherever it might stand. */
const MAY_CUT = /(^|[\r\n])[ >\-*+.)\d\t]*##/;

/**
 * Offsets of the lines that hold a `##` heading at the top level. A Markdown parser finds them, since a line that
 * starts with `## ` inside a fence, a list, a quote or an HTML block is no heading; setext headings (underlined) do not cut.
 */
function sectionStarts(text: string): readonly number[] {
  if (!MAY_CUT.test(text)) return [];
  const starts: number[] = [];
  for (const node of fromMarkdown(text).children) {
    const offset = node.position?.start.offset;
    if (node.type !== 'heading' || node.depth !== 2 || offset === undefined) continue;
    if (!text.startsWith('##', offset)) continue;
    starts.push(Math.max(text.lastIndexOf('\n', offset), text.lastIndexOf('\r', offset)) + 1);
  }
  return starts;
}

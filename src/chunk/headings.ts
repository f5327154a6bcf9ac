import { LabError } from '../errors.js';
import type { Chunker, ChunkSet, Doc } from '../types.js';
import { chunkerOf, type Span } from './chunk-set.js';
import { headersOf } from './heading-path.js';
import { topLevelHeadings } from './markdown.js';
import { called, knownOptions, limit, trueOrFalse, wrong } from './options.js';
import type { Range } from './range.js';
import { recursiveSplitter, splitRuleOf } from './recursive-split.js';
import { countTokens, DEFAULT_ENCODING, type Encoding, encodingOf } from './tokens.js';

export type HeadingsOptions = {
  /** Cuts at headings from level 2 to this one (2). The heading of level 1 is the page's title and cuts only with level 1. */
  readonly level?: number;
  /** A section of fewer tokens is one chunk with the next; the last one with the one before (no limit). */
  readonly minTokens?: number | null;
  /** A section of more tokens is cut recursively (no limit). */
  readonly maxTokens?: number | null;
  /** Whether a chunk is found by its text with the page's title and its headings before it (false). */
  readonly path?: boolean;
  readonly encoding?: Encoding;
};

type Setting = {
  readonly level: number;
  readonly minTokens: number | null;
  readonly maxTokens: number | null;
  readonly path: boolean;
  readonly encoding: Encoding;
};

/**
 * One chunk for each `## ` section of a page. `#0` is what stands before the first one and is left out if blank, so that
 * the first section is `#1` on every page. Together the chunks cover the page. With sizes the chunks are counted from
 * `#0` as they come. Without pages: the chunker itself.
 */
export function headings(options?: HeadingsOptions): Chunker;
export function headings(docs: readonly Doc[], options?: HeadingsOptions): ChunkSet;
export function headings(
  first?: readonly Doc[] | HeadingsOptions,
  second?: HeadingsOptions,
): Chunker | ChunkSet {
  return called(chunker, first, second);
}

function chunker(options: HeadingsOptions): Chunker {
  const setting = settingOf(options);
  const { level, ...others } = setting;
  const plain = setting.minTokens === null && setting.maxTokens === null && !setting.path;
  return chunkerOf({
    name: nameOf(setting),
    // What is cut by headings alone is called as it was before there were sizes: runs are told apart by their configuration.
    config: { chunker: 'headings', level, ...(plain ? {} : others) },
    spans: (doc) => withPath(doc, spansOf(doc.text, setting), setting),
  });
}

function settingOf(options: HeadingsOptions): Setting {
  const where = 'headings';
  knownOptions(where, options, ['level', 'minTokens', 'maxTokens', 'path', 'encoding']);
  const level = options.level ?? 2;
  if (![1, 2, 3, 4, 5, 6].includes(level)) throw wrong(where, 'level', level, 'a whole number from 1 to 6');
  const minTokens = limit(where, 'minTokens', options.minTokens);
  const maxTokens = limit(where, 'maxTokens', options.maxTokens);
  if (minTokens !== null && maxTokens !== null && minTokens > maxTokens)
    throw new LabError(
      `${where}: minTokens is ${minTokens} and maxTokens ${maxTokens}, wanted the first to be no larger; correct one of them`,
    );
  const encoding = encodingOf(where, options.encoding ?? DEFAULT_ENCODING);
  return { level, minTokens, maxTokens, path: trueOrFalse(where, 'path', options.path ?? false), encoding };
}

function nameOf({ level, minTokens, maxTokens, path }: Setting): string {
  const sizes = [
    minTokens === null ? '' : ` from ${minTokens}`,
    maxTokens === null ? '' : ` to ${maxTokens}`,
  ];
  return `headings${level === 2 ? '' : ` level ${level}`}${sizes.join('')}${path ? ' path' : ''}`;
}

function spansOf(text: string, setting: Setting): readonly Span[] {
  const starts = [0, ...sectionStarts(text, setting.level)];
  const spans = starts.map((start, index) => ({ index, start, end: starts[index + 1] ?? text.length }));
  const sections = spans.filter(({ start, end }) => text.slice(start, end).trim() !== '');
  if (setting.minTokens === null && setting.maxTokens === null) return sections;
  const merged = setting.minTokens === null ? sections : mergeSmall(text, sections, setting);
  return splitLarge(text, merged, setting).map(({ start, end }, index) => ({ index, start, end }));
}

/** Joins a small section with the next, as long as they are not too large together. */
function mergeSmall(text: string, sections: readonly Range[], setting: Setting): readonly Range[] {
  const { minTokens, maxTokens, encoding } = setting;
  const count = ({ start, end }: Range) => countTokens(text.slice(start, end), encoding);
  const isSmall = (range: Range) => count(range) < minTokens!;
  const fits = (range: Range) => maxTokens === null || count(range) <= maxTokens;
  const found: Range[] = [];
  for (const [i, section] of sections.entries()) {
    const before = found.at(-1);
    const joined = { start: before?.start ?? 0, end: section.end };
    const isLast = i === sections.length - 1;
    const joins = before !== undefined && (isSmall(before) || (isLast && isSmall(section))) && fits(joined);
    if (joins) found[found.length - 1] = joined;
    else found.push(section);
  }
  return found;
}

function splitLarge(text: string, sections: readonly Range[], { maxTokens, encoding }: Setting) {
  if (maxTokens === null) return sections;
  const split = recursiveSplitter(text, splitRuleOf(maxTokens, encoding));
  const isLarge = ({ start, end }: Range) => countTokens(text.slice(start, end), encoding) > maxTokens;
  return sections.flatMap((section) => (isLarge(section) ? split(section) : [section]));
}

function withPath(doc: Doc, spans: readonly Span[], { path }: Setting): readonly Span[] {
  if (!path) return spans;
  const headerAt = headersOf(doc);
  return spans.map((span) => ({
    ...span,
    indexed: [headerAt(span.start) + doc.text.slice(span.start, span.end)],
  }));
}

/** Parsing is slow, and most short texts have no such line, wherever it might stand. */
const MAY_CUT = { 1: /(^|[\r\n])[ >\-*+.)\d\t]*#/, 2: /(^|[\r\n])[ >\-*+.)\d\t]*##/ } as const;

/** Offsets of the lines that hold a heading to cut at; underlined (setext) ones do not cut. */
function sectionStarts(text: string, level: number): readonly number[] {
  const least = level === 1 ? 1 : 2;
  if (!MAY_CUT[least].test(text)) return [];
  return topLevelHeadings(text)
    .filter(({ depth, underlined }) => depth >= least && depth <= level && !underlined)
    .map(({ start }) => start);
}

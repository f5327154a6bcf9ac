import { LabError } from '../errors.js';
import type { Chunker, ChunkSet, Doc, Json } from '../types.js';
import { type AsyncChunker, whenReady } from './async-chunker.js';
import { chunkerOf } from './chunk-set.js';
import { type CanCut, canCutIn } from './graphemes.js';
import { knownOptions } from './options.js';
import { type Range, trimmed } from './range.js';

export type FromSplitterOptions = {
  /** What changes the cuts: the splitter's own settings and version. It becomes part of `config`. */
  readonly config?: { readonly [key: string]: Json };
};

type Split<T> = (text: string) => T;

/**
 * Any function from a text to pieces of it as a chunker: LangChain's `splitText`, one's own. Each piece is found again in
 * its page, in order; it may overlap the one before, and white space may have been taken from it or changed in it. The
 * chunk's text is the page's. A piece that is not in the page is a LabError. Whether the page is covered is up to `split`.
 */
export function fromSplitter(
  name: string,
  split: Split<readonly string[]>,
  options?: FromSplitterOptions,
): Chunker;
export function fromSplitter(
  name: string,
  split: Split<Promise<readonly string[]>>,
  options?: FromSplitterOptions,
): AsyncChunker;
export function fromSplitter(
  name: string,
  split: Split<readonly string[] | Promise<readonly string[]>>,
  options: FromSplitterOptions = {},
): unknown {
  knownOptions('fromSplitter', options, ['config']);
  const named = { name, config: { chunker: name, ...options.config } };
  const setOf = (docs: readonly Doc[], pieces: readonly (readonly string[])[]): ChunkSet => {
    const byDoc = new Map(docs.map((doc, i) => [doc, foundAgain(name, doc, pieces[i]!)]));
    return chunkerOf({
      ...named,
      spans: (doc) => byDoc.get(doc)!.map((range, index) => ({ index, ...range })),
    }).chunk(docs);
  };
  return {
    ...named,
    chunk: (docs: readonly Doc[]) =>
      whenReady(allOf(docs.map(({ text }) => split(text))), (pieces) => setOf(docs, pieces)),
  };
}

function allOf<T>(values: readonly (T | Promise<T>)[]): readonly T[] | Promise<readonly T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly T[]);
}

function foundAgain(name: string, doc: Doc, pieces: unknown): readonly Range[] {
  const where = `the splitter "${name}": page "${doc.id}"`;
  if (!Array.isArray(pieces) || pieces.some((piece) => typeof piece !== 'string'))
    throw new LabError(
      `${where} came back as ${typeof pieces}, wanted a list of strings; correct the splitter`,
    );
  const canCut = canCutIn(doc.text);
  const found: Range[] = [];
  for (const [i, piece] of (pieces as readonly string[]).entries()) {
    const words = piece.trim();
    if (words === '') continue;
    const range = nextPlace(doc.text, words, found.at(-1), canCut);
    if (range === null)
      throw new LabError(
        `${where}: its piece ${i + 1} (${JSON.stringify(startOf(words))}) is not in the page after the piece before it, wanted pieces of the page in their order; let the splitter change no more than white space`,
      );
    found.push(trimmed(doc.text, range, canCut) ?? range);
  }
  return found;
}

function startOf(words: string): string {
  const characters = [...words];
  return characters.length <= 60 ? words : `${characters.slice(0, 60).join('')}…`;
}

/**
 * Where the words stand: next to the piece before if they do, else at the first place that goes further than it. A place that parts a character, such as half of
 * an emoji that the words end in, is taken only where there is no other.
 */
function nextPlace(text: string, words: string, before: Range | undefined, canCut: CanCut): Range | null {
  const next = before && before.end + (/^\s*/.exec(text.slice(before.end))?.[0].length ?? 0);
  if (next !== undefined && text.startsWith(words, next)) return { start: next, end: next + words.length };
  let parting: Range | null = null;
  for (let from = before === undefined ? 0 : before.start + 1; ; ) {
    const place = placeFrom(text, words, from);
    if (place === null) return parting;
    from = place.start + 1;
    if (before !== undefined && place.end <= before.end) continue;
    if (canCut(place.start) && canCut(place.end)) return place;
    parting ??= place;
  }
}

/** The first place as it is, else with any white space where the words have some. */
function placeFrom(text: string, words: string, from: number): Range | null {
  const start = text.indexOf(words, from);
  if (start >= 0) return { start, end: start + words.length };
  const parts = words.split(/\s+/);
  if (parts.length === 1) return null;
  const pattern = new RegExp(
    parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'),
    'g',
  );
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
}

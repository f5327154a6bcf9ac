import { LabError } from '../errors.js';
import type { Chunker, ChunkSet, Doc } from '../types.js';
import { chunkerOf } from './chunk-set.js';
import { called, knownOptions, trueOrFalse, wholeNumber, wrong } from './options.js';
import { recursiveSplitter, SEPARATORS } from './recursive-split.js';
import { countTokens, DEFAULT_ENCODING, type Encoding, encodingOf } from './tokens.js';

export type RecursiveOptions = {
  /** The most tokens of a chunk (400, unless `characters` is given). */
  readonly tokens?: number;
  /** The most UTF-16 code units of a chunk, instead of tokens. */
  readonly characters?: number;
  /** How much of a chunk's end the next one begins with at most, in the same unit (0). */
  readonly overlap?: number;
  /** From the coarsest to the finest; '' is between any two characters. */
  readonly separators?: readonly string[];
  /** Whether code fences and table rows stay whole where they are no larger than a chunk (true). */
  readonly markdown?: boolean;
  readonly encoding?: Encoding;
};

const NAMES = ['tokens', 'characters', 'overlap', 'separators', 'markdown', 'encoding'];

/**
 * Cuts at the coarsest separators that make pieces small enough, and merges pieces up to the size: the recursive splitter
 * of LangChain and of Chroma's chunking evaluation, with their separators. Every character but blanks is in a chunk.
 * With `markdown: false` it is their algorithm and nothing else.
 */
export function recursive(options?: RecursiveOptions): Chunker;
export function recursive(docs: readonly Doc[], options?: RecursiveOptions): ChunkSet;
export function recursive(
  first?: readonly Doc[] | RecursiveOptions,
  second?: RecursiveOptions,
): Chunker | ChunkSet {
  return called(chunker, first, second);
}

function chunker(options: RecursiveOptions): Chunker {
  const where = 'recursive';
  knownOptions(where, options, NAMES);
  const size = sizeOf(where, options);
  const overlap = wholeNumber(where, 'overlap', options.overlap ?? 0, 0);
  if (overlap >= size.size)
    throw wrong(where, 'overlap', overlap, `fewer than the ${size.size} ${size.unit} of a chunk`);
  const separators = separatorsOf(where, options.separators ?? SEPARATORS);
  const markdown = trueOrFalse(where, 'markdown', options.markdown ?? true);
  const rule = { ...size, overlap, separators, markdown };
  return chunkerOf({
    name: nameOf(rule),
    config: { chunker: 'recursive', ...size.config, overlap, separators, markdown },
    spans: ({ text }) =>
      recursiveSplitter(
        text,
        rule,
      )({ start: 0, end: text.length }).map((range, index) => ({ index, ...range })),
  });
}

function nameOf(rule: { size: number; unit: string; overlap: number; markdown: boolean }): string {
  const unit = rule.unit === 'tokens' ? '' : ` ${rule.unit}`;
  const overlap = rule.overlap === 0 ? '' : ` overlap ${rule.overlap}`;
  return `recursive ${rule.size}${unit}${overlap}${rule.markdown ? '' : ' plain'}`;
}

function sizeOf(where: string, options: RecursiveOptions) {
  if (options.characters === undefined) {
    const size = wholeNumber(where, 'tokens', options.tokens ?? 400, 1);
    const encoding = encodingOf(where, options.encoding ?? DEFAULT_ENCODING);
    const length = (text: string) => countTokens(text, encoding);
    return { size, unit: 'tokens', length, config: { tokens: size, encoding } };
  }
  const other = options.tokens === undefined ? 'encoding' : 'tokens';
  if (options[other] !== undefined)
    throw new LabError(`${where}: both characters and ${other} are given, wanted one unit; drop one of them`);
  const size = wholeNumber(where, 'characters', options.characters, 1);
  return { size, unit: 'characters', length: (text: string) => text.length, config: { characters: size } };
}

function separatorsOf(where: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return value;
  throw wrong(where, 'separators', value, 'a list of strings');
}

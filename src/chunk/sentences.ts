import type { Chunker, ChunkSet, Doc } from '../types.js';
import { chunkerOf } from './chunk-set.js';
import { called, knownOptions, limit, localeOf, wholeNumber, wrong } from './options.js';
import type { Range } from './range.js';
import { recursiveSplitter, splitRuleOf } from './recursive-split.js';
import { sentenceRanges } from './sentence-ranges.js';
import { countTokens, DEFAULT_ENCODING, type Encoding, encodingOf } from './tokens.js';

export type SentencesOptions = {
  /** How many sentences a chunk has at most (5). */
  readonly window?: number;
  /** How many sentences the next chunk begins after this one's beginning (as many as `window`: no overlap). */
  readonly step?: number;
  /** The most tokens of a chunk: windows that have more end earlier, longer sentences are cut (no limit). */
  readonly maxTokens?: number | null;
  /** The language whose rules are used (en). */
  readonly locale?: string;
  readonly encoding?: Encoding;
};

type Windows = {
  readonly window: number;
  readonly step: number;
  readonly maxTokens: number | null;
  readonly encoding: Encoding;
};

/** Windows of whole sentences. Every character but blanks is in a chunk. */
export function sentences(options?: SentencesOptions): Chunker;
export function sentences(docs: readonly Doc[], options?: SentencesOptions): ChunkSet;
export function sentences(
  first?: readonly Doc[] | SentencesOptions,
  second?: SentencesOptions,
): Chunker | ChunkSet {
  return called(chunker, first, second);
}

function chunker(options: SentencesOptions): Chunker {
  const where = 'sentences';
  knownOptions(where, options, ['window', 'step', 'maxTokens', 'locale', 'encoding']);
  const window = wholeNumber(where, 'window', options.window ?? 5, 1);
  const step = wholeNumber(where, 'step', options.step ?? window, 1);
  if (step > window) throw wrong(where, 'step', step, `at most the ${window} sentences of a window`);
  const maxTokens = limit(where, 'maxTokens', options.maxTokens);
  const locale = localeOf(where, options.locale ?? 'en');
  const encoding = encodingOf(where, options.encoding ?? DEFAULT_ENCODING);
  const setting = { window, step, maxTokens, encoding };
  return chunkerOf({
    name: `sentences ${window}${step === window ? '' : ` step ${step}`}${maxTokens === null ? '' : ` to ${maxTokens}`}`,
    config: { chunker: 'sentences', window, step, maxTokens, locale, encoding },
    spans: ({ text }) =>
      windows(text, sentenceRanges(text, locale), setting).map((range, index) => ({ index, ...range })),
  });
}

function windows(text: string, whole: readonly Range[], setting: Windows): readonly Range[] {
  const parts =
    setting.maxTokens === null ? whole : shortened(text, whole, setting.maxTokens, setting.encoding);
  const lengths =
    setting.maxTokens === null ? [] : parts.map((part) => tokensOf(text, part, setting.encoding));
  const found: Range[] = [];
  let from = 0;
  while (from < parts.length) {
    let to = Math.min(from + setting.window, parts.length);
    if (setting.maxTokens !== null) to = roughEnd(lengths, from, to, setting.maxTokens);
    while (to > from + 1 && isLarge(text, spanOf(parts, from, to), setting)) to--;
    found.push(spanOf(parts, from, to));
    if (to === parts.length) break;
    from += Math.min(setting.step, to - from);
  }
  return found;
}

/** Leaves out sentences that are surely too many, before windows are counted as they stand: that is slow. */
function roughEnd(lengths: readonly number[], from: number, to: number, maxTokens: number): number {
  let total = 0;
  for (let i = from; i < to; i++) {
    total += lengths[i]!;
    if (total > maxTokens * 1.25) return Math.max(i, from + 1);
  }
  return to;
}

function tokensOf(text: string, { start, end }: Range, encoding: Encoding): number {
  return countTokens(text.slice(start, end), encoding);
}

function shortened(text: string, whole: readonly Range[], maxTokens: number, encoding: Encoding) {
  const split = recursiveSplitter(text, splitRuleOf(maxTokens, encoding));
  return whole.flatMap((range) => (isLarge(text, range, { maxTokens, encoding }) ? split(range) : [range]));
}

function spanOf(parts: readonly Range[], from: number, to: number): Range {
  return { start: parts[from]!.start, end: parts[to - 1]!.end };
}

function isLarge(
  text: string,
  { start, end }: Range,
  limits: Pick<Windows, 'maxTokens' | 'encoding'>,
): boolean {
  return limits.maxTokens !== null && countTokens(text.slice(start, end), limits.encoding) > limits.maxTokens;
}

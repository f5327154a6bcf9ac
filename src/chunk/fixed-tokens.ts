import type { Chunker, ChunkSet, Doc } from '../types.js';
import { chunkerOf, type Span } from './chunk-set.js';
import { type CanCut, canCutIn } from './graphemes.js';
import { called, knownOptions, wholeNumber, wrong } from './options.js';
import { DEFAULT_ENCODING, type Encoding, encodingOf, tokenOffsets } from './tokens.js';

export type FixedTokensOptions = {
  /** The most tokens of a chunk (400). */
  readonly tokens?: number;
  /** How many tokens a chunk shares with the one before it (0). */
  readonly overlap?: number;
  readonly encoding?: Encoding;
};

type Windows = { readonly tokens: number; readonly overlap: number; readonly encoding: Encoding };

/**
 * Windows of so many tokens, counted over the page as it stands, whatever they cut through but characters: an end that
 * would part a character moves back. Together they cover the page; blank ones are left out.
 */
export function fixedTokens(options?: FixedTokensOptions): Chunker;
export function fixedTokens(docs: readonly Doc[], options?: FixedTokensOptions): ChunkSet;
export function fixedTokens(
  first?: readonly Doc[] | FixedTokensOptions,
  second?: FixedTokensOptions,
): Chunker | ChunkSet {
  return called(chunker, first, second);
}

function chunker(options: FixedTokensOptions): Chunker {
  const where = 'fixedTokens';
  knownOptions(where, options, ['tokens', 'overlap', 'encoding']);
  const tokens = wholeNumber(where, 'tokens', options.tokens ?? 400, 1);
  const overlap = wholeNumber(where, 'overlap', options.overlap ?? 0, 0);
  if (overlap >= tokens) throw wrong(where, 'overlap', overlap, `fewer than the ${tokens} tokens of a chunk`);
  const encoding = encodingOf(where, options.encoding ?? DEFAULT_ENCODING);
  return chunkerOf({
    name: `fixed ${tokens}${overlap === 0 ? '' : ` overlap ${overlap}`}`,
    config: { chunker: 'fixed-tokens', tokens, overlap, encoding },
    spans: (doc) => windows(doc.text, { tokens, overlap, encoding }),
  });
}

function windows(text: string, setting: Windows): readonly Span[] {
  const offsets = tokenOffsets(text, setting.encoding);
  const canCut = canCutIn(text);
  const spans: Span[] = [];
  const last = offsets.length - 1;
  for (let from = 0, to = 0; to < last; from = startAfter(offsets, from, to, setting.overlap, canCut)) {
    to = endOf(offsets, from, setting.tokens, canCut);
    const [start, end] = [offsets[from]!, offsets[to]!];
    if (text.slice(start, end).trim() !== '') spans.push({ index: spans.length, start, end });
  }
  return spans;
}

/** The token before which the window ends: as late as the size allows, at a character's end, or at least not inside a code point. */
function endOf(offsets: Uint32Array, from: number, tokens: number, canCut: CanCut): number {
  const last = offsets.length - 1;
  const latest = Math.min(from + tokens, last);
  for (let to = latest; to > from; to--) if (isClean(offsets, to) && canCut(offsets[to]!)) return to;
  for (let to = latest; to > from; to--) if (isClean(offsets, to)) return to;
  // One code point of more tokens than the window has: no chunk can hold less.
  let to = latest;
  while (!isClean(offsets, to)) to++;
  return to;
}

/** The next window's first token: `overlap` tokens back, at a character's start, but always further than this one's. */
function startAfter(offsets: Uint32Array, from: number, to: number, overlap: number, canCut: CanCut): number {
  for (let next = to - overlap; next > from; next--)
    if (isClean(offsets, next) && canCut(offsets[next]!)) return next;
  return to;
}

/** Whether a token begins between two code points; one that does not has the offset of the token after it. */
function isClean(offsets: Uint32Array, token: number): boolean {
  return token === offsets.length - 1 || offsets[token + 1]! > offsets[token]!;
}

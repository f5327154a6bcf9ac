import { createRequire } from 'node:module';
import { didYouMean, LabError } from '../errors.js';

/** The vocabularies that tokens can be counted in; cl100k_base is that of GPT-4 and of OpenAI's third embeddings. */
export const ENCODINGS = ['cl100k_base', 'o200k_base', 'p50k_base', 'r50k_base'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const DEFAULT_ENCODING: Encoding = 'cl100k_base';

type Tokenizer = { readonly encode: (text: string) => readonly number[]; readonly bytes: Uint8Array };
type Library = {
  readonly encode: (text: string, options: typeof AS_TEXT) => readonly number[];
};
/** Each token as its text, or as bytes where it ends inside a character. */
type Ranks = { readonly default: readonly (string | readonly number[])[] };

/** `<|endoftext|>` in a page is text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

const loaded = new Map<Encoding, Tokenizer>();

/** How many tokens the text has. Special tokens such as `<|endoftext|>` count as the text that they are. */
export function countTokens(text: string, encoding: Encoding = DEFAULT_ENCODING): number {
  return tokenizer(encoding).encode(text).length;
}

/**
 * Where tokens begin, in UTF-16 code units: entry i is the offset of token i, and a last entry the length of the text.
 * A token that begins inside a character begins after that character here, so a character that takes several tokens has
 * the same offset for all of them but the first, and the stretch from one entry to another is always whole characters.
 */
export function tokenOffsets(text: string, encoding: Encoding = DEFAULT_ENCODING): Uint32Array {
  const { encode, bytes } = tokenizer(encoding);
  const tokens = encode(text);
  const offsets = new Uint32Array(tokens.length + 1);
  let [at, bytesBefore, tokenEnd] = [0, 0, 0];
  tokens.forEach((token, i) => {
    tokenEnd += bytes[token]!;
    while (bytesBefore < tokenEnd) {
      const code = text.codePointAt(at)!;
      bytesBefore += utf8Length(code);
      at += code > 0xffff ? 2 : 1;
    }
    offsets[i + 1] = at;
  });
  return offsets;
}

/** The encoding by name, or a LabError that names the nearest. */
export function encodingOf(where: string, name: unknown): Encoding {
  const found = ENCODINGS.find((known) => known === name);
  if (found !== undefined) return found;
  const hint = didYouMean(String(name), ENCODINGS) || '; correct it';
  throw new LabError(
    `${where}: the encoding ${JSON.stringify(name)} is unknown, wanted one of ${ENCODINGS.join(', ')}${hint}`,
  );
}

/** A lone surrogate is encoded as U+FFFD, which has three bytes too. */
function utf8Length(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** The library takes half a second and tens of megabytes, so it is loaded when first counted; by `require`, since chunkers are synchronous. */
function tokenizer(encoding: Encoding): Tokenizer {
  const known = loaded.get(encoding);
  if (known !== undefined) return known;
  const require = createRequire(import.meta.url);
  const library = require(`gpt-tokenizer/encoding/${encoding}`) as Library;
  const { default: ranks } = require(`gpt-tokenizer/bpeRanks/${encoding}`) as Ranks;
  const bytes = Uint8Array.from(ranks, (value) =>
    typeof value === 'string' ? Buffer.byteLength(value) : (value?.length ?? 0),
  );
  const made: Tokenizer = {
    bytes,
    encode: (text) => stretches(text).flatMap((part) => library.encode(part, AS_TEXT)),
  };
  loaded.set(encoding, made);
  return made;
}

/** Letters, blanks or signs that go on for longer than any text has them: a table's padding, a drawn line, data in letters. */
const LONG_RUN = /\p{L}{4000,}|[^\s\p{L}\p{N}]{4000,}|\s{4000,}/gu;
const STRETCH = 1000;
/** A run that long holds a whole block that begins at a multiple of 2,000; most blocks are told apart by their first word. */
const BLOCK = /\p{L}{1000}|[^\s\p{L}\p{N}]{1000}|\s{1000}/uy;

/**
 * The text in one piece, but a run of 4,000 letters, blanks or signs in pieces of its own: the library's time grows with
 * the square of such a run, and where it is cut changes the count by a token in a thousand characters at most.
 */
function stretches(text: string): readonly string[] {
  if (!mayRunLong(text)) return [text];
  const parts: string[] = [];
  let done = 0;
  for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
    parts.push(text.slice(done, index));
    const characters = [...run];
    for (let i = 0; i < characters.length; i += STRETCH)
      parts.push(characters.slice(i, i + STRETCH).join(''));
    done = index + run.length;
  }
  return [...parts, text.slice(done)];
}

function mayRunLong(text: string): boolean {
  for (let at = 0; at + 2 * STRETCH <= text.length; at += 2 * STRETCH) {
    BLOCK.lastIndex = at;
    if (BLOCK.test(text)) return true;
  }
  return false;
}

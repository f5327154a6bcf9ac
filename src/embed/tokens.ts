import { countTokens } from '../chunk/tokens.js';

/** Counts a text in a model's tokens. */
export type Tokenizer = {
  /** Whether these are the model's own tokens; else more rather than fewer than they are. */
  readonly exact: boolean;
  readonly count: (text: string) => number;
  /** Whether a text has at most `max` tokens; stops where it has more. */
  readonly fits: (text: string, max: number) => boolean;
};

const PIECES = /\p{L}+|\p{N}+|[^\s\p{L}\p{N}]/gu;

/**
 * For a model whose tokenizer is not known: a token for each three bytes of UTF-8, or for each word and mark where those are more. English
 * has four to five bytes a token, Chinese about three; so this errs to the high side.
 */
export const estimatedTokens: Tokenizer = {
  exact: false,
  count: estimate,
  fits: (text, max) => estimate(text) <= max,
};

function estimate(text: string): number {
  return Math.max(Math.ceil(Buffer.byteLength(text) / 3), text.match(PIECES)?.length ?? 0);
}

/** cl100k_base, the tokenizer of OpenAI's embedding models, loaded when a text is first counted (0.8 s and 20 MB). */
export function cl100kTokens(): Promise<Tokenizer> {
  return Promise.resolve({
    exact: true,
    count: (text) => countTokens(text),
    // A token has at least one byte, and mostly four: nothing that short need be counted.
    fits: (text, max) => Buffer.byteLength(text) <= max || countTokens(text) <= max,
  } satisfies Tokenizer);
}

/** The longest beginning of a text that has at most `max` tokens, cut between characters. */
export function cutToFit(text: string, max: number, tokenizer: Tokenizer): string {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokenizer.fits(beginning(text, middle), max)) low = middle;
    else high = middle - 1;
  }
  return beginning(text, low);
}

/** Not through the middle of a surrogate pair. */
function beginning(text: string, length: number): string {
  const split = length < text.length && /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, split ? length - 1 : length);
}

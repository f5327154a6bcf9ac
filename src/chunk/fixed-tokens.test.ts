import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkerContract } from './chunker.contract.js';
import { type FixedTokensOptions, fixedTokens } from './fixed-tokens.js';
import { countTokens, tokenOffsets } from './tokens.js';

chunkerContract('fixed tokens', fixedTokens());
chunkerContract('fixed tokens, small', fixedTokens({ tokens: 24 }));
chunkerContract('fixed tokens that overlap', fixedTokens({ tokens: 24, overlap: 12 }), { overlaps: true });
chunkerContract('fixed tokens of o200k_base', fixedTokens({ tokens: 24, encoding: 'o200k_base' }));

const page = (text: string) => [{ id: 'p', title: 'p', text, fields: {} }];
const texts = (text: string, options: FixedTokensOptions) =>
  fixedTokens(page(text), options).chunks.map((chunk) => chunk.text);

describe('fixed tokens', () => {
  it('are windows of so many tokens', () => {
    expect(texts('one two three four five', { tokens: 2 })).toEqual(['one two', ' three four', ' five']);
  });

  it('share as many tokens as is said', () => {
    expect(texts('one two three four five', { tokens: 3, overlap: 2 })).toEqual([
      'one two three',
      ' two three four',
      ' three four five',
    ]);
  });

  it('end before a character that does not fit, and never inside a code point', () => {
    expect(texts('ab e\u0301', { tokens: 2 })).toEqual(['ab', ' e\u0301']);
    expect(texts('🫠🫠', { tokens: 1 })).toEqual(['🫠', '🫠']);
  });

  it('leave out a window of blanks', () => {
    expect(texts(`a${'\n \n\t'.repeat(9)}b`, { tokens: 1 }).filter((text) => text.trim() === '')).toEqual([]);
  });

  it('without overlap and with whole characters are cut at every so many tokens', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 9 }),
        (text, tokens) => {
          const offsets = [...tokenOffsets(text)];
          const naive = offsets.slice(0, -1).filter((_, i) => i % tokens === 0);
          const expected = naive
            .map((start, i) => text.slice(start, naive[i + 1]))
            .filter((part) => part.trim() !== '');
          expect(texts(text, { tokens })).toEqual(expected);
        },
      ),
    );
    expect(countTokens('')).toBe(0);
  });

  it('name their setting', () => {
    expect(fixedTokens().config).toEqual({
      chunker: 'fixed-tokens',
      tokens: 400,
      overlap: 0,
      encoding: 'cl100k_base',
    });
    expect(fixedTokens({ tokens: 9, overlap: 3 }).name).toBe('fixed 9 overlap 3');
  });

  it('refuse what makes no sense', () => {
    expect(() => fixedTokens({ tokens: 0 })).toThrow(
      'fixedTokens: tokens is 0, wanted a whole number of at least 1; correct it',
    );
    expect(() => fixedTokens({ tokens: 5, overlap: 5 })).toThrow(
      'fixedTokens: overlap is 5, wanted fewer than the 5 tokens of a chunk; correct it',
    );
    expect(() => fixedTokens({ token: 5 } as object)).toThrow(
      'fixedTokens: the option "token" is unknown, wanted tokens, overlap or encoding; did you mean "tokens"?',
    );
  });
});

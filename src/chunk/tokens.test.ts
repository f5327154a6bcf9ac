import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEXTS } from './chunker.contract.js';
import { countTokens, ENCODINGS, encodingOf, tokenOffsets } from './tokens.js';

describe('tokens', () => {
  // tiktoken's README and tests: "hello world" is 15339 1917, "rer" 38149, and cl100k_base takes digits by three.
  it('are those of cl100k_base', () => {
    expect(countTokens('hello world')).toBe(2);
    expect(countTokens('1234567')).toBe(3);
    expect([...tokenOffsets('1234567')]).toEqual([0, 3, 6, 7]);
  });

  it('of a special token are those of its letters', () => {
    expect(countTokens('<|endoftext|>')).toBe(7);
    for (const encoding of ENCODINGS) expect(countTokens('<|endoftext|>', encoding)).toBeGreaterThan(1);
  });

  it('of one character that takes several have one offset, behind it', () => {
    expect([...tokenOffsets('a🫠b')]).toEqual([0, 1, 3, 3, 3, 4]);
  });

  it('begin at whole code points, in order, from 0 to the end', () => {
    const texts = fc.oneof(fc.constantFrom(...Object.values(TEXTS)), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(texts, fc.constantFrom(...ENCODINGS), (text, encoding) => {
        const offsets = [...tokenOffsets(text, encoding)];
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
        expect([offsets[0], offsets.at(-1), offsets.length - 1]).toEqual([
          0,
          text.length,
          countTokens(text, encoding),
        ]);
        for (const at of offsets)
          expect(/[\ud800-\udbff]$/.test(text.slice(0, at)) && /^[\udc00-\udfff]/.test(text.slice(at))).toBe(
            false,
          );
      }),
    );
  });

  it('of a run of a hundred thousand letters come at once', () => {
    expect(countTokens('a'.repeat(100_000))).toBe(100_000 / 8);
    expect([...tokenOffsets(`${' '.repeat(9000)}x`)].at(-1)).toBe(9001);
  });

  it('are refused in an encoding that is unknown', () => {
    expect(() => encodingOf('recursive', 'cl100k')).toThrow(
      'recursive: the encoding "cl100k" is unknown, wanted one of cl100k_base, o200k_base, p50k_base, r50k_base; did you mean "cl100k_base"?',
    );
  });
});

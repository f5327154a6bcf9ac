import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TEXTS } from './chunker.contract.js';
import { canCutIn } from './graphemes.js';

it('a text can be cut exactly between its user-perceived characters', () => {
  const odd = [
    'a',
    ' ',
    '\r',
    '\n',
    '\u0301',
    '\u200d',
    '👩',
    '👧',
    '🏽',
    '🇩',
    '🇪',
    '\ud83d',
    '\ude00',
    'か',
    '\u3099',
    '한',
    '\u11a8',
    'ﾊ',
    'ﾞ',
    'ש',
    '\u05b8',
    '\u0600',
    'ก',
    'ำ',
    '©',
    '\ufe0f',
    '猫',
    '\u302a',
    '\u0488',
    'क',
    '्',
  ];
  const mixed = fc.array(fc.constantFrom(...odd), { maxLength: 20 }).map((parts) => parts.join(''));
  const texts = fc.oneof(mixed, fc.string({ unit: 'binary' }), fc.constantFrom(...Object.values(TEXTS)));
  fc.assert(
    fc.property(texts, (text) => {
      const canCut = canCutIn(text);
      const found = Array.from({ length: text.length }, (_, at) => at).filter(canCut);
      const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
      expect(found).toEqual(text === '' ? [] : [...segments].map(({ index }) => index));
    }),
    { numRuns: 300 },
  );
});

it('no character that combines is taken for one that stands alone', () => {
  for (let code = 0; code < 0x10000; code += 1) {
    const character = String.fromCharCode(code);
    if (/[\p{M}\p{Variation_Selector}\u200d]/u.test(character))
      expect(canCutIn(`a${character}`)(1)).toBe(canCutIn(`ก${character}`)(1));
  }
});

it('a place is found at once in a text without any other that is sure', () => {
  const text = 'กำ'.repeat(50_000);
  const canCut = canCutIn(text);
  expect([90_000, 90_001, 90_002, 90_003].map(canCut)).toEqual([true, false, true, false]);
});

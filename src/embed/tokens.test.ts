import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halves, oneBatch, pack, someAtATime } from './pack.js';
import { cl100kTokens, cutToFit, estimatedTokens } from './tokens.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

describe('tokens', () => {
  it('of cl100k_base are those of tiktoken', async () => {
    // As OpenAI's cookbook prints them (How_to_count_tokens_with_tiktoken): len(tiktoken.get_encoding('cl100k_base').encode(text)).
    const { count } = await cl100kTokens();
    expect(count('antidisestablishmentarianism')).toBe(6);
    expect(count('2 + 2 = 4')).toBe(7);
    expect(count('お誕生日おめでとう')).toBe(9);
  });

  it('of cl100k_base take special tokens in a text for text', async () => {
    expect((await cl100kTokens()).count('a <|endoftext|> b')).toBeGreaterThan(5);
  });

  it('that are estimated are never fewer than they are, in prose and code', async () => {
    const { count } = await cl100kTokens();
    const files = ['DESIGN.md', 'README.md', 'src/embed/tokens.ts', 'src/types.ts', 'CONTRIBUTING.md'];
    for (const file of files) {
      const paragraphs = fs.readFileSync(path.join(ROOT, file), 'utf8').split(/\n{2,}/);
      const short = paragraphs.filter((text) => estimatedTokens.count(text) < count(text));
      expect(short).toEqual([]);
    }
  });

  it.each([
    ['cl100k_base', cl100kTokens],
    ['estimated', async () => estimatedTokens],
  ])('%s: a text is cut to the longest beginning that fits, between characters', async (_, load) => {
    const tokenizer = await load();
    const text = 'Ünïcode 🙂🙂🙂 漢字 words and words '.repeat(20);
    for (const max of [0, 1, 2, 7, 50, 1000]) {
      const cut = cutToFit(text, max, tokenizer);
      expect(text.startsWith(cut)).toBe(true);
      expect(/[\uD800-\uDBFF]$/.test(cut)).toBe(false);
      expect(tokenizer.count(cut)).toBeLessThanOrEqual(max);
    }
    expect(cutToFit(text, 1000, tokenizer)).toBe(text);
    expect(tokenizer.count(cutToFit(text, 50, tokenizer))).toBeGreaterThanOrEqual(48);
  });
});

describe('batches', () => {
  const byLength = { exact: true, count: (text: string) => text.length, fits: () => true };

  it('hold each text once and in order, within both limits but for a text that is over them alone', () => {
    const texts = fc.array(fc.string({ maxLength: 30 }));
    const limits = fc.record({
      texts: fc.integer({ min: 1, max: 5 }),
      tokens: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(texts, limits, (given, within) => {
        const batches = [...pack(given, within, byLength)];
        expect(batches.flatMap((batch) => batch.texts)).toEqual(given);
        expect(batches.flatMap((batch) => batch.places)).toEqual([...given.keys()]);
        for (const batch of batches) {
          const tokens = batch.texts.join('').length;
          expect(batch.texts.length).toBeLessThanOrEqual(within.texts);
          if (batch.texts.length > 1) expect(tokens).toBeLessThanOrEqual(within.tokens);
        }
      }),
    );
  });

  it('are one without counting where that is sure to fit', () => {
    expect(oneBatch(['ab', 'c'], { texts: 2, tokens: 3 })?.length).toBe(1);
    expect(oneBatch(['ab', 'c'], { texts: 1, tokens: 3 })).toBeNull();
    expect(oneBatch(['ab', 'c'], { texts: 2, tokens: 2 })).toBeNull();
    expect(oneBatch([], { texts: 2, tokens: 2 })).toEqual([]);
  });

  it('are halved with their places', () => {
    expect(halves({ places: [3, 4, 5], texts: ['a', 'b', 'c'] })).toEqual([
      { places: [3, 4], texts: ['a', 'b'] },
      { places: [5], texts: ['c'] },
    ]);
  });

  it('are worked on some at a time; after a failure none is begun, and those begun are waited for', async () => {
    const log: string[] = [];
    const work = async (item: number) => {
      log.push(`begin ${item}`);
      await new Promise((resolve) => setTimeout(resolve, item === 2 ? 5 : 30));
      if (item === 2) throw new Error('two');
      log.push(`end ${item}`);
    };
    await expect(someAtATime([1, 2, 3, 4], 2, work)).rejects.toThrow('two');
    expect(log).toEqual(['begin 1', 'begin 2', 'end 1']);
  });
});

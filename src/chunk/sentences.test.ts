import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkerContract, docsOf, holds } from './chunker.contract.js';
import { markdownPage } from './markdown-page.contract.js';
import { sentenceRanges } from './sentence-ranges.js';
import { type SentencesOptions, sentences } from './sentences.js';
import { countTokens } from './tokens.js';

chunkerContract('sentences', sentences());
chunkerContract('sentences that overlap', sentences({ window: 3, step: 1 }), { overlaps: true });
chunkerContract('sentences of few tokens', sentences({ window: 3, maxTokens: 24 }));
chunkerContract('sentences of few tokens that overlap', sentences({ window: 4, step: 2, maxTokens: 24 }), {
  overlaps: true,
});

const texts = (text: string, options?: SentencesOptions) =>
  sentences(docsOf({ p: text }), options).chunks.map((chunk) => chunk.text);

describe('sentences', () => {
  it('stand in windows', () => {
    expect(texts('One. Two! Three? Four.', { window: 3 })).toEqual(['One. Two! Three?', 'Four.']);
    expect(texts('One. Two! Three? Four.', { window: 2, step: 1 })).toEqual([
      'One. Two!',
      'Two! Three?',
      'Three? Four.',
    ]);
  });

  it('go on over the lines of a paragraph, but not into a list, a heading or a fence', () => {
    const text =
      'A sentence that\ngoes on. And\r\nanother\n- item one\n- item\n  two\n\n## Head\nText\n```\na. b\nc. d\n```';
    expect(texts(text, { window: 1 })).toEqual([
      'A sentence that\ngoes on.',
      'And\r\nanother',
      '- item one',
      '- item\n  two',
      '## Head',
      'Text',
      '```\na. b\nc. d\n```',
    ]);
  });

  it('end a window before it has too many tokens', () => {
    expect(texts('One two three. Four five six. Seven.', { window: 3, maxTokens: 6 })).toEqual([
      'One two three.',
      'Four five six. Seven.',
    ]);
  });

  it('of generated Markdown keep what all chunkers keep, and the size', () => {
    const setting = fc.record({
      window: fc.integer({ min: 2, max: 5 }),
      step: fc.integer({ min: 1, max: 2 }),
      maxTokens: fc.option(fc.integer({ min: 16, max: 60 })),
    });
    fc.assert(
      fc.property(markdownPage, setting, (text, options) => {
        const doc = docsOf({ p: text })[0]!;
        const { chunks } = sentences([doc], options);
        holds(doc, chunks, { overlaps: true });
        for (const chunk of chunks)
          if (options.maxTokens !== null && countTokens(chunk.text) > options.maxTokens)
            expect([...chunk.text].length).toBeLessThan(8);
      }),
    );
  });

  it('are refused where the setting makes no sense', () => {
    expect(() => sentences({ window: 2, step: 3 })).toThrow(
      'sentences: step is 3, wanted at most the 2 sentences of a window; correct it',
    );
    expect(() => sentences({ locale: 'x_y' })).toThrow(
      'sentences: locale is "x_y", wanted the tag of a language such as en; correct it',
    );
    expect(() => sentences({ windows: 3 } as object)).toThrow(
      'sentences: the option "windows" is unknown, wanted window, step, maxTokens, locale or encoding; did you mean "window"?',
    );
  });
});

describe('sentence ranges', () => {
  it('are those of the segmenter over the whole text, however long it is', () => {
    const prose =
      'A sentence with e.g. some words of it. Is this one? Yes, No. 5 is! "Quoted." he said. '.repeat(700);
    const whole = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(prose)];
    const expected = whole.map(({ segment }) => segment.trim());
    expect(sentenceRanges(prose, 'en').map(({ start, end }) => prose.slice(start, end))).toEqual(expected);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkerContract, docsOf, holds } from './chunker.contract.js';
import { fromSplitter } from './from-splitter.js';
import { markdownPage } from './markdown-page.contract.js';
import { recursive } from './recursive.js';
import { sentences } from './sentences.js';

const paragraphs = (text: string) => text.split(/(?:\r?\n){2,}/);
chunkerContract('of a function', fromSplitter('paragraphs', paragraphs));
chunkerContract(
  'of a function that is waited for',
  fromSplitter('later', async (text) => paragraphs(text)),
);

const docs = (text: string) => docsOf({ p: text });
const places = (text: string, pieces: readonly string[]) =>
  fromSplitter('own', () => pieces)
    .chunk(docs(text))
    .chunks.map(({ start, end }) => [start, end]);

describe('a splitter of another library', () => {
  it('has its pieces found again: stripped, repeated, overlapping, or with other white space', () => {
    expect(places('ab  ab  ab', ['ab', ' ab ', 'ab'])).toEqual([
      [0, 2],
      [4, 6],
      [8, 10],
    ]);
    expect(places('a b c d', ['a b c', 'b c d'])).toEqual([
      [0, 5],
      [2, 7],
    ]);
    expect(places('x y x. x z', ['x y x.', 'x z'])).toEqual([
      [0, 6],
      [7, 10],
    ]);
    expect(places('one\n  two --- three', ['one two', '', 'three'])).toEqual([
      [0, 9],
      [14, 19],
    ]);
  });

  it('fails where a piece is not in the page, with the page and the piece', () => {
    expect(() => places('a b', ['a', 'c'])).toThrow(
      'the splitter "own": page "p": its piece 2 ("c") is not in the page after the piece before it, wanted pieces of the page in their order; let the splitter change no more than white space',
    );
    expect(() => places('a b', ['b', 'a'])).toThrow('its piece 2 ("a")');
    expect(() => fromSplitter('own', (() => 'text') as never).chunk(docs('a'))).toThrow(
      'the splitter "own": page "p" came back as string, wanted a list of strings; correct the splitter',
    );
    expect(() => fromSplitter('own', paragraphs, { conf: {} } as object)).toThrow(
      'fromSplitter: the option "conf" is unknown, wanted config; did you mean "config"?',
    );
  });

  it('is named with the settings that are given for it', () => {
    expect(fromSplitter('own', paragraphs, { config: { size: 3 } }).config).toEqual({
      chunker: 'own',
      size: 3,
    });
  });

  it('of our own chunkers’ texts gives their chunks', () => {
    const chunker = fc.constantFrom(recursive({ tokens: 20 }), sentences({ window: 2 }));
    fc.assert(
      fc.property(markdownPage, chunker, (text, ours) => {
        const expected = ours.chunk(docs(text)).chunks;
        const { chunks } = fromSplitter('own', () => expected.map((chunk) => chunk.text)).chunk(docs(text));
        expect(chunks).toEqual(expected);
      }),
    );
  });

  it('is not found in the middle of a character where the same words stand whole further on', () => {
    const text = '👍 👍 👍 \ud83d שלום';
    const pieces = ['👍 👍', '👍 👍 \ud83d', '\ud83d שלום'];
    expect(text.indexOf(pieces[1]!)).toBe(0);
    const { chunks } = fromSplitter('own', () => pieces).chunk(docs(text));
    expect(chunks.map(({ start, end }) => [start, end])).toEqual([
      [0, 5],
      [3, 10],
      [9, 15],
    ]);
    // Where there is no other place, a splitter that parts characters is still followed.
    const halves = fromSplitter('halves', () => ['ab \ud83d']).chunk(docs('ab 👍'));
    expect(halves.chunks).toHaveLength(1);
  });

  it('that overlaps gives pieces in order that cover the page', () => {
    fc.assert(
      fc.property(markdownPage, (text) => {
        const pieces = recursive(docs(text), { tokens: 24, overlap: 10 }).chunks.map((chunk) => chunk.text);
        holds(docs(text)[0]!, fromSplitter('own', () => pieces).chunk(docs(text)).chunks, {
          covers: false,
          overlaps: true,
        });
      }),
    );
  });
});

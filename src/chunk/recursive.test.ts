import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedPath } from '../../test/shared-data.js';
import { chunkerContract, docsOf, holds, TEXTS } from './chunker.contract.js';
import { markdownPage } from './markdown-page.contract.js';
import { protectedBlocks } from './protected-blocks.js';
import { type RecursiveOptions, recursive } from './recursive.js';
import { SEPARATORS } from './recursive-split.js';
import { countTokens } from './tokens.js';

chunkerContract('recursive', recursive());
chunkerContract('recursive, small', recursive({ tokens: 24 }));
chunkerContract('recursive with overlap', recursive({ tokens: 24, overlap: 10 }), { overlaps: true });
chunkerContract('recursive by characters', recursive({ characters: 60, overlap: 20 }), { overlaps: true });
chunkerContract('recursive, plain', recursive({ tokens: 24, markdown: false }));

const texts = (text: string, options: RecursiveOptions) =>
  recursive(docsOf({ p: text }), options).chunks.map((chunk) => chunk.text);

describe('recursive chunks', () => {
  it('are cut at the coarsest separator, which stays with what follows, and merged up to the size', () => {
    expect(texts('one\n\ntwo\n\nthree. four', { characters: 11 })).toEqual(['one\n\ntwo', 'three', '. four']);
  });

  it('begin with what ended the one before, where overlap is asked for', () => {
    expect(texts('aa bb cc dd', { characters: 6, overlap: 3 })).toEqual(['aa bb', 'bb cc', 'cc dd']);
  });

  it('are the same with CR-LF', () => {
    const crlf = texts('one\r\n\r\ntwo\r\n\r\nthree. four', { characters: 12 });
    expect(crlf).toEqual(['one\r\n\r\ntwo', 'three', '. four']);
  });

  it('keep a fence whole, unless it alone is too large', () => {
    const fence = '```\na. b\n\nc. d\n```';
    expect(texts(`x. y\n\n${fence}\n\nz`, { characters: 20 })).toEqual(['x. y', fence, 'z']);
    expect(texts(`x. y\n\n${fence}\n\nz`, { characters: 20, markdown: false })).toEqual([
      'x. y\n\n```\na. b',
      'c. d\n```\n\nz',
    ]);
    expect(texts(fence, { characters: 10 })).toEqual(['```\na. b', 'c. d\n```']);
  });

  it('keep a table row whole, unless it alone is too large', () => {
    const table = '| a | b |\n|---|---|\n| one. two | x |';
    expect(texts(table, { characters: 18 })).toEqual(['| a | b |', '|---|---|', '| one. two | x |']);
    expect(texts(table, { characters: 12 })).toEqual(['| a | b |', '|---|---|', '| one', '. two | x |']);
  });

  it('name their setting', () => {
    expect(recursive({ tokens: 200, overlap: 50 }).name).toBe('recursive 200 overlap 50');
    expect(recursive({ characters: 900, markdown: false }).name).toBe('recursive 900 characters plain');
    expect(recursive().config).toEqual({
      chunker: 'recursive',
      tokens: 400,
      encoding: 'cl100k_base',
      overlap: 0,
      separators: SEPARATORS,
      markdown: true,
    });
  });

  it('are refused where the setting makes no sense', () => {
    const refused = (options: object) => () => recursive(options);
    expect(refused({ overlap: 400 })).toThrow(
      'recursive: overlap is 400, wanted fewer than the 400 tokens of a chunk; correct it',
    );
    expect(refused({ tokens: 1, characters: 1 })).toThrow(
      'recursive: both characters and tokens are given, wanted one unit; drop one of them',
    );
    expect(refused({ separators: '\n' })).toThrow(
      'recursive: separators is "\\n", wanted a list of strings; correct it',
    );
    expect(refused({ seperators: [] })).toThrow(
      'recursive: the option "seperators" is unknown, wanted tokens, characters, overlap, separators, markdown or encoding; did you mean "separators"?',
    );
  });
});

describe('recursive chunks of generated Markdown', () => {
  const setting = fc.record({
    tokens: fc.integer({ min: 12, max: 60 }),
    overlap: fc.integer({ min: 0, max: 11 }),
  });

  it('keep what all chunkers keep, and the size', () => {
    fc.assert(
      fc.property(markdownPage, setting, (text, options) => {
        const doc = docsOf({ p: text })[0]!;
        const { chunks } = recursive([doc], options);
        holds(doc, chunks, { overlaps: options.overlap > 0 });
        for (const chunk of chunks)
          if (countTokens(chunk.text) > options.tokens) expect([...chunk.text].length).toBeLessThan(8);
      }),
    );
  });

  it('part no fence and no row that fits', () => {
    fc.assert(
      fc.property(markdownPage, setting, (text, options) => {
        const ends = recursive(docsOf({ p: text }), options).chunks.flatMap(({ start, end }) => [start, end]);
        for (const block of protectedBlocks(text)) {
          // White space at the ends of a chunk belongs to no chunk, be it in a fence that is all of it.
          const [from, to] = [
            text.slice(0, block.start + 1).trimEnd().length,
            text.slice(0, block.end).trimEnd().length,
          ];
          if (countTokens(text.slice(block.start, block.end)) > options.tokens) continue;
          expect(ends.filter((at) => at >= from && at > block.start && at < to)).toEqual([]);
        }
      }),
    );
  });

  it('are those of the plain algorithm on strings', () => {
    const options = fc.record({
      characters: fc.integer({ min: 3, max: 60 }),
      overlap: fc.integer({ min: 0, max: 2 }),
    });
    const page = fc
      .oneof(markdownPage, fc.constantFrom(...Object.values(TEXTS)))
      .map((text) => text.replace(/[^\n -~]/g, '~'));
    fc.assert(
      fc.property(page, options, (text, { characters, overlap }) => {
        const naive = langchain(text, characters, overlap, SEPARATORS);
        expect(texts(text, { characters, overlap, markdown: false })).toEqual(naive);
      }),
    );
  });
});

const CORPORA = ['chatlogs', 'finance', 'pubmed', 'state_of_the_union', 'wikitexts'];

test.skipIf(!hasSharedData)(
  'recursive chunks of Chroma’s corpora at 400 tokens are as many as LangChain’s',
  () => {
    const docs = docsOf(
      Object.fromEntries(
        CORPORA.map((id) => [id, fs.readFileSync(sharedPath('chunking', 'corpora', `${id}.md`), 'utf8')]),
      ),
    );
    const { chunks } = recursive(docs, { tokens: 400 });
    // @langchain/textsplitters 1.0.2: new RecursiveCharacterTextSplitter({ chunkSize: 400, chunkOverlap: 0, keepSeparator: true,
    // separators: ["\n\n", "\n", ".", "?", "!", " ", ""], lengthFunction: countTokens }).splitText(text), the same texts too
    expect(CORPORA.map((id) => chunks.filter(({ docId }) => docId === id).length)).toEqual([
      22, 621, 425, 29, 90,
    ]);
    expect(Math.max(...chunks.map((chunk) => countTokens(chunk.text)))).toBeLessThanOrEqual(400);
    for (const doc of docs) {
      const own = chunks.filter(({ docId }) => docId === doc.id);
      own.forEach((chunk, i) => {
        expect(doc.text.slice(chunk.start, chunk.end)).toBe(chunk.text);
        expect(doc.text.slice(own[i - 1]?.end ?? 0, chunk.start).trim()).toBe('');
      });
      expect(doc.text.slice(own.at(-1)!.end).trim()).toBe('');
    }
  },
);

/** The algorithm as LangChain's documentation and source have it, on strings, for pages of ASCII with plain line ends. */
function langchain(
  text: string,
  size: number,
  overlap: number,
  separators: readonly string[],
): readonly string[] {
  const i = separators.findIndex((separator) => text.includes(separator));
  const [separator, finer] = [separators[i]!, separators.slice(i + 1)];
  const parts = text.split(separator).map((part, j) => (j === 0 ? part : separator + part));
  const found: string[] = [];
  let small: string[] = [];
  const flush = () => {
    found.push(...merged(small, size, overlap));
    small = [];
  };
  for (const part of parts.filter((each) => each !== '')) {
    if (part.length < size) small.push(part);
    else {
      flush();
      found.push(...(finer.length === 0 ? [part] : langchain(part, size, overlap, finer)));
    }
  }
  flush();
  return found.map((part) => part.trim()).filter((part) => part !== '');
}

function merged(parts: readonly string[], size: number, overlap: number): readonly string[] {
  const found: string[] = [];
  let current: string[] = [];
  const total = () => current.join('').length;
  for (const part of parts) {
    if (total() + part.length > size && current.length > 0) {
      found.push(current.join(''));
      while (total() > overlap || (total() + part.length > size && total() > 0)) current = current.slice(1);
    }
    current = [...current, part];
  }
  return current.length === 0 ? found : [...found, current.join('')];
}

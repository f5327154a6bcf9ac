import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedJson, sharedPath } from '../../test/shared-data.js';
import { openFolder } from '../dataset/open.js';
import { chunkerContract, docsOf, holds } from './chunker.contract.js';
import { type HeadingsOptions, headings } from './headings.js';
import { markdownPage } from './markdown-page.contract.js';
import { countTokens } from './tokens.js';
import { wholePages } from './whole-pages.js';

chunkerContract('headings', headings());
chunkerContract('headings of level 1', headings({ level: 1 }));
chunkerContract('headings of level 3, sized', headings({ level: 3, minTokens: 12, maxTokens: 30 }));
chunkerContract('headings with their path', headings({ path: true }));
chunkerContract('whole pages', wholePages());

const page = (text: string) => [{ id: 'p', title: 'p', text, fields: {} }];
const cuts = (text: string) => headings(page(text)).chunks.map((chunk) => [chunk.id, chunk.text]);

describe('heading chunks', () => {
  it('start at each level-two heading, with what stands before as #0', () => {
    expect(cuts('# T\n\n## A\na\n### B\nb\n## C\n')).toEqual([
      ['p#0', '# T\n\n'],
      ['p#1', '## A\na\n### B\nb\n'],
      ['p#2', '## C\n'],
    ]);
  });

  it('leave out a blank #0 and still call the first section #1', () => {
    expect(cuts('\n\n## A\na')).toEqual([['p#1', '## A\na']]);
  });

  it('do not start inside a fence, a quote, a list or HTML', () => {
    expect(cuts('```\n## a\n```\n> ## b\n\n- ## c\n\n<div>\n## d\n</div>\n\n## e')).toHaveLength(2);
  });

  it('do not start at an underlined heading', () => {
    expect(cuts('Setext\n------\n\ntext')).toEqual([['p#0', 'Setext\n------\n\ntext']]);
  });

  it('start at the beginning of the line where the heading is indented', () => {
    expect(cuts('a\n\n  ## b\n').map(([, text]) => text)).toEqual(['a\n\n', '  ## b\n']);
  });

  test.skipIf(!hasSharedData)('of the reference set are the 277 reference chunks', async () => {
    const expected = sharedJson<{ chunks: number; chunk_ids_head: string[] }>(
      'expected',
      'reference-harness.json',
    );
    const { docs } = await openFolder(sharedPath('orbit-layout'));
    const { chunks } = headings(docs);
    expect(chunks).toHaveLength(expected.chunks);
    expect(chunks.slice(0, expected.chunk_ids_head.length).map((chunk) => chunk.id)).toEqual(
      expected.chunk_ids_head,
    );
  });
});

describe('headings with options', () => {
  const texts = (text: string, options: HeadingsOptions) =>
    headings(page(text), options).chunks.map((chunk) => chunk.text);
  const found = (text: string, options: HeadingsOptions = {}) =>
    headings([{ id: 'p', title: 'Page', text, fields: {} }], { path: true, ...options }).chunks.map(
      (chunk) => chunk.indexed,
    );

  it('are called as ever where they are cut by headings alone', () => {
    expect([headings().name, headings().config]).toEqual(['headings', { chunker: 'headings', level: 2 }]);
    expect(headings({ level: 2 }).config).toEqual(headings().config);
    expect(headings({ maxTokens: 200, path: true }).name).toBe('headings to 200 path');
    expect(headings({ maxTokens: 200 }).config).toEqual({
      chunker: 'headings',
      level: 2,
      minTokens: null,
      maxTokens: 200,
      path: false,
      encoding: 'cl100k_base',
    });
  });

  it('cut up to a level, at the title only with level 1', () => {
    const text = '# T\na\n## A\nb\n### B\nc\n#### C\n# U\n';
    expect(texts(text, { level: 1 })).toEqual(['# T\na\n## A\nb\n### B\nc\n#### C\n', '# U\n']);
    expect(texts(text, { level: 3 })).toEqual(['# T\na\n', '## A\nb\n', '### B\nc\n#### C\n# U\n']);
  });

  it('join a small section with the next, and the last with the one before', () => {
    const text = '## A\na\n## B\none two three four five six\n## C\nc\n';
    expect(texts(text, { minTokens: 8 })).toEqual([text]);
    expect(texts(text, { minTokens: 8, maxTokens: 18 })).toEqual([
      '## A\na\n## B\none two three four five six\n',
      '## C\nc\n',
    ]);
  });

  it('cut a large section recursively', () => {
    expect(texts('## A\n\none two three four\n\nfive six seven eight', { maxTokens: 8 })).toEqual([
      '## A\n\none two three four',
      'five six seven eight',
    ]);
  });

  it('put the path before what a chunk is found by', () => {
    expect(found('# Guide\n\n## `Set` *up*\nx\n## B\n### C\ny\n', { level: 3 })).toEqual([
      ['Page > Guide\n\n# Guide\n\n'],
      ['Page > Guide > Set up\n\n## `Set` *up*\nx\n'],
      ['Page > Guide > B\n\n## B\n'],
      ['Page > Guide > B > C\n\n### C\ny\n'],
    ]);
    expect(found('# Page\ntext')).toEqual([['Page\n\n# Page\ntext']]);
  });

  it('of generated Markdown keep what all chunkers keep, and the size', () => {
    const setting = fc.record({
      level: fc.integer({ min: 1, max: 4 }),
      minTokens: fc.option(fc.integer({ min: 1, max: 16 })),
      maxTokens: fc.option(fc.integer({ min: 16, max: 60 })),
      path: fc.boolean(),
    });
    fc.assert(
      fc.property(markdownPage, setting, (text, options) => {
        const doc = docsOf({ p: text })[0]!;
        const { chunks } = headings([doc], options);
        holds(doc, chunks, {});
        for (const chunk of chunks)
          if (options.maxTokens !== null && countTokens(chunk.text) > options.maxTokens)
            expect([...chunk.text].length).toBeLessThan(8);
      }),
    );
  });

  it('are refused where they make no sense', () => {
    expect(() => headings({ level: 7 })).toThrow(
      'headings: level is 7, wanted a whole number from 1 to 6; correct it',
    );
    expect(() => headings({ minTokens: 9, maxTokens: 8 })).toThrow(
      'headings: minTokens is 9 and maxTokens 8, wanted the first to be no larger; correct one of them',
    );
    expect(() => headings({ minToken: 9 } as object)).toThrow(
      'headings: the option "minToken" is unknown, wanted level, minTokens, maxTokens, path or encoding; did you mean "minTokens"?',
    );
    expect(() => headings({ path: 'yes' } as object)).toThrow(
      'headings: path is "yes", wanted true or false; correct it',
    );
  });
});

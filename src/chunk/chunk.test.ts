import { describe, expect, it, test } from 'vitest';
import { hasSharedData, sharedJson, sharedPath } from '../../test/shared-data.js';
import { openFolder } from '../dataset/open.js';
import { chunkerContract } from './chunker.contract.js';
import { headings } from './headings.js';
import { wholePages } from './whole-pages.js';

chunkerContract('headings', headings());
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

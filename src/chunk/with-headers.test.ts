import { describe, expect, it } from 'vitest';
import { chunkerContract } from './chunker.contract.js';
import { headings } from './headings.js';
import { parentChild } from './parent-child.js';
import { recursive } from './recursive.js';
import { sentences } from './sentences.js';
import { withHeaders } from './with-headers.js';

chunkerContract('headers', withHeaders(recursive({ tokens: 24 })));
chunkerContract(
  'all of them',
  withHeaders(parentChild({ parent: recursive(), child: sentences({ window: 1 }) })),
);

const docs = [{ id: 'p', title: 'Page', text: '# T\n\n## A\n\nOne. Two.\n\n## B\n\nThree.\n', fields: {} }];

describe('headers', () => {
  it('stand before what a chunk is found by, and change nothing else', () => {
    const { chunks } = withHeaders(docs, headings());
    expect(chunks.map(({ indexed, ...chunk }) => chunk)).toEqual(headings(docs).chunks);
    expect(chunks.map(({ indexed }) => indexed)).toEqual([
      ['Page > T\n\n# T\n\n'],
      ['Page > T > A\n\n## A\n\nOne. Two.\n\n'],
      ['Page > T > B\n\n## B\n\nThree.\n'],
    ]);
  });

  it('are left out where a page has neither title nor heading', () => {
    const page = [{ id: 'p', title: '', text: 'text', fields: {} }];
    expect(withHeaders(page, headings()).chunks).toEqual(headings(page).chunks);
  });

  it('are named, with what they stand before', () => {
    const { name, config } = withHeaders(headings());
    expect([name, config]).toEqual([
      'headings + headers',
      { chunker: 'with-headers', of: { chunker: 'headings', level: 2 } },
    ]);
  });
});

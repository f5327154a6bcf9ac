import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { markdownPage } from './markdown-page.contract.js';
import { protectedBlocks } from './protected-blocks.js';

const found = (text: string) => protectedBlocks(text).map(({ start, end }) => text.slice(start, end));

describe('protected blocks', () => {
  it('are fences, however they are marked or nested', () => {
    expect(found('```js\na\n```\ntext\n~~~~\n~~~\n~~~~')).toEqual(['```js\na\n```', '~~~~\n~~~\n~~~~']);
    expect(found('> ```\n> a\n\nout')).toEqual(['```\n> a\n']);
    expect(found('1. ```\n   a\n   ```')).toEqual(['```\n   a\n   ```']);
  });

  it('are no inline code and no fence whose words hold a backtick', () => {
    expect(found('``` a ``` b\nc')).toEqual([]);
  });

  it('reach to the end where a fence is never closed', () => {
    expect(found('a\n```\nb\n')).toEqual(['```\nb\n']);
  });

  it('are the rows of tables, one by one', () => {
    expect(found('x | y\n\na | b\n--|--\nc | d\n\n| no row |')).toEqual(['a | b', '--|--', 'c | d']);
  });

  it('are the fences that a Markdown parser finds', () => {
    fc.assert(
      fc.property(markdownPage, (text) => {
        const fences = protectedBlocks(text).filter(({ start }) => /^[`~]{3}/.test(text.slice(start)));
        expect(fences.map(({ start }) => start)).toEqual(parsed(text));
      }),
    );
  });
});

function parsed(text: string): readonly number[] {
  const starts: number[] = [];
  const walk = (node: ReturnType<typeof fromMarkdown>['children'][number]) => {
    const start = node.position!.start.offset!;
    if (node.type === 'code' && /^[`~]{3}/.test(text.slice(start))) starts.push(start);
    if ('children' in node) node.children.forEach(walk);
  };
  fromMarkdown(text).children.forEach(walk);
  return starts;
}

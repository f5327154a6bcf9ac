import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topLevelHeadings } from '../chunk/markdown.js';
import { readPage } from './page.js';

const titleOf = (text: string) => readPage(text, () => ({})).title;

describe("a page's title", () => {
  it('is its first heading, and no comment in code', () => {
    expect(titleOf('```sh\n# Use the official image.\n```\n\n# Serverless #\n')).toBe('Serverless');
    expect(titleOf('~~~~\n~~~\n# a\n~~~~\r\n# b\r\n')).toBe('b');
    expect(titleOf('``` is `code`\n# c\n')).toBe('c');
    expect(titleOf('```\n# never closed\n')).toBeNull();
    expect(titleOf('## Two\n#no space\n')).toBeNull();
  });

  it('is what a Markdown parser finds, wherever fences stand', () => {
    const line = fc.constantFrom(
      '```',
      '```js',
      '~~~',
      '~~~~',
      '````',
      '# one',
      '# two',
      'text',
      '',
      '``` ` ```',
      '  ```',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        const first = topLevelHeadings(text).find(({ depth, underlined }) => depth === 1 && !underlined);
        expect(titleOf(text)).toBe(first?.text ?? null);
      }),
    );
  });
});

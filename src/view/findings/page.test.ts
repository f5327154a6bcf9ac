import { JSDOM, VirtualConsole } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { reportPage } from './page.js';

const pictures = new Map([['a b.svg', '<svg xmlns="http://www.w3.org/2000/svg"><title>t</title></svg>\n']]);

/** What the tests ask of an element. */
type Element = {
  readonly textContent: string;
  readonly attributes: Iterable<{ readonly name: string }>;
  readonly getAttribute: (name: string) => string | null;
};
type Page = {
  readonly title: string;
  readonly body: Element;
  readonly querySelector: (selector: string) => Element | null;
  readonly querySelectorAll: (selector: string) => Iterable<Element> & { readonly length: number };
};

const bodyOf = (markdown: string) =>
  new JSDOM(reportPage({ markdown, pictures }), {
    runScripts: 'outside-only',
    virtualConsole: new VirtualConsole(),
  }).window['document'] as Page;

describe('the page of a report', () => {
  it('has tables, links and its pictures in it, and no comment', () => {
    const page = bodyOf(
      '# Found `so` far\n\nIt is 0.5<!-- 0.5 = {{ mrr of a }} -->.\n\n<!-- {{ table costs of a }} -->\n\n| a | b |\n| --- | ---: |\n| x\\_y | 1 |\n\n<!-- end -->\n\n![words](a%20b.svg) [more](b.md)\n',
    );
    expect(page.title).toBe('Found so far');
    expect(page.querySelector('p')!.textContent).toBe('It is 0.5.');
    expect([...page.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['x_y', '1']);
    expect(page.querySelector('.picture svg title')!.textContent).toBe('t');
    expect(page.querySelector('a')!.getAttribute('href')).toBe('b.md');
    expect(page.body.textContent).not.toMatch(/<!--|\{\{|end/);
  });

  it('loads nothing and runs nothing, whatever the report holds', () => {
    const page = bodyOf(
      [
        '# <script>alert(1)</script><img src=x onerror=alert(1)>',
        '<script>alert(1)</script>',
        '<img src="https://example.com/x.png" onerror="alert(1)">',
        '<!-- a --> <iframe src="https://example.com"></iframe>',
        'text <svg onload=alert(1)> and <!-- <b> --><a href="javascript:alert(1)">x</a>',
        '[x](javascript:alert(1)) [y](data:text/html,<script>alert(1)</script>) [z](vbscript:x)',
        '![<b onload=1>](https://example.com/pixel.gif) ![q" onerror="x](http://example.com/%zz)',
        '```html\n<script>alert(1)</script>\n```',
      ].join('\n\n'),
    );
    expect(page.querySelectorAll('script, img, iframe, svg, object, embed, link, b')).toHaveLength(0);
    expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([]);
    const attributes = [...page.querySelectorAll('main *')].flatMap((element) => [...element.attributes]);
    expect(
      attributes.map(({ name }) => name).filter((name) => name.startsWith('on') || name === 'src'),
    ).toEqual([]);
    expect(page.querySelector('meta[http-equiv]')!.getAttribute('content')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    );
    expect(page.title).toContain('<script>');
  });
});

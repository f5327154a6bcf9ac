import { escapeHtml, markdownHtml } from './markdown-html.js';
import { STYLE } from './page-style.js';

export type PageInput = {
  /** The report in Markdown, filled in, without its front matter. */
  readonly markdown: string;
  /** The pictures by the names of their files, as SVG. */
  readonly pictures: ReadonlyMap<string, string>;
};

/**
 * A report as one HTML file that needs no other: pictures are in it, and it may load nothing. Safe whatever the report holds: all of its markup is text, and the page forbids
 * scripts.
 */
export function reportPage({ markdown, pictures }: PageInput): string {
  const title = /^#[ \t]+(.+?)[ \t]*#*[ \t]*\r?$/m.exec(markdown)?.[1] ?? 'Findings';
  const body = markdownHtml(markdown, (target, words) => pictureHtml(target, words, pictures));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(plainTitle(title))}</title>
<style>
${STYLE}</style>
</head>
<body>
<main>
${body.trimEnd()}
</main>
</body>
</html>
`;
}

/** A heading's words: without comments and the marks of emphasis and code. */
function plainTitle(title: string): string {
  return title.replace(/<!--[\s\S]*?-->/g, '').replace(/\\([^\w\s])|[*`]/g, '$1');
}

function pictureHtml(target: string, words: string, pictures: ReadonlyMap<string, string>): string {
  const svg = pictures.get(decoded(target));
  if (svg === undefined) return `<em class="absent">[picture not in this file: ${escapeHtml(words)}]</em>`;
  return `<span class="picture" tabindex="0">${svg.trim()}</span>`;
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target; // a lone percent sign is a name like any other
  }
}

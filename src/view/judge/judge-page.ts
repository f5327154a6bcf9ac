import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { LabError } from '../../errors.js';
import { h } from '../../html.js';
import { htmlOf } from '../review/render-to-string.js';

/** A page with the policy that is to be sent with it. */
export type ServedPage = { readonly html: string; readonly policy: string };

/**
 * The page that judges use: script and style, and not one word of what is to be judged, which it asks for with the token. Its policy lets no other script run, nothing be loaded
 * from elsewhere, and no page hold it in a frame.
 */
export function judgePage(): ServedPage {
  const [script, style] = [assetText('page.js'), assetText('page.css')];
  const policy = [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const page = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, 'Judge pages'),
      h('style', { dangerouslySetInnerHTML: { __html: style } }),
    ),
    h(
      'body',
      null,
      h('div', { id: 'judge' }, h('p', { class: 'wait' }, 'Loading …')),
      h('script', { dangerouslySetInnerHTML: { __html: script } }),
    ),
  );
  return { html: `<!doctype html>\n${htmlOf(page)}\n`, policy };
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/** The build puts both beside this file; run from its source, they are where the build has put them. */
function assetText(name: string): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../../dist/view/judge/' : './';
  const file = new URL(`${folder}${name}`, import.meta.url);
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    throw new LabError(
      `judgePage: ${file.pathname} is missing, wanted what the build makes; run npm run build`,
    );
  }
}

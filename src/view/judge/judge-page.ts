import { h } from '../../html.js';
import { bundledAsset, policySource } from '../bundled-asset.js';
import { htmlOf } from '../review/render-to-string.js';

/** A page with the policy that is to be sent with it. */
export type ServedPage = { readonly html: string; readonly policy: string };

/**
 * The page that judges use: script and style, and not one word of what is to be judged, which it asks for with the token. Its policy lets no other script run, nothing be loaded
 * from elsewhere, and no page hold it in a frame.
 */
export function judgePage(): ServedPage {
  const [script, style] = [bundledAsset('judge', 'page.js'), bundledAsset('judge', 'page.css')];
  const policy = [
    "default-src 'none'",
    `script-src ${policySource(script)}`,
    `style-src ${policySource(style)}`,
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

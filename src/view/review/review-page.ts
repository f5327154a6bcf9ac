import { h } from '../../html.js';
import { bundledAsset, policySource } from '../bundled-asset.js';
import { CardView } from './parts/card-view.js';
import { OverviewView } from './parts/overview-view.js';
import { SlicesView } from './parts/slices-view.js';
import { WorstView } from './parts/worst-view.js';
import { htmlOf } from './render-to-string.js';
import type { ReviewData } from './review-types.js';

/**
 * The review as one HTML file that needs nothing else: styles, script and data are in it, and its policy lets it load nothing and run no other script. Opens from disk.
 */
export function reviewPage(data: ReviewData): string {
  const [script, style] = [bundledAsset('review', 'page.js'), bundledAsset('review', 'page.css')];
  const policy = [
    "default-src 'none'",
    `script-src ${policySource(script)}`,
    `style-src ${policySource(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'referrer', content: 'no-referrer' }),
      h('title', null, `${data.pairs[0]!.card.headline} · review`),
      h('style', { dangerouslySetInnerHTML: { __html: style } }),
    ),
    h(
      'body',
      null,
      h('div', { id: 'review' }, firstView(data)),
      h('script', {
        type: 'application/json',
        id: 'data',
        dangerouslySetInnerHTML: { __html: scriptJson(data) },
      }),
      h('script', { dangerouslySetInnerHTML: { __html: script } }),
    ),
  );
  return `<!doctype html>\n${htmlOf(page)}\n`;
}

/** What is there before the script runs, and without it. */
function firstView(data: ReviewData) {
  const pair = data.pairs[0]!;
  return h(
    'main',
    null,
    h('h1', null, data.title),
    h(OverviewView, { data }),
    h(CardView, { card: pair.card }),
    h(SlicesView, { slices: pair.slices, by: data.slicedBy, metric: data.metric }),
    h(WorstView, { data, pair }),
  );
}

/** JSON inside a script element: nothing in it can end the element, begin a comment, or break a line of script. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

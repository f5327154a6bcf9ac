import { h, render } from '../../../html.js';
import type { ReviewData } from '../review-types.js';
import { App } from './app.js';
import { Keeper } from './review-store.js';

/** What was there before the script is replaced by the same with all its queries. */
function start(): void {
  const place = document.getElementById('review')!;
  const data = JSON.parse(document.getElementById('data')!.textContent) as ReviewData;
  place.replaceChildren();
  render(h(App, { data, keeper: new Keeper(data) }), place);
  document.documentElement.dataset['ready'] = 'yes';
}

start();

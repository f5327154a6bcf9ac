import { renderToString } from 'preact-render-to-string';
import type { VNode } from '../../html.js';

/** The one file that imports preact-render-to-string: elements as HTML, every text and attribute escaped. */
export function htmlOf(node: VNode): string {
  return renderToString(node);
}

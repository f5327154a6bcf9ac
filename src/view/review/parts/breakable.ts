import { h, type VNode } from '../../../html.js';

/** A name that a narrow column may break after its dots, commas, slashes and underscores, before it breaks a word. */
export function breakable(text: string): readonly (string | VNode)[] {
  return text
    .split(/(?<=[.,/_])(?=\S)/)
    .flatMap((part, i) => (i === 0 ? [part] : [h('wbr', { key: i }), part]));
}

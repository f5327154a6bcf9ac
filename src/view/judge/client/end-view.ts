import { h, type VNode } from '../../../html.js';
import { visible } from './pieces.js';
import type { Session } from './session.js';

/** What is left to do when nothing is left to judge. */
export function EndView({ session }: { readonly session: Session }): VNode {
  const { judged, skipped, of } = session.counts();
  const open = of - judged - skipped;
  const button = (text: string, act: () => void) => h('button', { type: 'button', onClick: act }, text);
  return h(
    'section',
    { class: 'end', 'aria-labelledby': 'end-title' },
    h('h2', { id: 'end-title' }, open === 0 ? 'All judged' : `${open} of ${of} are open`),
    h(
      'p',
      null,
      `${judged} of ${of} pages have a grade${skipped === 0 ? '' : `, ${skipped} ${skipped === 1 ? 'was' : 'were'} skipped`}, by ${session.state.judge} in pass ${session.state.pass}.`,
    ),
    open === 0
      ? h(
          'p',
          null,
          'To make labels of them, in the terminal: ',
          h('code', null, visible(session.state.next)),
        )
      : button('Go to the first open page', () => session.goToOpen()),
    skipped === 0 ? null : button('Go to the first skipped page', () => session.goToSkipped()),
    button('Undo the last', () => session.undo()),
    h('p', { class: 'notice', role: 'status', 'aria-label': 'What was done' }, session.notice),
  );
}

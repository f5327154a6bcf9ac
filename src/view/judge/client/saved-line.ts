import { h, type VNode } from '../../../html.js';
import type { Trouble } from './sender.js';
import type { Session } from './session.js';

type Props = { readonly session: Session; readonly trouble: Trouble };

/** Whether all that was said is on record, and what was refused. */
export function SavedLine({ session, trouble }: Props): VNode {
  const waiting = session.outbox.waiting().length;
  return h(
    'div',
    { class: waiting === 0 && trouble === null ? 'saved' : 'saved not' },
    h('span', { role: 'status', 'aria-label': 'Saved or not' }, textOf(session, waiting, trouble)),
    h(RefusedList, { session }),
  );
}

function textOf(session: Session, waiting: number, trouble: Trouble): string {
  if (waiting === 0)
    return trouble === null ? 'All saved' : `Nothing is unsaved, but ${trouble}${again(trouble)}`;
  if (trouble === null) return 'Saving …';
  const kept = session.outbox.lasting
    ? 'kept in this browser'
    : 'kept in this open page alone, since the browser stores nothing for it: leave it open';
  return `Not saved yet: ${waiting}, ${kept}, and sent as soon as it can be; ${trouble}${again(trouble)}`;
}

function again(trouble: string): string {
  return trouble.startsWith('the server does not')
    ? ` (rlab judge … --port ${location.port} starts it again)`
    : '';
}

function RefusedList({ session }: { readonly session: Session }): VNode | null {
  const refused = session.outbox.refused();
  if (refused.length === 0) return null;
  return h(
    'div',
    { class: 'refused' },
    h('p', null, `Refused and not saved: ${refused.length}, kept in this browser.`),
    h(
      'ul',
      null,
      refused.map(({ key, reason }) => h('li', { key }, reason)),
    ),
    h('button', { type: 'button', onClick: () => session.handleRefused('send') }, 'Send them again'),
    ' ',
    h('button', { type: 'button', onClick: () => session.handleRefused('forget') }, 'Forget them'),
  );
}

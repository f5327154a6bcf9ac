import { h, useLayoutEffect, useRef, type VNode } from '../../../html.js';
import { visible } from './pieces.js';
import type { Session } from './session.js';

type Props = { readonly session: Session; readonly open: boolean; readonly close: () => void };

/** All queries with how many of their pages are judged, to jump to one. */
export function QueryJump({ session, open, close }: Props): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (open && !dialog.current!.open) {
      dialog.current!.showModal();
      dialog.current!.querySelector<HTMLElement>('[aria-current]')?.focus();
    }
    if (!open && dialog.current!.open) dialog.current!.close();
  }, [open]);
  return h(
    'dialog',
    { ref: dialog, 'aria-labelledby': 'jump-title', onClose: close },
    open
      ? h(
          'div',
          { class: 'jump' },
          h(
            'div',
            { class: 'jump-head' },
            h('h2', { id: 'jump-title' }, 'Queries'),
            h('button', { type: 'button', onClick: close }, 'Close ', h('kbd', null, 'Esc')),
          ),
          h('ol', null, rows(session, close)),
        )
      : null,
  );
}

function rows(session: Session, close: () => void): readonly VNode[] {
  const current = session.at === null ? null : session.taskAt(session.at).queryAt;
  return placesByQuery(session).map((places, i) => {
    const { judged, skipped, of } = session.counts(places);
    const done = judged + skipped === of;
    const choose = () => {
      session.goToQuery(places);
      close();
    };
    return h(
      'li',
      { key: i },
      h(
        'button',
        {
          type: 'button',
          class: 'to',
          onClick: choose,
          ...(i === current ? { 'aria-current': 'true' } : {}),
        },
        h(
          'span',
          { class: 'count' },
          `${done ? '✓ ' : ''}${judged} of ${of}${skipped === 0 ? '' : `, ${skipped} skipped`}`,
        ),
        h('span', { class: 'asked' }, visible(session.state.queries[i]!.query)),
      ),
    );
  });
}

/** The places of each query's pages, queries as the state has them. */
function placesByQuery({ state }: Session): readonly (readonly number[])[] {
  const places: number[][] = state.queries.map(() => []);
  for (const [at, [query]] of state.tasks.entries()) places[query]!.push(at);
  return places;
}

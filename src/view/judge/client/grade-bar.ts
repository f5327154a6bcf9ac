import { h, type VNode } from '../../../html.js';
import type { Grade, Session } from './session.js';

export const MEANINGS: readonly (readonly [grade: Grade, short: string, rest: string])[] = [
  [2, 'answers it', 'or a part of it'],
  [1, 'related', 'and useful'],
  [0, 'neither', ''],
];

type Props = {
  readonly session: Session;
  readonly grade: (grade: Grade | null) => void;
  readonly mark: () => void;
  readonly word: Grade | null | undefined;
};

/** What can be said of the page, with what each grade means and its key. The one on record is pressed. */
export function GradeBar({ session, grade, mark, word }: Props): VNode {
  return h(
    'div',
    { class: 'said' },
    h(
      'div',
      { class: 'grades', role: 'group', 'aria-label': 'Grade of this page' },
      MEANINGS.map(([value, short, rest]) =>
        h(
          'button',
          {
            key: value,
            type: 'button',
            class: `grade g${value}`,
            'aria-pressed': word === value,
            onClick: () => grade(value),
          },
          h('kbd', null, String(value)),
          ' ',
          h('strong', null, short),
          rest === '' ? null : ` ${rest}`,
        ),
      ),
    ),
    h(
      'div',
      { class: 'moves' },
      move('Skip', 's', () => grade(null), word === null),
      move('Undo', 'u', () => session.undo()),
      move('Back', 'k', () => session.step(-1)),
      move('On', 'j', () => session.step(1)),
      h(
        'button',
        {
          type: 'button',
          class: 'short mark',
          onPointerDown: (event: Event) => event.preventDefault(),
          onClick: mark,
        },
        'Mark',
      ),
    ),
  );
}

function move(text: string, key: string, act: () => void, pressed?: boolean): VNode {
  const attributes = pressed === undefined ? {} : { 'aria-pressed': pressed };
  return h('button', { type: 'button', onClick: act, ...attributes }, `${text} `, h('kbd', null, key));
}

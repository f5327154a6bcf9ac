import { h, type VNode } from '../../../html.js';
import { type Draft, type Mark, trimmed, withMark } from './drafts.js';
import { visible } from './pieces.js';
import type { Session } from './session.js';
import type { Selected } from './text-view.js';

type Typed = { readonly currentTarget: { readonly value: string } };
type Props = {
  readonly session: Session;
  readonly text: string;
  readonly draft: Draft;
  readonly mark: () => void;
};

/** What was marked on this page, each with the part of the query that it answers, and the note. */
export function MarksView({ session, text, draft, mark }: Props): VNode {
  const { marks, note } = draft;
  const change = (at: number, next: Mark | null) =>
    session.setMarks(marks.flatMap((one, i) => (i !== at ? [one] : next === null ? [] : [next])));
  return h(
    'div',
    { class: 'extras' },
    h(
      'div',
      { class: 'marking' },
      h(
        'button',
        // The selection would be gone before the click arrived.
        { type: 'button', class: 'mark', onPointerDown: keepSelection, onClick: mark },
        'Mark the selected text ',
        h('kbd', null, 'm'),
      ),
      h(
        'p',
        { class: 'hint' },
        'Not asked of you, but of use: select the words that answer (',
        h('kbd', null, 'p'),
        ' picks a paragraph) and mark them. Searches can then be measured by whether they found these words, not only the page.',
      ),
    ),
    marks.length === 0
      ? null
      : h(
          'ol',
          { class: 'marks', 'aria-label': 'Marked text' },
          marks.map((one, i) =>
            h(MarkRow, { key: one.start, text, mark: one, change: (next) => change(i, next) }),
          ),
        ),
    h(
      'label',
      { class: 'note' },
      'Note ',
      h('kbd', null, 'n'),
      h('textarea', {
        id: 'note',
        rows: 2,
        maxLength: 5000,
        value: note,
        onInput: (event: Typed) => session.setNote(event.currentTarget.value),
        onBlur: () => session.leaveNote(),
      }),
    ),
  );
}

type RowProps = {
  readonly text: string;
  readonly mark: Mark;
  readonly change: (next: Mark | null) => void;
};

function MarkRow({ text, mark, change }: RowProps): VNode {
  const { need = '', ...place } = mark;
  const { start, end, grade } = place;
  const part = (value: string) => (value.trim() === '' ? place : { ...place, need: value.trim() });
  return h(
    'li',
    null,
    h('q', null, excerpt(text.slice(start, end))),
    grade === undefined ? null : h('p', { class: 'hint' }, `Has the grade ${grade} of its own.`),
    h(
      'div',
      { class: 'row' },
      h(
        'label',
        null,
        'answers the part ',
        h('input', {
          type: 'text',
          maxLength: 200,
          placeholder: 'all of it',
          value: need,
          onChange: (event: Typed) => change(part(event.currentTarget.value)),
        }),
      ),
      h(
        'button',
        {
          type: 'button',
          'aria-label': `Remove the mark of ${excerpt(text.slice(start, end))}`,
          onClick: () => change(null),
        },
        'Remove',
      ),
    ),
  );
}

/** Begin and end of a marked text on one line. */
function excerpt(text: string): string {
  const line = visible(text).replace(/\s+/g, ' ');
  const letters = [...line];
  return letters.length <= 90 ? line : `${letters.slice(0, 55).join('')} … ${letters.slice(-30).join('')}`;
}

function keepSelection(event: Event): void {
  event.preventDefault();
}

/** Adds what is selected to the marks of the page that is looked at. */
export function markSelected(session: Session, text: string, selected: Selected): void {
  const place = selected === null ? null : trimmed(text, selected.start, selected.end);
  if (place === null) {
    session.tell('Nothing is selected: select the words that answer, then mark them.');
    return;
  }
  session.setMarks(withMark(session.draft().marks, place.start, place.end));
  session.tell(`Marked ${place.end - place.start} characters.`);
}

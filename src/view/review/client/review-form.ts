import { h, type VNode } from '../../../html.js';
import { REVIEW_VERDICTS, type ReviewVerdict } from '../../../store/review.js';
import { shown } from './names.js';
import type { Standing } from './review-store.js';

const MEANINGS: Readonly<Record<ReviewVerdict, string>> = {
  real: 'real: the change is there',
  'bad label': 'bad label: what is labelled is wrong or lacks something',
  ambiguous: 'ambiguous: one cannot say',
};

type Props = {
  readonly id: string;
  readonly standing: Standing | null;
  readonly kept: string;
  readonly say: (verdict: ReviewVerdict, note: string) => void;
  readonly remove: () => void;
};

type TypedText = { readonly currentTarget: { readonly value: string } };

/** A verdict and a note on one query. What was said before is shown with where it was said. */
export function ReviewForm({ id, standing, kept, say, remove }: Props): VNode {
  const own = standing !== null && standing.from !== 'another pair' ? standing.said : null;
  const note = own?.note ?? '';
  return h(
    'fieldset',
    { class: 'review' },
    h('legend', null, 'Your verdict'),
    standing === null || standing.from === 'here' ? null : h('p', { class: 'before' }, beforeText(standing)),
    h(
      'div',
      { class: 'choices' },
      REVIEW_VERDICTS.map((verdict, i) =>
        h(
          'label',
          { key: verdict },
          h('input', {
            type: 'radio',
            name: `verdict ${id}`,
            value: verdict,
            checked: own?.verdict === verdict,
            onChange: () => say(verdict, note),
          }),
          ` ${MEANINGS[verdict]} `,
          h('kbd', null, String(i + 1)),
        ),
      ),
    ),
    h(
      'label',
      { class: 'note-label' },
      'Note',
      h('textarea', {
        rows: 2,
        maxLength: 2000,
        value: note,
        disabled: own === null,
        placeholder: own === null ? 'Pick a verdict first' : '',
        onInput: (event: TypedText) => {
          if (own !== null) say(own.verdict, event.currentTarget.value);
        },
      }),
    ),
    standing?.from === 'here' ? h('button', { type: 'button', onClick: remove }, 'Take it back') : null,
    h('p', { class: 'hint', role: 'status' }, standing?.from === 'here' ? `Saved ${kept}.` : ''),
  );
}

function beforeText({ said, from }: Standing): string {
  const where = from === 'this pair' ? 'of these two configurations' : 'of other configurations';
  return `Said on ${said.reviewedAt.slice(0, 10)}, ${where}: ${said.verdict}${said.note === '' ? '' : `. “${shown(said.note, 2000)}”`}`;
}

import { h, type VNode } from '../../../html.js';
import type { Card, Setting } from '../review-types.js';
import { breakable } from './breakable.js';

const SIGNS = { better: '▲', worse: '▼', 'cannot-tell': '?', identical: '=' } as const;

/** The verdict, what it rests on, and what differs between the two runs. */
export function CardView({
  card,
  children,
}: {
  readonly card: Card;
  readonly children?: VNode | null;
}): VNode {
  const [, ...lines] = card.lines;
  const at = card.headline.search(/[: ](?=whether|[^A-Z'])/);
  const rest = card.headline.slice(card.headline.startsWith("CAN'T TELL") ? 11 : at + 2);
  const word = card.headline.startsWith("CAN'T TELL") ? "CAN'T TELL" : card.headline.slice(0, at);
  return h(
    'section',
    { class: `card ${card.verdict}`, 'aria-label': 'Verdict' },
    h(
      'p',
      { class: 'headline' },
      h(
        'strong',
        { class: 'verdict' },
        h('span', { 'aria-hidden': 'true' }, `${SIGNS[card.verdict]} `),
        word,
      ),
      ' ',
      h('span', null, rest),
    ),
    card.gloss.map((line) => h('p', { key: line, class: 'hint' }, line)),
    lines.map((line) => h('p', { key: line }, line)),
    card.notes.map((note) => h('p', { key: note, class: 'note' }, `Note: ${note}`)),
    card.withoutDisputed === null ? null : h('p', { class: 'disputed' }, card.withoutDisputed.line),
    children ?? null,
    h(
      'ul',
      { class: 'facts' },
      card.facts.map((fact) => h('li', { key: fact }, fact)),
    ),
    h(
      'div',
      { class: 'tables' },
      h(SettingsTable, {
        caption: 'Settings that differ',
        rows: card.settings,
        none: 'No recorded setting differs.',
      }),
      h(SettingsTable, { caption: 'Size and cost', rows: card.costs, none: 'No cost is on record.' }),
      card.stages.length === 0
        ? null
        : h(SettingsTable, { caption: 'Recall by stage', rows: card.stages, none: '' }),
    ),
  );
}

function SettingsTable({
  caption,
  rows,
  none,
}: {
  readonly caption: string;
  readonly rows: readonly Setting[];
  readonly none: string;
}): VNode {
  if (rows.length === 0) return h('p', null, none);
  const head = ['', 'baseline', 'other run'].map((text) =>
    text === '' ? h('td', { key: 'name' }) : h('th', { key: text, scope: 'col' }, text),
  );
  return h(
    'table',
    { class: 'settings' },
    h('caption', null, caption),
    h('thead', null, h('tr', null, head)),
    h(
      'tbody',
      null,
      rows.map(({ name, a, b }) =>
        h(
          'tr',
          { key: name },
          h('th', { scope: 'row' }, breakable(name)),
          h('td', null, breakable(a)),
          h('td', null, breakable(b)),
        ),
      ),
    ),
  );
}

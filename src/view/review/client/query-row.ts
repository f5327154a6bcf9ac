import { signed } from '../../../compare/verdict.js';
import { h, type VNode } from '../../../html.js';
import type { ReviewCase, ReviewRow } from '../review-types.js';
import { wordsOf } from './filter-rows.js';
import { shown } from './names.js';
import type { Standing } from './review-store.js';

type Props = {
  readonly item: ReviewCase;
  readonly row: ReviewRow;
  readonly at: number;
  readonly open: boolean;
  readonly current: boolean;
  readonly standing: Standing | null;
  readonly toggle: () => void;
};

const SIGNS = { worse: '▼', better: '▲', same: '=', failed: '✕' } as const;

/** One query on a line: how far it moved, what it asks, what happened, and what a reviewer said. */
export function QueryRow({ item, row, at, open, current, standing, toggle }: Props): VNode {
  return h(
    'button',
    {
      type: 'button',
      class: `query ${row.status}${current ? ' current' : ''}`,
      'aria-expanded': open,
      'data-at': at,
      onClick: toggle,
    },
    h(
      'span',
      { class: 'delta' },
      `${SIGNS[row.status]} ${row.delta === null ? 'failed' : signed(row.delta)}`,
    ),
    h('span', { class: 'values' }, `${valueText(row.a)} → ${valueText(row.b)}`),
    h('span', { class: 'asked' }, shown(item.query, 200)),
    h('span', { class: 'words' }, wordsText(row)),
    h('span', { class: 'id' }, `${shown(item.id, 40)} · ${shown(item.kind, 30)}`),
    h(
      'span',
      { class: 'said' },
      standing === null
        ? ''
        : `✎ ${standing.said.verdict}${standing.from === 'another pair' ? ' (elsewhere)' : ''}`,
    ),
  );
}

function wordsText(row: ReviewRow): string {
  const { nearMiss, unjudged, status } = row;
  const near = nearMiss === null ? [] : [`near miss at ${nearMiss}`];
  const only = unjudged.a + unjudged.b;
  return [
    ...wordsOf(row).slice(0, 2),
    ...near,
    ...(status === 'same' && only > 0 ? [`${only} unjudged`] : []),
  ].join(' · ');
}

function valueText(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

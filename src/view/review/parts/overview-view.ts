import { pText, rangeText, signed } from '../../../compare/verdict.js';
import { h, type VNode } from '../../../html.js';
import { formatMetric } from '../../tables.js';
import { VERDICT_WORDS } from '../../verdict-words.js';
import { brief, NAME } from '../brief.js';
import type { ReviewData } from '../review-types.js';

/** All runs against the baseline in one table; nothing where there is one. */
export function OverviewView({ data }: { readonly data: ReviewData }): VNode | null {
  if (data.pairs.length < 2) return null;
  const columns = [
    'run',
    'verdict',
    'mean',
    'difference',
    '95 % interval',
    'p',
    'worse',
    'better',
    'same',
    'n',
  ];
  const rows = data.pairs.map(({ b, card: { verdict, numbers } }) => [
    brief(data.runs[b]!.name, NAME),
    VERDICT_WORDS[verdict],
    formatMetric(numbers.meanB),
    numbers.delta === null ? '–' : signed(numbers.delta),
    numbers.interval === null ? 'identical' : rangeText(numbers.interval),
    numbers.pValue === null ? '–' : pText(numbers.pValue),
    String(numbers.worse),
    String(numbers.better),
    String(numbers.same),
    String(numbers.n),
  ]);
  const [head, ...rest] = columns;
  const title = `${data.pairs.length} runs against ${brief(data.runs[0]!.name, NAME)} (${data.metric} ${formatMetric(data.pairs[0]!.card.numbers.meanA)}), p and intervals corrected for all of them together`;
  return h(
    'div',
    null,
    h('p', { class: 'title' }, title),
    h(
      'div',
      { class: 'wide', role: 'region', 'aria-label': title, tabIndex: 0 },
      h(
        'table',
        { class: 'overview' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            [head!, ...rest].map((name) => h('th', { key: name, scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody',
          null,
          rows.map(([name, ...cells], i) =>
            h(
              'tr',
              { key: String(i) },
              h('th', { scope: 'row' }, name),
              cells.map((cell, j) => h('td', { key: String(j), 'data-head': rest[j] }, cell)),
            ),
          ),
        ),
      ),
    ),
  );
}

import { signed } from '../../../compare/verdict.js';
import { h, type VNode } from '../../../html.js';
import { brief, NAME } from '../brief.js';
import type { ReviewData, ReviewPair } from '../review-types.js';

const MOST = 20;

/** The queries that got worse as a plain list, for a reader without scripts and until they run. */
export function WorstView({ data, pair }: { readonly data: ReviewData; readonly pair: ReviewPair }): VNode {
  const lower = pair.rows.filter(({ status }) => status === 'worse' || status === 'failed');
  const said =
    lower.length === 0
      ? 'No query got worse.'
      : `Queries that got worse: ${Math.min(MOST, lower.length)} of ${lower.length}. With scripts all of them can be opened.`;
  return h(
    'section',
    { class: 'worst', 'aria-label': 'Queries that got worse' },
    h('h2', null, 'Queries'),
    h('p', null, said),
    h(
      'ol',
      null,
      lower.slice(0, MOST).map((row) => {
        const { id, query } = data.cases[row.case]!;
        return h(
          'li',
          { key: id },
          h('b', null, row.delta === null ? 'failed' : signed(row.delta)),
          ` ${brief(query, 200)} (${brief(id, NAME)}): ${row.words.join(', ')}. ${brief(row.beyondBudget ?? row.happened[0]?.evidence ?? '', 300)}`,
        );
      }),
    ),
  );
}

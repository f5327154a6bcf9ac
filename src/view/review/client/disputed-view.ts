import { h, useEffect, useState, type VNode } from '../../../html.js';
import { disputedLine } from '../card-texts.js';
import { columnsOf, numbersOf } from '../pair-numbers.js';
import type { ReviewData, ReviewPair } from '../review-types.js';

type Props = { readonly data: ReviewData; readonly pair: ReviewPair; readonly disputed: ReadonlySet<string> };

/** Leaves out the cases whose labels are called bad, and says what the same test gives for the others. */
export function DisputedView({ data, pair, disputed }: Props): VNode {
  const [line, setLine] = useState<string | null>(null);
  const key = [...disputed].sort().join('\n');
  useEffect(() => setLine(null), [key, pair]);
  const left = pair.rows.filter((row) => disputed.has(data.cases[row.case]!.id)).length;
  const compute = () => {
    setLine('Computing …');
    // The words are to be seen before the test takes its time.
    setTimeout(() => {
      const all = numbersOf(columnsOf(data.pairs, data.cases, disputed), data.seed);
      const { numbers, verdict } = all[data.pairs.indexOf(pair)]!;
      setLine(disputedLine(left, numbers, verdict));
    }, 20);
  };
  return h(
    'div',
    { class: 'disputed' },
    left === 0
      ? null
      : h(
          'button',
          { type: 'button', onClick: compute },
          `Leave out ${left === 1 ? '1 query with a bad label' : `${left} queries with bad labels`}`,
        ),
    h('p', { role: 'status' }, line ?? ''),
  );
}

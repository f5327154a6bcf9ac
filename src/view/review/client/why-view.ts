import { h, type VNode } from '../../../html.js';
import type { LabelMove, ReviewData, ReviewPair, ReviewRow, Stand } from '../review-types.js';
import { docName, hitName, shown } from './names.js';
import { passageAt } from './passage.js';

type Props = { readonly data: ReviewData; readonly pair: ReviewPair; readonly row: ReviewRow };

const MOST_MOVERS = 5;
const EXCERPT = 240;

/** What happened to each label, in sentences, then where each stands in both runs and what took its place. */
export function WhyView({ data, pair, row }: Props): VNode | null {
  if (row.status === 'same') return h('p', null, 'The metric is the same in both runs.');
  const sentences = [
    ...(row.beyondBudget === null ? [] : [{ what: 'budget', evidence: row.beyondBudget }]),
    ...row.happened,
  ];
  return h(
    'div',
    { class: 'why' },
    h('h4', null, 'What changed'),
    h(
      'ul',
      null,
      sentences.map(({ what, evidence }, i) =>
        h('li', { key: i }, h('b', { class: 'word' }, what), ` ${shown(evidence, 600)}`),
      ),
    ),
    row.labels.length === 0 ? null : h(LabelsTable, { data, pair, row }),
  );
}

function LabelsTable({ data, pair, row }: Props): VNode {
  const heads = ['What is labelled', 'Baseline', 'Other run', 'What took its place'];
  return h(
    'div',
    { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'Labels' },
    h(
      'table',
      { class: 'labels' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          heads.map((head) => h('th', { key: head, scope: 'col' }, head)),
        ),
      ),
      h(
        'tbody',
        null,
        row.labels.map((move) => h(LabelLine, { key: move.label, data, pair, row, move })),
      ),
    ),
  );
}

function LabelLine({ data, pair, row, move }: Props & { readonly move: LabelMove }): VNode {
  const { doc, grade, start, end } = data.cases[row.case]!.labels[move.label]!;
  const text = start === undefined || end === undefined ? null : passageAt(data, doc, start, end);
  return h(
    'tr',
    null,
    h(
      'th',
      { scope: 'row', class: 'break' },
      `${grade >= data.cut.rel ? '★ ' : ''}${docName(data, doc)}${start === undefined ? '' : ` ${start}–${end}`} (grade ${grade})`,
      text === null ? null : h('span', { class: 'excerpt' }, `“${shown(text.text, EXCERPT)}”`),
    ),
    h('td', { 'data-head': 'Baseline' }, standText(move.a, move.lowerIn === 'a', data.unit)),
    h('td', { 'data-head': 'Other run' }, standText(move.b, move.lowerIn === 'b', data.unit)),
    h('td', { class: 'break', 'data-head': 'Took its place' }, moversText(data, pair, row, move)),
  );
}

/** Where k counts pages, what its first chunks hold of a span is beside the point. */
function standText({ reach, rank, held }: Stand, lower: boolean, unit: ReviewData['unit']): string {
  const place = rank === null ? reach : `rank ${rank}${reach === 'in the top k' ? '' : `, ${reach}`}`;
  const share =
    held === null || rank === null || unit === 'page'
      ? ''
      : `, ${Math.floor(100 * held + 1e-9)} % of it within k`;
  return `${lower ? '▼ ' : ''}${place}${share}`;
}

function moversText(
  data: ReviewData,
  pair: ReviewPair,
  row: ReviewRow,
  { lowerIn, movedBy, lostIn }: LabelMove,
): string {
  if (lowerIn === null) return '–';
  const hits = data.runs[pair[lowerIn]]!.rankings[row.case]?.hits ?? [];
  const names = movedBy
    .slice(0, MOST_MOVERS)
    .flatMap((at) => (hits[at] === undefined ? [] : [`${at + 1}: ${hitName(data, hits[at])}`]));
  const more = movedBy.length > names.length ? ` and ${movedBy.length - names.length} more` : '';
  const step = lostIn === null ? '' : ` (lost in: ${lostIn})`;
  return `${names.length === 0 ? '–' : names.join(', ')}${more}${step}`;
}

import { h, type VNode } from '../../../html.js';
import { alternatives } from '../../needs.js';
import { shareText } from '../../share-text.js';
import type { LabelMove, Ranking, ReviewData, ReviewPair, ReviewRow, Stand } from '../review-types.js';
import { docName, hitName, shown } from './names.js';
import { passageAt } from './passage.js';

type Props = { readonly data: ReviewData; readonly pair: ReviewPair; readonly row: ReviewRow };

const MOST_MOVERS = 5;
const EXCERPT = 240;

/** What happened to each label, in sentences, then where each stands in both runs and what took its place. */
export function WhyView({ data, pair, row }: Props): VNode | null {
  if (row.status === 'same') return h('p', null, 'The metric is the same in both runs.');
  const { beyondBudget, happened } = row;
  return h(
    'div',
    { class: 'why' },
    h('h4', null, 'What changed'),
    beyondBudget === null ? null : h(Sentences, { of: [{ what: 'budget', evidence: beyondBudget }] }),
    beyondBudget === null || happened.length === 0
      ? null
      : h('p', null, `By the first ${data.cut.k} chunks, which do not decide here:`),
    happened.length === 0 ? null : h(Sentences, { of: happened }),
    row.labels.length === 0 ? null : h(LabelsTable, { data, pair, row }),
    row.labels.length === 0 ? null : h(NotRelevantLine, { data, row }),
  );
}

type Sentence = { readonly what: string; readonly evidence: string };

function Sentences({ of }: { readonly of: readonly Sentence[] }): VNode {
  return h(
    'ul',
    null,
    of.map(({ what, evidence }, i) =>
      h('li', { key: i }, h('b', { class: 'word' }, what), ` ${shown(evidence, 600)}`),
    ),
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
        needsOf(data, row).map(({ moves, counts }) => [
          moves.length < 2 ? null : h(AlternativesLine, { key: `need ${moves[0]!.label}`, n: moves.length }),
          ...moves.map((move) =>
            h(LabelLine, { key: move.label, data, pair, row, move, counts, alternative: moves.length > 1 }),
          ),
        ]),
      ),
    ),
  );
}

type Need = { readonly moves: readonly LabelMove[]; readonly counts: boolean };

type PageLabel = ReviewData['cases'][number]['labels'][number];

/** A page that was judged as a whole and is not relevant: a thorough judge leaves a score of them to each query, and none has a place to lose. */
function isNotRelevant({ grade, start }: PageLabel): boolean {
  return grade === 0 && start === undefined;
}

function NotRelevantLine({ data, row }: Pick<Props, 'data' | 'row'>): VNode | null {
  const n = data.cases[row.case]!.labels.filter(isNotRelevant).length;
  if (n === 0) return null;
  return h(
    'p',
    { class: 'hint' },
    `${n === 1 ? '1 page was' : `${n} pages were`} judged not relevant (grade 0).`,
  );
}

/** Labels need by need, alternatives together; those that the metric leaves out come last. */
function needsOf(data: ReviewData, { case: at, labels }: ReviewRow): readonly Need[] {
  const of = data.cases[at]!.labels;
  const counted = alternatives(of, data.cut.rel);
  const others = of.flatMap((label, i) => (label.grade < data.cut.rel && !isNotRelevant(label) ? [[i]] : []));
  const need = (counts: boolean) => (positions: readonly number[]) => ({
    counts,
    moves: positions.flatMap((i) => labels.find(({ label }) => label === i) ?? []),
  });
  return [...counted.map(need(true)), ...others.map(need(false))];
}

function AlternativesLine({ n }: { readonly n: number }): VNode {
  const text = n === 2 ? 'Either of these two will do:' : `Any one of these ${n} will do:`;
  return h('tr', { class: 'need' }, h('th', { colSpan: 4, scope: 'colgroup' }, text));
}

type LineProps = Props & {
  readonly move: LabelMove;
  readonly counts: boolean;
  readonly alternative: boolean;
};

function LabelLine({ data, pair, row, move, counts, alternative }: LineProps): VNode {
  const { doc, grade, start, end } = data.cases[row.case]!.labels[move.label]!;
  const text = start === undefined || end === undefined ? null : passageAt(data, doc, start, end);
  const stand = (side: 'a' | 'b') =>
    standText(move[side], move.lowerIn === side, data, data.runs[pair[side]]!.rankings[row.case] ?? null);
  return h(
    'tr',
    { class: counts ? (alternative ? 'alternative' : null) : 'left-out' },
    h(
      'th',
      { scope: 'row', class: 'break' },
      `${counts ? '★ ' : ''}${docName(data, doc)}${start === undefined ? '' : ` ${start}–${end}`} (${gradeText(grade, data.cut.rel)})`,
      text === null ? null : h('span', { class: 'excerpt' }, `“${shown(text.text, EXCERPT)}”`),
    ),
    h('td', { 'data-head': 'Baseline' }, stand('a')),
    h('td', { 'data-head': 'Other run' }, stand('b')),
    h('td', { class: 'break', 'data-head': 'Took its place' }, moversText(data, pair, row, move)),
  );
}

function gradeText(grade: number, rel: number): string {
  if (grade < 0) return 'judged by nobody';
  if (grade === 0) return 'grade 0: judged not relevant';
  return grade >= rel ? `grade ${grade}` : `grade ${grade}: does not count for rel=${rel}`;
}

/** What a budget of tokens holds is said where the metric has one, else what the first k chunks do; where k counts pages that is beside the point. */
function standText(
  { reach, rank, held, inBudget }: Stand,
  lower: boolean,
  { unit, cut }: ReviewData,
  ranking: Ranking | null,
): string {
  const sign = lower ? '▼ ' : '';
  if (rank === null) return `${sign}${reach}`;
  if (inBudget !== null) {
    const beyond = rank > (ranking?.withinBudget ?? rank) ? ', beyond the budget' : '';
    return `${sign}${shareText(inBudget)} of it within ${cut.tokens} tokens (rank ${rank}${beyond})`;
  }
  const place = `${sign}rank ${rank}${reach === 'in the top k' ? '' : `, ${reach}`}`;
  return held === null || unit === 'page' ? place : `${place}, ${shareText(held)} of it within k`;
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

import {
  type CaseChange,
  type ChangeCounts,
  type Changes,
  type LabelChange,
  REACHES,
  type Standing,
  type TermChange,
  type Transitions,
} from '../diagnose/change-types.js';
import { type Block, GAP, lead, line, type Reader, table } from './blocks.js';
import { type Cell, plain, shorten } from './tables.js';

/** As many as a comparison lists. */
const MOST_CASES = 10;
const MOST_TERMS = 2;
/** Columns of a page's name, so that a row stays within a hundred. */
const LABEL = 28;
const MOVER = 22;

/** What changed between two runs as a section of its own: the counts, how far needs came, and for the worst cases what happened with its evidence. */
export function changesBlocks(changes: Changes, reader: Reader): readonly Block[] {
  const { cases, counts, transitions, k, unit, metric } = changes;
  if (cases.length === 0) return [lead(`What changed: no query moved by ${metric}`)];
  return [
    lead(`What changed, by ${metric}: ${movedText(counts[0]!)} (k = ${k} ${unit}s)`),
    ...countBlocks(counts[0]!),
    GAP,
    ...transitionBlocks(transitions[0]!, changes),
    ...failedBlocks(changes, reader),
    ...worseBlocks(changes, reader),
  ];
}

function movedText({ worse, better, failed }: ChangeCounts): string {
  return `${worse} worse, ${better} better${failed === 0 ? '' : `, ${failed} failed`}`;
}

/** Only what happened at all; a column of failed cases only where some failed. */
function countBlocks({ counts, failed }: ChangeCounts): readonly Block[] {
  const rows = counts
    .filter((one) => one.worse + one.better + one.failed > 0)
    .map((one): readonly Cell[] => [
      one.what,
      one.worse,
      one.better,
      ...(failed === 0 ? [] : [one.failed]),
      MEANINGS[one.what],
    ]);
  const columns = [
    'what',
    'worse',
    'better',
    ...(failed === 0 ? [] : ['failed']),
    'in the run that is lower',
  ];
  return [table(columns, rows), line('(queries; several things may have happened to one)')];
}

/** Each word in a few, for a reader who sees it for the first time. */
const MEANINGS: Readonly<Record<ChangeCounts['counts'][number]['what'], string>> = {
  failed: 'gave no answer',
  'not retrieved': 'a label is not among the hits',
  'below k': 'a label came after the first k',
  lower: 'a label came later within the first k',
  partly: 'the first k hold less of a label',
  'not covered': 'no chunk holds a label',
  cut: 'chunk boundaries cut a label',
  tie: 'equal scores decided',
  crowded: 'chunks of one page took the places',
  unjudged: 'pages without a label took the place',
  displaced: 'labelled pages took the place',
  diluted: 'more without a label came with it',
  none: 'no label stands lower',
};

function transitionBlocks({ from, n }: Transitions, { runA, runB }: Changes): readonly Block[] {
  const seen = REACHES.filter(
    (reach) => reach !== 'failed' || REACHES.some((other) => from[other][reach] + from[reach][other] > 0),
  );
  const rows = seen.map((reach): readonly Cell[] => [reach, ...seen.map((to) => from[reach][to])]);
  return [
    line(`Needs of all queries (${n}): rows where they are in ${runA.name}, columns in ${runB.name}`),
    table(['', ...seen], rows),
    line('(a need: a page or passage that a query asks for; of alternatives the best counts)'),
  ];
}

function failedBlocks({ cases }: Changes, reader: Reader): readonly Block[] {
  const failed = cases.filter(({ status }) => status === 'failed');
  const cells = ({ caseId, happened }: CaseChange): readonly Cell[] => [
    caseId,
    shorten(plain(happened.map(({ evidence }) => evidence).join('; ')), reader.query),
  ];
  return listedBlocks(['failed', 'what happened'], failed, cells, reader);
}

/** One row for each: the first label that the change rests on, where it stands in both runs, what happened, and what took its place. */
function worseBlocks(changes: Changes, reader: Reader): readonly Block[] {
  const worse = changes.cases.filter(({ status }) => status === 'worse');
  const withTerms = worse.slice(0, MOST_CASES).some((one) => termsText(labelOf(one)) !== '');
  const cells = (one: CaseChange): readonly Cell[] => {
    const label = labelOf(one);
    const [a, b] =
      label === null ? [null, null] : [standingText(label.a, changes), standingText(label.b, changes)];
    const mover = label?.movedBy[0];
    return [
      one.caseId,
      label === null ? null : shortenLeft(label.doc, LABEL),
      a,
      b,
      wordsText(one),
      mover === undefined ? null : `${shortenLeft(mover.doc, MOVER)} (${gradeText(mover.grade)})`,
      ...(withTerms ? [termsText(label)] : []),
    ];
  };
  const columns = ['worse', 'label', 'a', 'b', 'what happened', 'took its place'];
  return listedBlocks(
    [...columns, ...(withTerms ? ['BM25 terms: a -> b (of what took its place)'] : [])],
    worse,
    cells,
    reader,
  );
}

function listedBlocks(
  columns: readonly string[],
  cases: readonly CaseChange[],
  cells: (one: CaseChange) => readonly Cell[],
  { rest }: Reader,
): readonly Block[] {
  if (cases.length === 0) return [];
  const more = cases.length > MOST_CASES ? [line(`and ${cases.length - MOST_CASES} more (${rest})`)] : [];
  return [GAP, table(columns, cases.slice(0, MOST_CASES).map(cells)), ...more];
}

function labelOf({ happened, labels }: CaseChange): LabelChange | null {
  const at = happened[0]!.label;
  return at === null ? null : labels[at]!;
}

/** Where k counts chunks what counts is how much of the span they hold. */
function standingText({ reach, pageRank, heldWithinK }: Standing, { unit }: Changes): string {
  if (unit === 'chunk') return heldWithinK === null ? '–' : `${Math.floor(100 * heldWithinK + 1e-9)} %`;
  return reach === 'not retrieved' ? 'none' : String(pageRank);
}

/** What happened to the label that is shown; what took its place stands in a column of its own. */
function wordsText(one: CaseChange): string {
  const first = one.happened[0]!.label;
  const words = one.happened
    .filter(({ what, label }) => label === first && what !== 'unjudged' && what !== 'displaced')
    .map(({ what }) => what);
  const others = new Set(one.happened.map(({ label }) => label)).size - 1;
  const step = labelOf(one)?.lostIn ?? null;
  const more = others === 0 ? '' : `, +${others} ${others === 1 ? 'label' : 'labels'}`;
  return words.join(', ') + (step === null ? '' : ` (${step})`) + more;
}

function gradeText(grade: number | null): string {
  return grade === null ? 'unjudged' : `grade ${grade}`;
}

/** The end of a path tells more than its beginning. */
function shortenLeft(text: string, columns: number): string {
  const letters = [...new Intl.Segmenter().segment(plain(text))].map(({ segment }) => segment);
  return letters.length <= columns ? letters.join('') : `…${letters.slice(1 - columns).join('')}`;
}

/** The terms by which what took the place gained most on the label's chunk in the lower run. */
function termsText(label: LabelChange | null): string {
  if (label === null || label.terms === null) return '';
  const lost = ({ a, b, mover }: TermChange) =>
    mover === null ? Math.abs(a - b) : mover - (label.lowerIn === 'a' ? a : b);
  const largest = label.terms
    .filter((term) => lost(term) >= 0.005)
    .sort((x, y) => lost(y) - lost(x))
    .slice(0, MOST_TERMS);
  const number = (score: number) => score.toFixed(1);
  return largest
    .map(
      ({ term, a, b, mover }) =>
        `${term} ${number(a)} -> ${number(b)}${mover === null ? '' : ` (${number(mover)})`}`,
    )
    .join(', ');
}

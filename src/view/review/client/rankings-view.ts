import { h, type VNode } from '../../../html.js';
import type { Ranking, ReviewCase, ReviewData, ReviewPair, ReviewRow } from '../review-types.js';
import { type HitMark, marksOf } from './hit-marks.js';
import { linksOf } from './links.js';
import { docName, hitNameParts, placeText, shown } from './names.js';

/** Heights that the style sheet has too: lines are drawn from them. */
const HIT = 30;
const RULE = 22;
const WIDTH = 56;

export type Side = 'a' | 'b';
export type Picked = { readonly a: number | null; readonly b: number | null };

type Line = { readonly hit: number } | { readonly rule: string };

type Props = {
  readonly data: ReviewData;
  readonly pair: ReviewPair;
  readonly row: ReviewRow;
  readonly picked: Picked;
  readonly pick: (side: Side, hit: number) => void;
};

/** Both rankings side by side, equal stretches joined by lines, with a rule where each is cut. */
export function RankingsView({ data, pair, row, picked, pick }: Props): VNode {
  const item = data.cases[row.case]!;
  const [a, b] = [
    data.runs[pair.a]!.rankings[row.case] ?? null,
    data.runs[pair.b]!.rankings[row.case] ?? null,
  ];
  const side = (of: Side, ranking: Ranking | null) =>
    h(RankingView, {
      data,
      item,
      row,
      side: of,
      name: data.runs[pair[of]]!.name,
      ranking,
      picked: picked[of],
      pick: (hit) => pick(of, hit),
    });
  return h(
    'div',
    { class: 'rankings' },
    side('a', a),
    a === null || b === null ? h('span', null) : h(Links, { data, item, row, a, b, picked }),
    side('b', b),
  );
}

type SideProps = {
  readonly data: ReviewData;
  readonly item: ReviewCase;
  readonly row: ReviewRow;
  readonly side: Side;
  readonly name: string;
  readonly ranking: Ranking | null;
  readonly picked: number | null;
  readonly pick: (hit: number) => void;
};

function RankingView({ data, item, row, side, name, ranking, picked, pick }: SideProps): VNode {
  const which = side === 'a' ? 'Baseline' : 'Other run';
  const title = `${which}: ${shown(name, 80)}`;
  const value = side === 'a' ? row.a : row.b;
  const head = h(
    'h4',
    { title },
    which,
    h('span', { class: 'run-name' }, `: ${shown(name, 80)}`),
    h('span', { class: 'value' }, ` ${value === null ? 'failed' : value.toFixed(3)}`),
  );
  if (ranking === null)
    return h(
      'div',
      null,
      head,
      h('p', { class: 'hint' }, 'This ranking is not in the page: it holds those of the worst queries.'),
    );
  const marks = marksOf(ranking, item, row, side, data.unit);
  const lines = linesOf(ranking, data);
  const more = ranking.more === 0 ? '' : `and ${ranking.more} more`;
  return h(
    'div',
    null,
    head,
    ranking.hits.length === 0 ? h('p', null, nothingText(ranking)) : null,
    h(
      'ol',
      { class: 'ranking', 'aria-label': title },
      lines.map((line, i) =>
        'rule' in line
          ? h('li', { key: `rule ${i}`, class: 'rule' }, line.rule)
          : h(HitLine, {
              key: line.hit,
              data,
              ranking,
              hit: line.hit,
              mark: marks[line.hit]!,
              picked: picked === line.hit,
              pick,
            }),
      ),
    ),
    more === '' ? null : h('p', { class: 'hint' }, more),
  );
}

function nothingText({ status, message }: Ranking): string {
  if (status === 'empty') return 'Nothing came back.';
  return `No answer: ${status}${message === undefined ? '' : `, ${shown(message)}`}`;
}

type HitProps = {
  readonly data: ReviewData;
  readonly ranking: Ranking;
  readonly hit: number;
  readonly mark: HitMark;
  readonly picked: boolean;
  readonly pick: (hit: number) => void;
};

function HitLine({ data, ranking, hit, mark, picked, pick }: HitProps): VNode {
  const ranked = ranking.hits[hit]!;
  const gold = mark.grade !== null && mark.grade >= data.cut.rel;
  const within = hit < cutOf(ranking);
  const words = [
    ...(gold ? [`★ gold, grade ${mark.grade}`] : []),
    ...(mark.grade === null || gold ? [] : [lesserText(mark.grade)]),
    ...(mark.samePage ? ['gold page, other passage'] : []),
    ...(gold && !within ? ['near miss'] : []),
    ...(mark.mover ? ['⇧ took its place'] : []),
  ];
  const short = `${gold ? '★' : ''}${mark.mover ? '⇧' : ''}`;
  const [folder, name] = hitNameParts(data, ranked);
  const rank = mark.rank === null ? '·' : String(mark.rank);
  return h(
    'li',
    { class: `hit${gold ? ' gold' : ''}${mark.mover ? ' mover' : ''}${within ? '' : ' below'}` },
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': picked,
        title: `${docName(data, ranked[0])}${shown(ranked[1], 60)} ${placeText(ranked)} score ${ranked[4]}`,
        onClick: () => pick(hit),
      },
      h('span', { class: 'rank' }, rank),
      h('span', { class: 'name' }, h('span', { class: 'folder' }, folder), name),
      h('span', { class: 'place' }, placeText(ranked)),
      words.length === 0 ? null : h('span', { class: 'marks' }, words.join(' · ')),
      short === '' ? null : h('span', { class: 'short' }, short),
    ),
  );
}

/** A label that is below the grade from which the metric counts. */
function lesserText(grade: number): string {
  return grade > 0 ? `related, grade ${grade}` : 'judged not relevant';
}

/** Where the ranking counts for the metric: its budget of tokens, else k. */
function cutOf({ withinK, withinBudget }: Ranking): number {
  return withinBudget ?? withinK;
}

/** The hits with a rule after k and one where the budget of tokens ends. */
function linesOf(ranking: Ranking, { cut, unit }: ReviewData): readonly Line[] {
  const { hits, withinK, withinBudget, more } = ranking;
  const lines: Line[] = [];
  hits.forEach((_, hit) => {
    lines.push({ hit });
    if (hit + 1 === withinBudget && cut.tokens !== null)
      lines.push({ rule: `${cut.tokens} tokens end here` });
    if (hit + 1 === withinK && (hit + 1 < hits.length || more > 0))
      lines.push({ rule: `k = ${cut.k} ${unit}s` });
  });
  return lines;
}

type LinksProps = {
  readonly data: ReviewData;
  readonly item: ReviewCase;
  readonly row: ReviewRow;
  readonly a: Ranking;
  readonly b: Ranking;
  readonly picked: Picked;
};

/** Whole lines join the same stretch, dashed ones overlapping stretches; those of gold are thick. */
function Links({ data, item, row, a, b, picked }: LinksProps): VNode {
  const [linesA, linesB] = [linesOf(a, data), linesOf(b, data)];
  const [yA, yB] = [centresOf(linesA), centresOf(linesB)];
  const marks = marksOf(a, item, row, 'a', data.unit);
  const height = Math.max(heightOf(linesA), heightOf(linesB));
  return h(
    'svg',
    { class: 'links', width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, 'aria-hidden': 'true' },
    linksOf(a.hits, b.hits).map((link) =>
      h('line', {
        key: `${link.a} ${link.b}`,
        class: `${link.same ? 'same' : 'overlap'}${(marks[link.a]!.grade ?? Number.NEGATIVE_INFINITY) >= data.cut.rel ? ' gold' : ''}${picked.a === link.a || picked.b === link.b ? ' picked' : ''}`,
        x1: 0,
        y1: yA.get(link.a),
        x2: WIDTH,
        y2: yB.get(link.b),
      }),
    ),
  );
}

function centresOf(lines: readonly Line[]): ReadonlyMap<number, number> {
  const centres = new Map<number, number>();
  let y = 0;
  for (const line of lines) {
    if ('hit' in line) centres.set(line.hit, y + HIT / 2);
    y += 'hit' in line ? HIT : RULE;
  }
  return centres;
}

function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + ('hit' in line ? HIT : RULE), 0);
}

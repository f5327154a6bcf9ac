import { h, useState, type VNode } from '../../../html.js';
import type { ReviewVerdict } from '../../../store/review.js';
import type { ReviewData, ReviewPair, ReviewRow } from '../review-types.js';
import { marksOf } from './hit-marks.js';
import { shown } from './names.js';
import { PassagesView } from './passages-view.js';
import { type Picked, RankingsView, type Side } from './rankings-view.js';
import { ReviewForm } from './review-form.js';
import type { Standing } from './review-store.js';
import { WhyView } from './why-view.js';

type Props = {
  readonly data: ReviewData;
  readonly pair: ReviewPair;
  readonly row: ReviewRow;
  readonly standing: Standing | null;
  readonly kept: string;
  readonly say: (verdict: ReviewVerdict, note: string) => void;
  readonly remove: () => void;
};

/** One query in both runs: what happened, both rankings, the texts, and a place for a verdict. */
export function OpenQuery({ data, pair, row, standing, kept, say, remove }: Props): VNode {
  const [picked, setPicked] = useState<Picked>(() => firstPicked(data, pair, row));
  const { id, query, kind } = data.cases[row.case]!;
  const pick = (side: Side, hit: number) => setPicked((old) => ({ ...old, [side]: hit }));
  return h(
    'div',
    { class: 'open', role: 'region', 'aria-label': `Query ${shown(id, 80)}` },
    h('h3', { class: 'break' }, shown(query, 2000)),
    h('p', { class: 'hint' }, `${shown(id, 80)} · ${shown(kind, 80)}`),
    h(WhyView, { data, pair, row }),
    h(RankingsView, { data, pair, row, picked, pick }),
    h(
      'p',
      { class: 'hint' },
      `Rank counts ${data.unit}s${data.unit === 'page' ? '; · is a further chunk of a page above' : ''}. ★ holds what is labelled, ⇧ took its place. What is in italics stands after the cut; a near miss is labelled and stands there. Whole lines join the same passage, dashed ones overlapping passages; thick brown or yellow ones join what is labelled, thick blue ones belong to a hit that is picked.`,
    ),
    h(PassagesView, { data, pair, row, picked }),
    h(ReviewForm, { id, standing, kept, say, remove }),
  );
}

/** In each run the first hit that holds what is labelled; where none does, the first that took its place, else the first. */
function firstPicked(data: ReviewData, pair: ReviewPair, row: ReviewRow): Picked {
  const first = (side: Side) => {
    const ranking = data.runs[pair[side]]!.rankings[row.case];
    if (ranking === null || ranking === undefined || ranking.hits.length === 0) return null;
    const marks = marksOf(ranking, data.cases[row.case]!, row, side, data.unit);
    const gold = marks.findIndex(({ grade }) => grade !== null && grade >= data.cut.rel);
    const mover = marks.findIndex((mark) => mark.mover);
    return [gold, mover].find((at) => at !== -1) ?? 0;
  };
  return { a: first('a'), b: first('b') };
}

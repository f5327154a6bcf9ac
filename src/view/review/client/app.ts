import { h, useEffect, useMemo, useRef, useState, type VNode } from '../../../html.js';
import { REVIEW_VERDICTS, type ReviewVerdict } from '../../../store/review.js';
import { disputedIn } from '../disputed.js';
import { CardView } from '../parts/card-view.js';
import { OverviewView } from '../parts/overview-view.js';
import { SlicesView } from '../parts/slices-view.js';
import type { ReviewData, ReviewPair, ReviewRow } from '../review-types.js';
import { DisputedView } from './disputed-view.js';
import { FilterBar } from './filter-bar.js';
import { ANY, firstTab, rowsFor, type Wanted } from './filter-rows.js';
import { useKeys } from './keys.js';
import { shown } from './names.js';
import { OpenQuery } from './open-query.js';
import { QueryList } from './query-list.js';
import { exported, type Keeper, keyOf, Reviews, type SaidHere } from './review-store.js';
import { saveFile } from './save-file.js';

type Props = { readonly data: ReviewData; readonly keeper: Keeper };

/** The whole page: which pair is looked at, its card, and its queries. */
export function App({ data, keeper }: Props): VNode {
  const [at, setAt] = useState(0);
  const [here, setHere] = useState<SaidHere>(() => keeper.read());
  const [lasting, setLasting] = useState(keeper.lasting);
  const pair = data.pairs[at]!;
  const reviews = useMemo(() => new Reviews(data), [data]);
  const change = (next: SaidHere) => {
    setHere(next);
    setLasting(keeper.write(next));
  };
  const disputed = useMemo(
    () => disputedIn([...data.reviews, ...exported(data, here).reviews]),
    [data, here],
  );
  const title =
    data.pairs.length === 1
      ? data.title
      : `${shown(data.runs[pair.b]!.name, 80)} against the baseline ${shown(data.runs[0]!.name, 80)}`;
  return h(
    'main',
    null,
    h('h1', { class: 'break' }, title),
    h(OverviewView, { data }),
    h(PairChoice, { data, at, choose: setAt }),
    h(CardView, {
      card: pair.card,
      children: disputed.size === 0 ? null : h(DisputedView, { data, pair, disputed }),
    }),
    h(SlicesView, { slices: pair.slices, by: data.slicedBy, metric: data.metric }),
    h(Queries, { key: at, data, pair, reviews, here, change, kept: keptText(lasting) }),
    h(ExportBar, { data, here, lasting }),
  );
}

function keptText(lasting: boolean): string {
  return lasting
    ? 'in this browser; export the file to keep it'
    : 'in this open page alone, since the browser stores nothing for it; export the file before it is closed';
}

type PairProps = { readonly data: ReviewData; readonly at: number; readonly choose: (at: number) => void };

function PairChoice({ data, at, choose }: PairProps): VNode | null {
  if (data.pairs.length === 1) return null;
  return h(
    'div',
    { class: 'tabs pairs', role: 'group', 'aria-label': 'Which run against the baseline' },
    data.pairs.map(({ b }, i) =>
      h(
        'button',
        { key: i, type: 'button', 'aria-pressed': i === at, onClick: () => choose(i) },
        shown(data.runs[b]!.name, 80),
      ),
    ),
  );
}

type QueriesProps = {
  readonly data: ReviewData;
  readonly pair: ReviewPair;
  readonly reviews: Reviews;
  readonly here: SaidHere;
  readonly change: (next: SaidHere) => void;
  readonly kept: string;
};

function Queries({ data, pair, reviews, here, change, kept }: QueriesProps): VNode {
  const [wanted, setWanted] = useState<Wanted>(() => ({
    tab: firstTab(pair),
    kind: ANY,
    slice: ANY,
    what: ANY,
    reviewed: ANY,
    search: '',
    sort: 'worst',
  }));
  const [open, setOpen] = useState<number | null>(null);
  const [current, setCurrent] = useState(0);
  const [reveal, setReveal] = useState(0);
  const standingOf = (row: ReviewRow) => reviews.of(pair, row, here);
  const rows = useMemo(
    () => rowsFor(pair, data.cases, wanted, (row) => standingOf(row)?.said.verdict ?? null),
    // A query that was just reviewed must not vanish under the reader's eyes: verdicts are looked at when the filters change.
    [pair, data, wanted],
  );
  const currentAt = Math.max(0, Math.min(current, rows.length - 1));
  const openAt = open === null ? null : atOf(rows, open);
  // Keys may come faster than the page is drawn, so where one stands is known outside of what is drawn.
  const place = useRef(0);
  place.current = currentAt;
  const walk = (by: number) => {
    place.current = Math.max(0, Math.min(place.current + by, rows.length - 1));
    setCurrent(place.current);
    if (openAt !== null) setOpen(rows[place.current]?.case ?? null);
    setReveal((old) => old + 1);
  };
  const toggle = (at: number) => {
    setCurrent(at);
    setOpen(at === openAt ? null : rows[at]!.case);
  };
  const say = (row: ReviewRow, verdict: ReviewVerdict, note: string) =>
    change({ ...here, [keyOf(data, pair, row)]: { verdict, note, reviewedAt: new Date().toISOString() } });
  const remove = (row: ReviewRow) => {
    const { [keyOf(data, pair, row)]: _, ...rest } = here;
    change(rest);
  };
  const close = () => {
    setOpen(null);
    setReveal((old) => old + 1);
  };
  useKeys({
    next: () => walk(1),
    previous: () => walk(-1),
    close: () => (openAt === null ? undefined : close()),
    verdict: (i) => {
      const row = openAt === null ? undefined : rows[openAt];
      if (row !== undefined) say(row, REVIEW_VERDICTS[i]!, noteOf(standingOf(row)));
    },
  });
  const opened = () => {
    const row = rows[openAt!]!;
    return h(OpenQuery, {
      key: row.case,
      data,
      pair,
      row,
      standing: standingOf(row),
      kept,
      say: (verdict, note) => say(row, verdict, note),
      remove: () => remove(row),
    });
  };
  return h(
    'section',
    { 'aria-labelledby': 'queries-title' },
    h('h2', { id: 'queries-title' }, 'Queries'),
    h(FilterBar, {
      data,
      pair,
      wanted,
      found: rows.length,
      change: (part) => {
        setWanted((old) => ({ ...old, ...part }));
        setCurrent(0);
      },
    }),
    h(QueryList, { cases: data.cases, rows, openAt, currentAt, reveal, standingOf, toggle, opened }),
  );
}

function atOf(rows: readonly ReviewRow[], item: number): number | null {
  const at = rows.findIndex((row) => row.case === item);
  return at === -1 ? null : at;
}

function noteOf(standing: ReturnType<Reviews['of']>): string {
  return standing?.from === 'another pair' ? '' : (standing?.said.note ?? '');
}

type ExportProps = { readonly data: ReviewData; readonly here: SaidHere; readonly lasting: boolean };

/** Always at hand, and says how much there is to export. */
function ExportBar({ data, here, lasting }: ExportProps): VNode {
  const count = Object.keys(here).length;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (button.current !== null) button.current.disabled = count === 0;
  }, [count]);
  const save = () => saveFile('reviews.json', `${JSON.stringify(exported(data, here), null, 2)}\n`);
  return h(
    'footer',
    { class: count === 0 ? 'export' : 'export some' },
    h(
      'button',
      { type: 'button', ref: button, onClick: save },
      `Export ${count === 1 ? '1 verdict' : `${count} verdicts`}`,
    ),
    ' ',
    h(
      'span',
      null,
      'then: ',
      h('code', null, 'rlab review import reviews.json'),
      '. Until then they are ',
      lasting ? 'kept in this browser.' : 'kept in this open page alone.',
    ),
  );
}

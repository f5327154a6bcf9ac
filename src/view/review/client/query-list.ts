import { h, useEffect, useLayoutEffect, useRef, useState, type VNode } from '../../../html.js';
import type { ReviewCase, ReviewRow } from '../review-types.js';
import { QueryRow } from './query-row.js';
import type { Standing } from './review-store.js';
import { type Heights, type Range, topOf, windowOf } from './window-of.js';

/** As in the style sheet, where narrow rows have a second line. */
const ROW = 44;
const NARROW_ROW = 84;
const NARROW = '(max-width: 1000px)';
/** A printed page holds the first so many rows. */
const PRINTED = 200;

type Props = {
  readonly cases: readonly ReviewCase[];
  readonly rows: readonly ReviewRow[];
  readonly openAt: number | null;
  readonly currentAt: number;
  /** Rises whenever the current row is to be shown and given the keyboard. */
  readonly reveal: number;
  readonly standingOf: (row: ReviewRow) => Standing | null;
  readonly toggle: (at: number) => void;
  readonly opened: () => VNode | null;
};

/** Only the rows that are seen are there, and a few more; the space of the others is kept free. */
export function QueryList(props: Props): VNode {
  const { cases, rows, openAt, currentAt, reveal, standingOf, toggle, opened } = props;
  const list = useRef<HTMLOListElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const narrow = useMedia(NARROW);
  const printing = useMedia('print');
  const [open, setOpen] = useState(0);
  const heights: Heights = { row: narrow ? NARROW_ROW : ROW, open: openAt === null ? 0 : open, openAt };
  const seen = useSeen(list, rows.length, heights);
  const { from, to } = printing ? { from: 0, to: Math.min(rows.length, PRINTED) } : within(seen, rows.length);
  useLayoutEffect(() => watchHeight(panel.current, setOpen), [openAt]);
  useLayoutEffect(() => {
    if (openAt !== null) bringUp(list.current, openAt, heights);
  }, [openAt]);
  useLayoutEffect(() => {
    if (reveal > 0) show(list.current, currentAt, heights);
  }, [reveal]);
  const end = topOf(rows.length, heights) - topOf(to, heights);
  // The current row stays when it is scrolled away, so that the keyboard keeps its place.
  return h(
    'ol',
    {
      class: 'queries',
      ref: list,
      'aria-label': 'Queries',
      style: {
        paddingTop: `${printing ? 0 : topOf(from, heights)}px`,
        paddingBottom: `${printing ? 0 : end}px`,
      },
    },
    rows.slice(from, to).map((row, i) => {
      const at = from + i;
      return h(
        'li',
        { key: row.case, 'aria-setsize': rows.length, 'aria-posinset': at + 1 },
        h(QueryRow, {
          item: cases[row.case]!,
          row,
          at,
          open: at === openAt,
          current: at === currentAt,
          standing: standingOf(row),
          toggle: () => toggle(at),
        }),
        at === openAt ? h('div', { ref: panel }, opened()) : null,
      );
    }),
    rows.length === 0 ? h('li', { class: 'none' }, 'No query is like that. Widen the filters.') : null,
  );
}

/** A range that was found before the list became shorter. */
function within({ from, to }: Range, n: number): Range {
  return { from: Math.min(from, Math.max(0, n - 1)), to: Math.min(to, n) };
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const change = () => setMatches(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, [query]);
  return matches;
}

type Held<Of> = { readonly current: Of | null };

/** Looked at again with each frame in which something was scrolled or resized. */
function useSeen(list: Held<HTMLElement>, n: number, heights: Heights): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: 40 });
  useLayoutEffect(() => {
    let asked = 0;
    const look = () => {
      asked = 0;
      const top = list.current!.getBoundingClientRect().top;
      const next = windowOf(n, heights, Math.max(0, -top), Math.max(0, innerHeight - top));
      setRange((old) => (old.from === next.from && old.to === next.to ? old : next));
    };
    const ask = () => {
      if (asked === 0) asked = requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', ask, { passive: true });
    addEventListener('resize', ask);
    return () => {
      cancelAnimationFrame(asked);
      removeEventListener('scroll', ask);
      removeEventListener('resize', ask);
    };
  }, [n, heights.row, heights.open, heights.openAt]);
  return range;
}

function watchHeight(panel: HTMLElement | null, tell: (height: number) => void): () => void {
  if (panel === null) return () => {};
  const watch = new ResizeObserver(() => tell(panel.offsetHeight));
  watch.observe(panel);
  tell(panel.offsetHeight);
  return () => watch.disconnect();
}

/** A query that is opened low on the screen would open below it, and look as if nothing had happened. */
function bringUp(list: HTMLElement | null, at: number, heights: Heights): void {
  if (list === null) return;
  const top = list.getBoundingClientRect().top + topOf(at, heights);
  if (top < 0 || top > innerHeight / 2) scrollBy(0, top - 8);
}

/** Scrolls as little as shows the row, then gives it the keyboard as soon as it is there. */
function show(list: HTMLElement | null, at: number, heights: Heights): void {
  if (list === null) return;
  const top = list.getBoundingClientRect().top + topOf(at, heights);
  const bottom = top + heights.row;
  if (heights.openAt === at || top < 0) scrollBy(0, top - 8);
  else if (bottom > innerHeight) scrollBy(0, bottom - innerHeight + 8);
  const focus = (tries: number) => {
    const button = list.querySelector<HTMLElement>(`button[data-at="${at}"]`);
    if (button !== null) button.focus({ preventScroll: true });
    else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
  };
  focus(5);
}

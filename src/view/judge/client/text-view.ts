import { h, useEffect, useLayoutEffect, useMemo, useRef, type VNode } from '../../../html.js';
import { densest } from '../../../judge/densest.js';
import type { QueryTerm } from '../judge-types.js';
import type { Mark } from './drafts.js';
import { type FoundTerm, foundTerms, type Piece, piecesOf } from './pieces.js';
import { selectedIn } from './selection.js';

export type Selected = { readonly start: number; readonly end: number } | null;

type Props = {
  readonly text: string;
  readonly terms: readonly QueryTerm[];
  readonly marks: readonly Mark[];
  /** Told what is selected, and null when it is no more. */
  readonly select: (selected: Selected) => void;
};

/** A page's whole text, scrolled to where the query's words stand closest. Holds no character that is not the page's, so that a selection has its offsets. */
export function TextView({ text, terms, marks, select }: Props): VNode {
  const box = useRef<HTMLDivElement>(null);
  const found = useMemo(() => foundTerms(text, terms), [text, terms]);
  const passage = useMemo(
    () => densest(text, found, new Map(terms.map(({ term, weight }) => [term, weight]))),
    [text, found, terms],
  );
  // Long pages have thousands of pieces, which are drawn anew only where a mark has changed.
  const pieces = useMemo(
    () =>
      piecesOf(text, shownTerms(found), marks, passage?.start ?? 0).map((piece) =>
        h(PieceView, { key: piece.start, piece }),
      ),
    [text, found, JSON.stringify(marks), passage],
  );
  useLayoutEffect(() => scrollTo(box.current!, passage?.start ?? 0), [text, terms]);
  useEffect(() => {
    const look = () => {
      const selection = document.getSelection();
      const inside = selection !== null && box.current?.contains(selection.anchorNode) === true;
      // A tap on a button takes the selection away on some screens; what was selected is still meant.
      if (inside) select(selectedIn(box.current!));
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [text]);
  return h(
    'div',
    { class: 'text', id: 'text', ref: box, tabIndex: 0, role: 'region', 'aria-labelledby': 'title' },
    pieces,
  );
}

/** More would make a very long page slow; the common ones are left out first. */
const MOST_TERMS = 5000;

function shownTerms(found: readonly FoundTerm[]): readonly FoundTerm[] {
  return found.length <= MOST_TERMS ? found : found.filter(({ common }) => !common).slice(0, MOST_TERMS);
}

function PieceView({ piece: { start, text, heading, term, mark } }: { readonly piece: Piece }): VNode {
  const kinds = [heading ? 'heading' : '', term ?? ''].filter((kind) => kind !== '').join(' ');
  const attributes = { 'data-start': start, ...(kinds === '' ? {} : { class: kinds }) };
  const tag = term === null ? 'span' : 'b';
  return mark === null ? h(tag, attributes, text) : h('mark', null, h(tag, attributes, text));
}

/** A page that begins with the best passage, or has none, is shown from its top. */
function scrollTo(box: HTMLElement, start: number): void {
  const piece = box.querySelector<HTMLElement>(`[data-start="${start}"]`);
  const top = piece === null ? 0 : piece.offsetTop - box.offsetTop;
  box.scrollTop = top < box.clientHeight * 0.6 ? 0 : top - box.clientHeight * 0.25;
  box.focus({ preventScroll: true });
}

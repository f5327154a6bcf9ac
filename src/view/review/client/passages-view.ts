import { h, useLayoutEffect, useRef, type VNode } from '../../../html.js';
import type { ReviewData, ReviewPair, ReviewRow } from '../review-types.js';
import { cutAround, highlighted } from './highlight.js';
import { docName, placeText, shown } from './names.js';
import { goldIn, passageAt } from './passage.js';
import type { Picked, Side } from './rankings-view.js';

type Props = {
  readonly data: ReviewData;
  readonly pair: ReviewPair;
  readonly row: ReviewRow;
  readonly picked: Picked;
};

/** The texts of the picked hits side by side. */
export function PassagesView({ data, pair, row, picked }: Props): VNode {
  const side = (of: Side) => h(PassageView, { data, pair, row, side: of, hit: picked[of] });
  return h(
    'div',
    null,
    h(
      'p',
      { class: 'hint' },
      'Pick a hit to read it. ',
      h('mark', { class: 'gold' }, 'Labelled text'),
      ' is boxed; ',
      h('b', { class: 'term' }, 'words of the query'),
      ' are bold and underlined, but the most common ones.',
    ),
    data.texts.note === null ? null : h('p', { class: 'hint' }, shown(data.texts.note, 600)),
    h('div', { class: 'passages' }, side('a'), side('b')),
  );
}

type SideProps = Omit<Props, 'picked'> & { readonly side: Side; readonly hit: number | null };

function PassageView({ data, pair, row, side, hit }: SideProps): VNode {
  const item = data.cases[row.case]!;
  const ranked = hit === null ? undefined : data.runs[pair[side]]!.rankings[row.case]?.hits[hit];
  const which = side === 'a' ? 'Baseline' : 'Other run';
  if (ranked === undefined)
    return h(
      'section',
      { 'aria-label': `${which}: no passage` },
      h('p', { class: 'hint' }, `${which}: no hit to read.`),
    );
  const title = `${which}, hit ${hit! + 1}: ${docName(data, ranked[0])}${shown(ranked[1], 60)} ${placeText(ranked)}`;
  const golds = goldIn(item, ranked);
  const found = passageAt(data, ranked[0], ranked[2], ranked[3]);
  return h(
    'section',
    { 'aria-label': title },
    h('h4', { class: 'break' }, title),
    found === null
      ? h('p', { class: 'hint' }, 'The text is not in this page.')
      : h(TextView, { text: found.text, start: found.start, golds, query: item.query }),
  );
}

type TextProps = {
  readonly text: string;
  readonly start: number;
  readonly golds: readonly { readonly start: number; readonly end: number }[];
  readonly query: string;
};

export function TextView({ text, start, golds, query }: TextProps): VNode {
  const cut = cutAround(
    text,
    start,
    golds.length === 0 ? null : Math.max(start, Math.min(...golds.map((gold) => gold.start))),
  );
  const box = useRef<HTMLParagraphElement>(null);
  // What is labelled is to be seen at once, however far down the chunk it stands.
  useLayoutEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (mark !== null && mark !== undefined)
      box.current!.scrollTop = mark.offsetTop - box.current!.offsetTop - 40;
  }, [text, start]);
  const pieces = highlighted(cut.text, cut.start, golds, query);
  return h(
    'p',
    { class: 'text', ref: box, tabIndex: 0, role: 'group', 'aria-label': 'Text' },
    cut.before === 0 ? null : h('i', null, `(${cut.before} characters before) … `),
    pieces.map(({ text: piece, gold, term }, i) => {
      const inner = term ? h('b', { class: 'term' }, piece) : piece;
      return gold ? h('mark', { key: i, class: 'gold' }, inner) : h('span', { key: i }, inner);
    }),
    cut.after === 0 ? null : h('i', null, ` … (${cut.after} characters more)`),
  );
}

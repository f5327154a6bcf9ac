import { h, useEffect, useState, type VNode } from '../../../html.js';
import { EndView } from './end-view.js';
import { GradeBar } from './grade-bar.js';
import { useKeys } from './keys.js';
import { MarksView, markSelected } from './marks-view.js';
import type { Pages } from './pages.js';
import { paragraphBeside } from './paragraphs.js';
import { visible } from './pieces.js';
import { QueryJump } from './query-jump.js';
import { SavedLine } from './saved-line.js';
import { firstSeen, selectIn } from './selection.js';
import type { Trouble } from './sender.js';
import type { Grade, Session } from './session.js';
import { type Selected, TextView } from './text-view.js';

/** What is drawn: the session, whether it is saved, and the text of a page where it is there. */
export type Look = {
  readonly session: Session;
  readonly trouble: Trouble;
  readonly pages: Pick<Pages, 'textOf' | 'isOther'>;
};

/** The whole page. It is drawn again after each change of the session. */
export function App({ session, trouble, pages }: Look): VNode {
  const [selected, select] = useState<Selected>(null);
  const [jump, setJump] = useState(false);
  const { at } = session;
  const doc = at === null ? null : session.taskAt(at).doc;
  const text = doc === null ? null : pages.textOf(doc.id);
  useEffect(() => select(null), [at]);
  const grade = (value: Grade | null) => {
    if (text === null) return session.tell('The page is not here yet: nothing was graded.');
    // Whoever selects the words that answer and then grades means them.
    if (selected !== null && (value ?? 0) > 0) mark();
    session.grade(value);
  };
  const mark = () => {
    if (text !== null) markSelected(session, text, selected);
    document.getSelection()?.removeAllRanges();
    select(null);
  };
  const pick = (by: 1 | -1) => selectParagraph(text, by, selected);
  useKeys({
    ...keysFor(session, grade),
    m: mark,
    p: () => pick(1),
    P: () => pick(-1),
    g: () => setJump(true),
  });
  return h(
    'main',
    null,
    h(Head, { session, trouble, jump: () => setJump(true) }),
    at === null
      ? h(EndView, { session })
      : h(PageView, { session, at, text, other: pages.isOther(doc!.id), select }),
    at === null
      ? null
      : h(
          'section',
          { class: 'side', 'aria-label': 'Your judgment' },
          h(GradeBar, { session, grade, mark, word: session.wordOn(at)?.grade as Grade | null | undefined }),
          h('p', { class: 'notice', role: 'status', 'aria-label': 'What was done' }, session.notice),
          h(MarksView, { key: at, session, text: text ?? '', draft: session.draft(), mark }),
        ),
    h(QueryJump, { session, open: jump, close: () => setJump(false) }),
  );
}

/** A passage can be picked without a mouse: by paragraphs, the first of which is the first one seen. */
function selectParagraph(text: string | null, by: 1 | -1, selected: Selected): void {
  const box = document.getElementById('text');
  if (text === null || box === null) return;
  const paragraph = paragraphBeside(text, by, selected, firstSeen(box));
  if (paragraph !== null) selectIn(box, paragraph.start, paragraph.end);
}

function keysFor(session: Session, grade: (value: Grade | null) => void) {
  const [back, on] = [() => session.step(-1), () => session.step(1)];
  return {
    '0': () => grade(0),
    '1': () => grade(1),
    '2': () => grade(2),
    s: () => grade(null),
    u: () => session.undo(),
    n: () => document.getElementById('note')?.focus(),
    j: on,
    ArrowRight: on,
    k: back,
    ArrowLeft: back,
  };
}

type HeadProps = { readonly session: Session; readonly trouble: Trouble; readonly jump: () => void };

/** How far one is, and the query. */
function Head({ session, trouble, jump }: HeadProps): VNode {
  const { judged, skipped, of } = session.counts();
  const { judge, pass, notes } = session.state;
  return h(
    'header',
    null,
    h(
      'div',
      { class: 'bar' },
      h('progress', { max: of, value: judged + skipped, 'aria-label': 'Judged' }),
      h(
        'span',
        { class: 'counts' },
        `${judged} of ${of} judged${skipped === 0 ? '' : `, ${skipped} skipped`}`,
      ),
      h('span', { class: 'who' }, `${judge}, pass ${pass}`),
      h('button', { type: 'button', onClick: jump }, 'Queries ', h('kbd', null, 'g')),
      h(SavedLine, { session, trouble }),
    ),
    notes.map((note) => h('p', { key: note, class: 'hint' }, note)),
    session.at === null ? h('h1', null, 'Judge pages') : h(QueryView, { session, at: session.at }),
  );
}

function QueryView({ session, at }: { readonly session: Session; readonly at: number }): VNode {
  const { query, queryAt } = session.taskAt(at);
  const places = session.state.tasks.flatMap(([of], i) => (of === queryAt ? [i] : []));
  const { queries } = session.state;
  const { judged, skipped } = session.counts(places);
  return h(
    'div',
    // A new query is drawn anew, so that it is seen to be another.
    { key: queryAt, class: 'ask' },
    h(
      'p',
      { class: 'where' },
      `Query ${queryAt + 1} of ${queries.length} · page ${places.indexOf(at) + 1} of ${places.length} (${judged + skipped} done)`,
    ),
    h('h1', { class: 'query' }, visible(query.query)),
  );
}

const OTHER = 'This page has another text now than when the list was made: load the whole page again.';

type PageProps = {
  readonly session: Session;
  readonly at: number;
  readonly text: string | null;
  readonly other: boolean;
  readonly select: (selected: Selected) => void;
};

function PageView({ session, at, text, other, select }: PageProps): VNode {
  const { doc, query } = session.taskAt(at);
  const { marks } = session.draft();
  return h(
    'article',
    { class: 'page', 'aria-labelledby': 'title' },
    h(
      'h2',
      { id: 'title' },
      visible(doc.title),
      doc.title === doc.id ? null : h('span', { class: 'id' }, ` ${visible(doc.id)}`),
    ),
    text === null
      ? h('p', { class: 'wait' }, other ? OTHER : 'Loading …')
      : h(TextView, { key: at, text, terms: query.terms, marks, select }),
  );
}

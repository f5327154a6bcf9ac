import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/examples.js';
import { madePool } from '../../judge/judge-work.contract.js';
import { judgeWork } from '../../judge/work.js';
import type { Judgment } from '../../store/judgment.js';
import { openStore } from '../../store/open-store.js';
import { trimmed, withMark } from './client/drafts.js';
import { paragraphBeside, paragraphsIn } from './client/paragraphs.js';
import { foundTerms, piecesOf } from './client/pieces.js';
import { Sender } from './client/sender.js';
import { Session } from './client/session.js';
import { type KeyedTexts, textsIn, textsInMemory } from './client/texts.js';
import { judgeApi } from './judge-api.js';
import type { JudgeEvent } from './judge-types.js';

type Kept = { judgments: Judgment[]; readonly undone: Set<string> };

/** A store in memory, by the definition of the real one. */
function storeOf(kept: Kept) {
  return {
    judgments: () => kept.judgments.filter(({ id }) => !kept.undone.has(id)),
    saveJudgments: (more: readonly Judgment[]) => {
      const fresh = more.filter((one) => !kept.judgments.some(({ id }) => id === one.id));
      kept.judgments.push(...fresh);
      kept.judgments.sort((a, b) => (a.judgedAt < b.judgedAt ? -1 : a.judgedAt > b.judgedAt ? 1 : 0));
      return fresh.length;
    },
    undoJudgment: (id: string) => void kept.undone.add(id),
  };
}

const { pool, data } = madePool(2);
const work = judgeWork(pool, data, 1);

/** A server, and windows of one browser on it. Requests and answers are lost as told. */
function made(lost: () => 'request' | 'answer' | null = () => null) {
  const kept: Kept = { judgments: [], undone: new Set() };
  const api = judgeApi(work, storeOf(kept), data.docs, 'next');
  const browser = textsInMemory();
  let clock = Date.parse('2026-02-01T09:00:00.000Z');
  let ids = 0;
  const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
  const window = (texts: KeyedTexts = browser) => {
    const around = { texts, now: () => ++clock, newId, changed: () => {} };
    const session = new Session(api.state('ana'), around);
    const through = async <T>(act: () => T): Promise<T> => {
      const what = lost();
      if (what === 'request') throw new Error('refused');
      const answer = act();
      if (what === 'answer') throw new Error('reset');
      return answer;
    };
    const server = {
      said: (version: string) =>
        through(() => (api.said('ana').version === version ? null : api.said('ana'))),
      take: (events: readonly JudgeEvent[]) => through(() => api.take('ana', events)),
    };
    const troubles: (string | null)[] = [];
    const sender = new Sender(server, session.outbox, {
      version: () => session.version,
      receive: (said) => session.receive(said),
      trouble: (trouble) => troubles.push(trouble),
      wait: async () => {},
    });
    return { session, sender, troubles };
  };
  return { kept, api, window };
}

const valid = (kept: Kept) => kept.judgments.filter(({ id }) => !kept.undone.has(id));
const last = (kept: Kept) => new Map(valid(kept).map((one) => [`${one.caseId} ${one.doc}`, one.grade]));

/** A judgment of the first page, as if said again and again. */
function eventOf(session: Session, i: number, more: Partial<Judgment>): JudgeEvent {
  const { query, doc } = session.taskAt(0);
  const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
  const of = { caseId: query.id, query: query.query, doc: doc.id, docDigest: doc.digest };
  const judgedAt = '2026-02-01T09:00:00.000Z';
  return { kind: 'judge', judgment: { id, ...of, grade: 1, spans: [], note: '', judgedAt, ...more } };
}

/** A window on a server that takes requests up to so many bytes, and keeps the ids of what it took. */
function limited(limit: number, seen: (bytes: number) => void = () => {}) {
  const { session } = made().window();
  const kept = new Set<string>();
  const said = { version: 'v', judgments: [] };
  const server = {
    said: async () => said,
    take: async (events: readonly JudgeEvent[]) => {
      const bytes = Buffer.byteLength(JSON.stringify({ events }));
      seen(bytes);
      if (bytes > limit) throw Object.assign(new Error('Refused: too large.'), { status: 413 });
      for (const event of events) if (event.kind === 'judge') kept.add(event.judgment.id);
      return { refused: events.map(() => null), said };
    },
  };
  const sender = new Sender(server, session.outbox, {
    version: () => 'v',
    receive: () => {},
    trouble: () => {},
    wait: async () => {},
  });
  return { kept, session, sender };
}

describe('a judge’s session', () => {
  it('goes from page to page, each graded once, and says so at the end', async () => {
    const { kept, window } = made();
    const { session, sender } = window();
    for (let i = 0; session.at !== null; i++) session.grade(([2, 1, 0, null] as const)[i % 4]!);
    await sender.flush();
    expect(session.counts()).toEqual({ judged: 8, skipped: 2, of: 10 });
    expect(last(kept).size).toBe(10);
    expect(kept.judgments).toHaveLength(10);
  });

  it('begins where it stopped, with the marks and note of a page that has no grade yet', async () => {
    const { window } = made();
    const first = window();
    first.session.grade(1);
    first.session.setMarks([{ start: 2, end: 7, need: 'how' }]);
    first.session.setNote('not sure');
    await first.sender.flush();
    const { session } = window();
    expect(session.at).toBe(1);
    expect(session.draft()).toEqual({ marks: [{ start: 2, end: 7, need: 'how' }], note: 'not sure' });
  });

  it('takes back several, with marks and note as they were, and grades anew', async () => {
    const { kept, window } = made();
    const { session, sender } = window();
    session.setMarks([{ start: 2, end: 7 }]);
    session.setNote('first');
    session.grade(2);
    session.grade(1);
    session.undo();
    session.undo();
    expect([session.at, session.draft()]).toEqual([0, { marks: [{ start: 2, end: 7 }], note: 'first' }]);
    session.undo();
    expect(session.notice).toBe('There is nothing to take back.');
    session.grade(1);
    await sender.flush();
    expect(valid(kept).map(({ grade, spans, note }) => [grade, spans, note])).toEqual([
      [1, [{ start: 2, end: 7, grade: 1 }], 'first'],
    ]);
    expect(kept.judgments).toHaveLength(3);
  });

  it('keeps a change of a judged page as a new event, and undo brings the old one back', async () => {
    const { kept, window } = made();
    const { session, sender } = window();
    session.grade(2);
    session.step(-1);
    session.setMarks([{ start: 2, end: 7 }]);
    session.setNote('later ');
    session.step(1);
    await sender.flush();
    expect(valid(kept).map(({ grade, spans, note }) => [grade, spans.length, note])).toEqual([
      [2, 0, ''],
      [2, 1, ''],
      [2, 1, 'later'],
    ]);
    session.undo();
    session.undo();
    expect(session.wordOn(0)).toMatchObject({ grade: 2, spans: [], note: '' });
    const before = session.outbox.waiting().length;
    session.go(0);
    session.grade(2);
    expect(session.outbox.waiting()).toHaveLength(before);
  });

  it('asks before 0 drops marks', () => {
    const { session } = made().window();
    session.setMarks([{ start: 2, end: 7 }]);
    session.grade(0);
    expect([session.at, session.notice]).toEqual([
      0,
      '0 says that nothing here answers, and would drop the marks: press 0 again if so.',
    ]);
    session.grade(0);
    expect([session.at, session.wordOn(0)?.grade, session.wordOn(0)?.spans]).toEqual([1, 0, []]);
  });

  it('keeps the grades that marks have of their own, at most the page’s', () => {
    const { kept, api, window } = made();
    const { session } = window();
    const spans = [
      { start: 0, end: 3, grade: 1 },
      { start: 4, end: 7, grade: 2, need: 'how' },
    ];
    const event = eventOf(session, 900, { grade: 2, spans });
    expect(api.take('ana', [event]).refused).toEqual([null]);
    session.receive(api.said('ana'));
    session.go(0);
    expect(session.draft().marks).toEqual([
      { start: 0, end: 3, grade: 1 },
      { start: 4, end: 7, need: 'how' },
    ]);
    session.setNote('more');
    session.leaveNote();
    expect(session.wordOn(0)).toMatchObject({ grade: 2, note: 'more', spans });
    session.grade(1);
    expect(session.wordOn(0)?.spans).toEqual([
      { start: 0, end: 3, grade: 1 },
      { start: 4, end: 7, grade: 1, need: 'how' },
    ]);
    session.undo();
    session.undo();
    expect(session.wordOn(0)?.spans).toEqual(spans);
    expect(kept.judgments).toHaveLength(1);
  });

  it('keeps the marks of a page that was skipped', () => {
    const { session } = made().window();
    session.setMarks([{ start: 2, end: 7 }]);
    session.grade(null);
    session.goToSkipped();
    expect(session.draft().marks).toEqual([{ start: 2, end: 7 }]);
    session.grade(1);
    expect(session.wordOn(0)?.spans).toEqual([{ start: 2, end: 7, grade: 1 }]);
  });

  it('does not ask again for what another window judged, unless something was begun here', async () => {
    const { window } = made();
    const [one, two] = [window(), window(textsInMemory())];
    one.session.grade(2);
    await one.sender.flush();
    await two.sender.flush();
    expect([two.session.at, two.session.notice]).toEqual([
      1,
      'pages/crlf was judged in another window.'.replace('crlf', 'emoji'),
    ]);
    two.session.setNote('mine');
    one.session.grade(0);
    await one.sender.flush();
    await two.sender.flush();
    expect(two.session.at).toBe(1);
  });

  it('keeps what is refused, with the reason, and sends the rest', async () => {
    const { kept, window } = made();
    const { session, sender } = window();
    session.setMarks([{ start: 2, end: 9000 }]);
    session.grade(2);
    session.grade(1);
    await sender.flush();
    expect(session.outbox.refused().map(({ reason }) => reason)).toEqual([
      expect.stringContaining('the span 2–9000 is not in the page'),
    ]);
    expect([session.outbox.waiting(), valid(kept).length]).toEqual([[], 1]);
    session.handleRefused('send');
    expect([session.outbox.waiting().length, session.outbox.refused().length]).toEqual([1, 0]);
    await sender.flush();
    expect([session.outbox.waiting().length, session.outbox.refused().length]).toEqual([0, 1]);
    session.handleRefused('forget');
    expect(session.outbox.refused()).toEqual([]);
  });

  it('loses nothing and keeps nothing twice, whatever is done in two windows and whichever requests and answers are lost', async () => {
    const act = fc.record({
      window: fc.constantFrom(0, 1),
      what: fc.constantFrom('0', '1', '2', 's', 'u', 'j', 'k', 'mark', 'flush', 'reload'),
      lost: fc.constantFrom('request' as const, 'answer' as const, null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        let lost: 'request' | 'answer' | null = null;
        const { kept, window } = made(() => lost);
        const windows = [window(), window()];
        const expected = new Map<string, number | null>();
        const told: string[] = [];
        for (const one of acts) {
          const { session, sender } = windows[one.window]!;
          lost = one.lost;
          const before = new Set(session.outbox.waiting().map(({ key }) => key));
          if (one.what === 'flush') await sender.flush();
          else if (one.what === 'reload') windows[one.window] = window();
          else if (one.what === 'u') session.undo();
          else if (one.what === 'j' || one.what === 'k') session.step(one.what === 'j' ? 1 : -1);
          else if (one.what === 'mark') session.setMarks([{ start: 2, end: 7 }]);
          else session.grade(one.what === 's' ? null : (Number(one.what) as 0 | 1 | 2));
          for (const { key, event } of session.outbox.waiting()) {
            if (before.has(key) || told.includes(key)) continue;
            told.push(key);
            if (event.kind === 'judge') expected.set(event.judgment.id, event.judgment.grade);
            else expected.delete(event.id);
          }
        }
        lost = null;
        for (const { sender } of windows) await sender.flush();
        for (const { session } of windows) expect(session.outbox.waiting()).toEqual([]);
        expect(new Map(valid(kept).map(({ id, grade }) => [id, grade]))).toEqual(expected);
        expect(new Set(kept.judgments.map(({ id }) => id)).size).toBe(kept.judgments.length);
      }),
      { numRuns: 150 },
    );
  });

  it('sends no more at once than the server takes, whatever notes and marks hold', async () => {
    const limit = 2_000_000;
    let most = 0;
    const { kept, session, sender } = limited(limit, (bytes) => {
      most = Math.max(most, bytes);
    });
    const marks = Array.from({ length: 100 }, (_, i) => ({
      start: i,
      end: i + 1,
      need: '語'.repeat(200),
    }));
    for (let i = 0; i < 50; i++)
      session.outbox.add(
        eventOf(session, i, { spans: marks.map((mark) => ({ ...mark, grade: 1 })) }),
        i,
        `${i}`,
      );
    const all = JSON.stringify(session.outbox.waiting().map(({ event }) => event));
    expect(Buffer.byteLength(all)).toBeGreaterThan(limit);
    await sender.flush();
    expect(session.outbox.waiting()).toEqual([]);
    expect(kept.size).toBe(50);
    expect(most).toBeLessThan(600_000);
  });

  it('sends less where the server says that it was too much, and sets aside what is too large alone', async () => {
    const { kept, session, sender } = limited(3000);
    for (let i = 0; i < 20; i++)
      session.outbox.add(eventOf(session, i, { note: i === 7 ? 'x'.repeat(4000) : 'short' }), i, `${i}`);
    await sender.flush();
    expect(session.outbox.waiting()).toEqual([]);
    expect(kept.size).toBe(19);
    expect(session.outbox.refused().map(({ reason }) => reason)).toEqual(['Refused: too large.']);
  });

  it('says why nothing is saved', async () => {
    let lost: 'request' | null = 'request';
    const { window } = made(() => lost);
    const { session, sender, troubles } = window();
    session.grade(1);
    await sender.flush();
    lost = null;
    await sender.flush();
    expect(troubles).toEqual(['the server does not answer', null]);
    expect(session.outbox.waiting()).toEqual([]);
  });
});

describe('one judge’s list', () => {
  it('is another than that of a second judge on the same store, and undo takes back one’s own alone', () => {
    const store = openStore(`${temporaryFolder()}/lab.sqlite`);
    const api = judgeApi(work, store, data.docs, 'next');
    const { queries, docs, tasks } = api.state('ana');
    const [query, doc] = [queries[tasks[0]![0]]!, docs[tasks[0]![1]]!];
    const judgment = {
      id: '00000000-0000-4000-8000-000000000001',
      caseId: query.id,
      query: query.query,
      doc: doc.id,
      docDigest: doc.digest,
      grade: 2,
      spans: [],
      note: '',
      judgedAt: '2026-02-01T09:00:00.000Z',
    };
    expect(api.take('ana', [{ kind: 'judge', judgment }]).refused).toEqual([null]);
    expect(api.take('ben', [{ kind: 'undo', id: judgment.id }]).refused).toEqual([null]);
    expect([api.said('ana').judgments.length, api.said('ben').judgments.length]).toEqual([1, 0]);
    const again = [
      { kind: 'judge', judgment },
      { kind: 'undo', id: judgment.id },
      { kind: 'undo', id: judgment.id },
    ];
    expect(api.take('ana', again).refused).toEqual([null, null, null]);
    expect(api.said('ana').judgments).toEqual([]);
    store.close();
  });
});

describe('a page’s text', () => {
  it('is the same when it is cut into pieces, but for what cannot be seen', () => {
    const terms = [{ term: 'answer', weight: 1, common: false }];
    for (const { text } of data.docs) {
      const pieces = piecesOf(text, foundTerms(text, terms), [{ start: 5, end: 20 }], 12);
      expect(pieces.map((piece) => piece.text).join('')).toBe(
        text.replaceAll('\r\n', ' \n').replace(/\u202E/g, '\uFFFD'),
      );
      for (const piece of pieces) {
        if (piece.term !== null)
          expect(text.slice(piece.start, piece.start + 6).toLowerCase()).toBe('answer');
      }
    }
  });

  it('has headings, which code has not', () => {
    const text = '# One\n\n```sh\n# not one\n```\n## Two\n';
    const headings = piecesOf(text, [], [], 0).filter(({ heading }) => heading);
    expect(headings.map((piece) => piece.text)).toEqual(['# One', '## Two']);
  });

  it('is marked without the blanks around a selection; marks that touch become one', () => {
    expect(trimmed('ab  cd \n', 2, 8)).toEqual({ start: 4, end: 6 });
    expect(trimmed('ab  cd', 2, 4)).toBeNull();
    const marks = withMark(
      [
        { start: 10, end: 20, need: 'how' },
        { start: 40, end: 50 },
      ],
      5,
      12,
    );
    expect(marks).toEqual([
      { start: 5, end: 20, need: 'how' },
      { start: 40, end: 50 },
    ]);
    expect(withMark(marks, 20, 40)).toEqual([{ start: 5, end: 50, need: 'how' }]);
    const graded = [
      { start: 0, end: 5, grade: 1 },
      { start: 9, end: 12 },
    ];
    expect(withMark(graded, 5, 7)).toEqual([
      { start: 0, end: 7, grade: 1 },
      { start: 9, end: 12 },
    ]);
    expect(withMark(graded, 5, 9)).toEqual([{ start: 0, end: 12 }]);
  });

  it('is picked by paragraphs, from the first one seen', () => {
    const text = '\r\nOne.\r\n\r\n  Two,\r\nstill two.  \r\n \r\nThree.';
    const shown = paragraphsIn(text).map(({ start, end }) => text.slice(start, end));
    expect(shown).toEqual(['One.', 'Two,\r\nstill two.', 'Three.']);
    const two = paragraphBeside(text, 1, null, 9)!;
    expect(text.slice(two.start, two.end)).toBe('Two,\r\nstill two.');
    const beside = [paragraphBeside(text, 1, two, 0), paragraphBeside(text, -1, two, 0)];
    expect(beside.map((one) => text.slice(one!.start, one!.end))).toEqual(['Three.', 'One.']);
    expect(paragraphBeside('  ', 1, null, 0)).toBeNull();
    const table = 'Codes\nand what they mean:\n| a | b |\n|---|---|\r\n| c | d | \nafter\nit';
    const rows = paragraphsIn(table).map(({ start, end }) => table.slice(start, end));
    expect(rows).toEqual(['Codes\nand what they mean:', '| a | b |', '|---|---|', '| c | d |', 'after\nit']);
  });
});

describe('what is kept between visits', () => {
  it('is kept in memory where the browser stores nothing', () => {
    const texts = textsIn(() => {
      throw new Error('refused');
    });
    expect(texts.set('a', '1')).toBe(false);
    expect([texts.get('a'), texts.keys()]).toEqual(['1', ['a']]);
    texts.remove('a');
    expect(texts.get('a')).toBeNull();
  });
});

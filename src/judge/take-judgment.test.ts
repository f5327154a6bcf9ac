import { describe, expect, it } from 'vitest';
import type { Judgment } from '../store/judgment.js';
import { madePool } from './judge-work.contract.js';
import { sameDayNote } from './same-day.js';
import { takeJudgment } from './take-judgment.js';
import { judgeWork } from './work.js';

const { pool, data } = madePool(1);
const work = judgeWork(pool, data, 1);
const now = new Date('2026-02-01T10:00:00.000Z');
const text = work.docs.get('pages/emoji')!.text;
const at = text.indexOf('🎉');
const said = {
  id: '00000000-0000-4000-8000-000000000001',
  caseId: 'q-1',
  query: 'where does the answer 1 stand',
  doc: 'pages/emoji',
  docDigest: work.digests.get('pages/emoji')!,
  grade: 2,
  spans: [{ start: at, end: at + 2, grade: 2, need: 'where' }],
  note: 'seen',
  judgedAt: '2026-02-01T09:00:00.000Z',
};
const take = (part: object) => takeJudgment(work, 'ana', { ...said, ...part }, now);

describe('what a judge said', () => {
  it('is a judgment of one judge and pass, as it was said', () => {
    expect(take({})).toEqual({ ...said, dataset: 'set', judge: 'ana', pass: 1 });
  });

  it('was not said after now, whatever another clock says', () => {
    expect(take({ judgedAt: '2027-01-01T00:00:00.000Z' }).judgedAt).toBe(now.toISOString());
  });

  it.each([
    [
      { grade: 3 },
      'judgment: "grade" is 3, wanted a value that is 0, 1, 2 or null; send it again as it should be',
    ],
    [{ id: 'x' }, 'judgment: "id" is "x", wanted a value that is a UUID; send it again as it should be'],
    [
      { judge: 'eve' },
      'judgment: the object has the unknown key "judge", wanted only known ones; send it again as it should be',
    ],
    [
      { judgedAt: 'now' },
      'judgment: "judgedAt" is "now", wanted a value that is a time as 2026-01-31T12:00:00.000Z; send it again as it should be',
    ],
    [{ note: 7 }, 'judgment: "note" is 7, wanted a string; send it again as it should be'],
    [
      { doc: 'pages/emojis' },
      'judgment of "pages/emojis" for query "q-1": the pool has no such pair, wanted one of its 5; judge with the pool that it came from; did you mean "pages/emoji"?',
    ],
    [
      { query: 'what' },
      'judgment of "pages/emoji" for query "q-1": the query has another text now than when it was judged; judge it again',
    ],
    [
      { docDigest: '000000000000' },
      'judgment of "pages/emoji" for query "q-1": the page has another text now than when it was judged; judge it again',
    ],
    [
      { grade: 1 },
      `judgment of "pages/emoji" for query "q-1": the span ${at}–${at + 2} has the grade 2, wanted at most the page's own, which is 1; grade the page higher, or remove the span`,
    ],
    [
      { grade: null },
      `judgment of "pages/emoji" for query "q-1": the span ${at}–${at + 2} has the grade 2, wanted at most the page's own, which is none; grade the page higher, or remove the span`,
    ],
    [
      { spans: [{ start: 5, end: 999, grade: 1 }] },
      `judgment of "pages/emoji" for query "q-1": the span 5–999 is not in the page of ${text.length} characters; mark it again`,
    ],
    [
      { spans: [{ start: 9, end: 9, grade: 1 }] },
      `judgment of "pages/emoji" for query "q-1": the span 9–9 is not in the page of ${text.length} characters; mark it again`,
    ],
    [
      { spans: [{ start: at, end: at + 1, grade: 1 }] },
      `judgment of "pages/emoji" for query "q-1": the span ${at}–${at + 1} cuts a character in two; mark it again`,
    ],
    [
      { spans: [{ start: text.indexOf('\n'), end: text.indexOf('\n') + 2, grade: 1 }] },
      `judgment of "pages/emoji" for query "q-1": the span ${text.indexOf('\n')}–${text.indexOf('\n') + 2} holds only blanks, wanted text that answers; mark it again`,
    ],
  ])('is refused where it is none: %j', (part, sentence) => {
    expect(() => take(part)).toThrow(expect.objectContaining({ name: 'LabError', message: sentence }));
  });
});

describe('a later pass', () => {
  const judged = (pass: number, judgedAt: string) => ({ pass, judgedAt }) as Judgment;

  it('is said to be begun on the day of an earlier one, and not otherwise', () => {
    const first = judged(1, '2026-02-01T09:00:00.000Z');
    const sentence =
      'Pass 2 is begun on the same day as pass 1 by the same judge: it should be another day, since what is remembered is not judged anew.';
    expect(sameDayNote([first], 2, now)).toBe(sentence);
    expect(
      sameDayNote([first, judged(2, '2026-02-01T09:30:00.000Z')], 2, new Date('2026-02-09T10:00:00Z')),
    ).toBe(sentence);
    expect(sameDayNote([first], 1, now)).toBeNull();
    expect(sameDayNote([first], 2, new Date('2026-02-03T10:00:00Z'))).toBeNull();
    expect(sameDayNote([], 2, now)).toBeNull();
  });
});

import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { caseOf, temporaryFolder } from '../../test/examples.js';
import type { Judgment } from '../store/judgment.js';
import { openStore } from '../store/open-store.js';
import type { Dataset, Doc } from '../types.js';
import { decide } from './decide.js';
import { judgmentsOver, POOL_HEADER } from './judgment.contract.js';
import { judgmentsCsv } from './judgments-csv.js';
import { labelsAsJudgments } from './labels-as-judgments.js';
import { passAgreement, passesIn } from './pass-agreement.js';
import type { Pool } from './pool-file.js';
import { readJudgmentsCsv } from './read-judgments-csv.js';
import { judgeWork, lastOfThisWork } from './work.js';
import { pairKey, worklist } from './worklist.js';

const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const doc = (id: string, text: string): Doc => ({ id, title: id, text, fields: {} });
const DOCS = new Map(
  [
    doc('a', 'Close the server with close(). It waits 🙂 for clients.\r\nThen it ends.'),
    doc('b', '=SUM(1) stands first, then "quotes", and, commas.'),
  ].map((one) => [one.id, one]),
);
const POOL: Pool = {
  ...POOL_HEADER,
  queries: ['c-1', 'c-2'].map((id) => ({
    id,
    query: `query ${id}`,
    kind: 'k',
    fields: {},
    pages: ['a', 'b'],
  })),
};
const TASKS = worklist(POOL, 1);
const WORK = judgeWork(POOL, { name: 'd', docs: [...DOCS.values()] } as unknown as Dataset, 1);
const judgment = judgmentsOver(DOCS);
const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
};
const JUDGING = { dataset: 'd', judge: 'ann', pass: 1, judgedAt: '2026-01-02T00:00:00Z' };

describe('the order of judging', () => {
  it('is that of the pool at first, and another in a later pass, with the same pages', () => {
    expect(TASKS.map(pairKey)).toEqual(['c-1\0a', 'c-1\0b', 'c-2\0a', 'c-2\0b']);
    const wide = {
      ...POOL,
      queries: Array.from({ length: 9 }, (_, i) => ({ ...POOL.queries[0]!, id: `q-${i}` })),
    };
    const second = worklist(wide, 2).map(pairKey);
    expect(second).not.toEqual(worklist(wide, 1).map(pairKey));
    expect([...second].sort()).toEqual(worklist(wide, 1).map(pairKey).sort());
    expect(worklist(wide, 2).map(pairKey)).toEqual(second);
    // All pages of a query stay together.
    const queries = second.map((key) => key.split('\0')[0]);
    expect(queries.filter((id, i) => id !== queries[i - 1])).toHaveLength(9);
  });
});

describe('judgments in a store', () => {
  it('are kept each time something is said, once for each id, and can be taken back', () => {
    const store = openStore(path.join(folder, 'j.sqlite'));
    const first = judgment('c-1', 'a', 1, { spans: [{ start: 0, end: 5, grade: 1, need: 'n' }], note: 'hm' });
    const second = judgment('c-1', 'a', 2);
    expect(store.saveJudgments([first, second])).toBe(2);
    expect(store.saveJudgments([first])).toBe(0);
    expect(store.judgments({ dataset: 'd' })).toEqual([first, second]);
    expect(lastOfThisWork(WORK, store.judgments()).get('c-1\0a')).toEqual(second);
    store.undoJudgment(second.id);
    expect(lastOfThisWork(WORK, store.judgments()).get('c-1\0a')).toEqual(first);
    expect(store.judgments({ judge: 'bob' })).toEqual([]);
    expect(store.judgments({ judge: 'ann', pass: 2 })).toEqual([]);
    expect(() => store.undoJudgment('nowhere')).toThrow('judgment "nowhere" is not in the store');
    store.close();
  });

  it('say nothing of a text that has changed since, nor of another query under the id', () => {
    const old = judgment('c-1', 'a', 2, { docDigest: 'another' });
    const other = judgment('c-2', 'a', 2, { query: 'something else' });
    expect(lastOfThisWork(WORK, [old, other]).size).toBe(0);
  });
});

describe('judgments as CSV', () => {
  it('come back as they were given, whatever stands in the pages', async () => {
    const said = [
      judgment('c-1', 'a', 2, {
        spans: [
          { start: 10, end: 30, grade: 2, need: 'how' },
          { start: 31, end: 55, grade: 1 },
        ],
        note: 'a note, with "quotes"',
      }),
      // A page that is worth more than any passage marked in it.
      judgment('c-1', 'b', 2, { spans: [{ start: 0, end: 7, grade: 1 }], note: "'-x" }),
      // Words that come twice, and words with white space around them.
      judgment('c-2', 'b', 1, {
        spans: [
          { start: 24, end: 25, grade: 1 },
          { start: 7, end: 15, grade: 1 },
        ],
      }),
      judgment('c-2', 'a', 0),
    ];
    const file = write('round.csv', await judgmentsCsv(TASKS, DOCS, lastOfThisWork(WORK, said)));
    const back = await readJudgmentsCsv(file, TASKS, DOCS, JUDGING);
    const bare = ({ caseId, doc: page, grade, spans, note }: Judgment) => ({
      caseId,
      page,
      grade,
      spans,
      note,
    });
    const inOrder = TASKS.map((task) => said.find((one) => pairKey(one) === pairKey(task))!);
    expect(back.judgments.map(bare)).toEqual(inOrder.map(bare));
    expect(back.open).toBe(0);
    expect(back.judgments[0]).toMatchObject({
      judge: 'ann',
      pass: 1,
      dataset: 'd',
      judgedAt: JUDGING.judgedAt,
    });
  });

  it('offers passages that hold words of the query, and guards what a spreadsheet would run', async () => {
    const text = await judgmentsCsv([{ caseId: 'c', query: 'sum', doc: 'b' }], DOCS);
    expect(text).toContain(`c,sum,b,,,,,,,"'=SUM(1) stands first`);
  });

  it('is refused where rows of one page contradict each other', async () => {
    const file = write(
      'twice.csv',
      [
        'case_id,doc,grade,quote',
        'c-1,a,2,',
        'c-1,a,0,',
        'c-2,a,1,',
        'c-2,a,2,Then it ends.',
        'c-2,b,,',
      ].join('\n'),
    );
    const problems = await readJudgmentsCsv(file, TASKS, DOCS, JUDGING).catch((thrown) => thrown.problems);
    expect((problems as string[]).map((line) => line.replace(/\S*twice\.csv/g, ''))).toEqual([
      ':3: grades "a" for "c-1" as :2 does, wanted one row without a passage; drop one',
      ':4: grades "a" for "c-2" 1, and a passage of it has 2, wanted the page\'s grade at least as high; correct one of them',
    ]);
  });

  it('is refused whole with every fault named', async () => {
    const file = write(
      'bad.csv',
      [
        'case_id,doc,grade,quote,start,end',
        'c-1,c,1,,,',
        'c-9,a,1,,,',
        'c-1,a,two,,,',
        'c-1,a,2,no such words,,',
        'c-1,a,0,Then it ends.,,',
        'c-2,a,1,,9,4',
        'c-2,b,2,,,',
      ].join('\n'),
    );
    await expect(readJudgmentsCsv(file, TASKS, DOCS, JUDGING)).rejects.toThrow(
      /6 rows are no judgment, nothing was taken/,
    );
    const problems = await readJudgmentsCsv(file, TASKS, DOCS, JUDGING).catch(
      (thrown) => thrown.problems as string[],
    );
    expect((problems as string[]).map((line) => line.replace(/^.*bad\.csv:/, ''))).toEqual([
      '2: "c-1" and "c" are no pair of the pool, wanted one; did you mean "a"?',
      '3: "c-9" and "a" are no pair of the pool, wanted one; did you mean "c-1"?',
      '4: grade is "two", wanted 0, 1, 2 or nothing; correct it',
      '5: quotes "no such words", which is not in "a", wanted it once; copy the words exactly, or more of them',
      '6: marks a passage but has grade 0, wanted grade 1 or 2 with a passage; correct one of them',
      '7: the span 9–4 of "a" is not in the page of 70 characters; mark it again',
    ]);
    const noGrade = write('columns.csv', 'case_id,page,grade\nc-1,a,1\n');
    await expect(readJudgmentsCsv(noGrade, TASKS, DOCS, JUDGING)).rejects.toThrow('has no column "doc"');
  });
});

describe('labels as judgments', () => {
  const cases = [
    {
      ...caseOf('c-1', []),
      labels: [
        { doc: 'a', grade: 2, start: 0, end: 5, need: 'n' },
        { doc: 'a', grade: 1 },
      ],
    },
  ];

  it('hold each page at its highest grade', () => {
    const taken = labelsAsJudgments(TASKS, cases, DOCS, JUDGING, false);
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      caseId: 'c-1',
      doc: 'a',
      grade: 2,
      spans: [{ start: 0, end: 5, grade: 2, need: 'n' }],
    });
  });

  it('grade a page of the pool 0 only where it is said to have been looked at', () => {
    const taken = labelsAsJudgments(TASKS, cases, DOCS, JUDGING, true);
    expect(taken.map(({ caseId, doc: page, grade }) => [caseId, page, grade])).toEqual([
      ['c-1', 'a', 2],
      ['c-1', 'b', 0],
    ]);
  });
});

describe('two passes', () => {
  it('are held against each other page by page, the last word of each, and skipped pages left out', () => {
    const said = [
      judgment('c-1', 'a', 0),
      judgment('c-1', 'a', 2),
      judgment('c-1', 'b', 0),
      judgment('c-2', 'a', 1),
      judgment('c-2', 'b', null),
      judgment('c-1', 'a', 2, { pass: 2 }),
      judgment('c-1', 'b', 2, { pass: 2 }),
      judgment('c-2', 'a', 0, { pass: 2 }),
      judgment('c-2', 'b', 1, { pass: 2 }),
    ];
    const [first, second] = passesIn(said);
    expect([first, second]).toEqual([
      { judge: 'ann', pass: 1 },
      { judge: 'ann', pass: 2 },
    ]);
    const found = passAgreement(said, first!, second!);
    expect(found.agreement).toMatchObject({ n: 3, kind: 'intra-judge', observed: 1 / 3 });
    expect(found.queries).toEqual([
      { caseId: 'c-1', query: 'query c-1', apart: 1, of: 2, opposed: 1 },
      { caseId: 'c-2', query: 'query c-2', apart: 1, of: 1, opposed: 0 },
    ]);
    expect(() => passAgreement(said, first!, { judge: 'bob', pass: 1 })).toThrow('graded no page in common');
  });
});

describe('what holds', () => {
  it('is the grade of the last pass that graded the page, with the passages of the first or the last that gave it', () => {
    const span = (start: number) => [{ start, end: start + 3, grade: 2 }];
    const said = [
      judgment('c-1', 'a', 2, { spans: span(0) }),
      judgment('c-1', 'a', 0, { pass: 2, judge: 'bob' }),
      judgment('c-1', 'a', 2, { pass: 3, judge: 'cem', spans: span(9) }),
    ];
    expect(decide(said)).toEqual({
      decided: [{ caseId: 'c-1', doc: 'a', grade: 2, spans: span(9), pass: 3 }],
      apart: [],
    });
    expect(decide(said, { spans: 'first' }).decided[0]!.spans).toEqual(span(0));
  });

  it('is nothing where judges of the last pass are apart, unless a rule is given', () => {
    const said = [judgment('c-1', 'b', 2), judgment('c-1', 'b', 0, { judge: 'bob' })];
    expect(decide(said)).toEqual({
      decided: [],
      apart: [{ caseId: 'c-1', doc: 'b', grades: { ann: 2, bob: 0 } }],
    });
    expect(decide(said, { apart: 'lowest' }).decided[0]!.grade).toBe(0);
    expect(decide(said, { apart: 'highest' }).decided[0]!.grade).toBe(2);
    expect(decide(said, { apart: 'last' }).decided[0]!.grade).toBe(0);
  });

  it('counts of a judge in a pass the last word alone, by a naive count', () => {
    const word = fc.record({
      judge: fc.constantFrom('ann', 'bob'),
      pass: fc.integer({ min: 1, max: 3 }),
      grade: fc.constantFrom(0, 1, 2, null),
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const said = words.map((one) => judgment('c-1', 'a', one.grade, one));
        const last: Record<string, number | null> = {};
        for (const { judge, pass, grade } of words) last[`${pass} ${judge}`] = grade;
        const graded = Object.entries(last).filter(([, grade]) => grade !== null);
        const top = Math.max(...graded.map(([key]) => Number(key[0])));
        const grades = new Set(graded.filter(([key]) => Number(key[0]) === top).map(([, grade]) => grade));
        const { decided, apart } = decide(said);
        expect(decided.map(({ grade }) => grade)).toEqual(grades.size === 1 ? [...grades] : []);
        expect(apart).toHaveLength(grades.size > 1 ? 1 : 0);
      }),
    );
  });
});

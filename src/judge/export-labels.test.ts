import { describe, expect, it } from 'vitest';
import { caseOf } from '../../test/examples.js';
import { readRows } from '../dataset/rows.js';
import type { Case, Doc } from '../types.js';
import { exportLabels } from './export-labels.js';
import { judgmentsOver, POOL_HEADER } from './judgment.contract.js';
import type { Pool } from './pool-file.js';

const DOCS = new Map(
  ['a', 'b', 'c', 'd'].map((id): [string, Doc] => [
    id,
    { id, title: id, text: `the text of ${id}`, fields: {} },
  ]),
);
const POOL: Pool = {
  ...POOL_HEADER,
  queries: [
    { id: 'c-1', query: 'query c-1', kind: 'k', fields: {}, pages: ['a', 'b'] },
    { id: 'c-3', query: 'query c-3', kind: 'k', fields: { part: 'docs' }, pages: ['a', 'b', 'c'] },
    { id: 'c-4', query: 'query c-4', kind: 'k', fields: {}, pages: ['d'] },
  ],
};
const judgment = judgmentsOver(DOCS);
const before = (cases: readonly Case[]) => ({ header: { version: '1', grades: 'as before' }, cases });
const OLD = [caseOf('c-1', ['a']), caseOf('c-2', ['d'])];
const SAID = [
  judgment('c-1', 'a', 2, { spans: [{ start: 4, end: 8, grade: 2, need: 'how' }] }),
  judgment('c-1', 'b', 0),
  judgment('c-3', 'b', 1),
  judgment('c-3', 'a', null),
  judgment('c-4', 'd', 0),
];
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('exported labels', () => {
  const made = exportLabels(POOL, DOCS, SAID, before(OLD), { date: '2026-02-03' });

  it('are a versioned file that loads strictly, pages that are not relevant included', () => {
    const [header, ...rows] = rowsOf(made.text);
    const facts = { arms_pooled: ['x', 'y'], pool_depth_pages: 2, judges: 1, passes: 1, agreement: null };
    // The pool was of some of the cases: what was said of all of them stays.
    expect(header).toEqual({
      version: '2026-02-03',
      grades: 'as before',
      date: '2026-02-03',
      also_pooled: [{ date: '2026-02-03', ...facts }],
    });
    const whole = exportLabels(POOL, DOCS, SAID, before([OLD[0]!]), { date: '2026-02-03', version: '2' });
    expect(rowsOf(whole.text)[0]).toEqual({
      version: '2',
      grades: 'as before',
      date: '2026-02-03',
      ...facts,
    });
    expect(rows).toEqual([
      {
        id: 'c-1',
        query: 'query c-1',
        kind: OLD[0]!.kind,
        relevant: [
          { doc: 'a', grade: 2, start: 4, end: 8, need: 'how' },
          { doc: 'b', grade: 0 },
        ],
      },
      { id: 'c-2', query: 'query c-2', kind: OLD[1]!.kind, relevant: [{ doc: 'd', grade: 1 }] },
      { id: 'c-3', query: 'query c-3', kind: 'k', part: 'docs', relevant: [{ doc: 'b', grade: 1 }] },
    ]);
    const problems: string[] = [];
    const lines = rows.map((value, i) => ({ place: `f:${i}`, value }));
    expect(readRows(lines, { docs: DOCS, chunks: null }, problems).cases).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  it('say what is open, what no page answers, and what changed', () => {
    expect(made).toMatchObject({ cases: 3, judged: 4, unjudged: 2 });
    expect(made.unanswered).toEqual([{ caseId: 'c-4', query: 'query c-4' }]);
    expect(made.changes).toEqual({
      added: ['c-3'],
      removed: [],
      rewritten: [],
      grades: [
        { caseId: 'c-1', doc: 'a', before: 1, after: 2 },
        { caseId: 'c-1', doc: 'b', before: null, after: 0 },
      ],
      passages: [],
    });
  });

  it('refuse what is outside the pool unless told', () => {
    const old = [caseOf('c-1', ['a', 'd'])];
    const stray = [...SAID, judgment('c-1', 'c', 2)];
    const go = (outside?: 'keep' | 'drop', withLabelled = true) =>
      exportLabels({ ...POOL, withLabelled }, DOCS, stray, before(old), {
        date: '2026-02-03',
        ...(outside === undefined ? {} : { outside }),
      });
    expect(() => go()).toThrow(
      'labels: 2 pages have labels or judgments and are not in the pool for that query, wanted none; say --outside keep, or --outside drop, which deletes them:\n  c-1: c\n  c-1: d',
    );
    const pages = (text: string) => rowsOf(text)[1].relevant.map((label: { doc: string }) => label.doc);
    expect(pages(go('keep').text)).toEqual(['a', 'c', 'd', 'b']);
    expect(pages(go('drop').text)).toEqual(['a', 'b']);
    // A pool that left labelled pages out says nothing against their labels, and takes none away.
    expect(() => go(undefined, false)).toThrow(
      'labels: 1 page has a label or a judgment and is not in the pool',
    );
    expect(pages(go('drop', false).text)).toEqual(['a', 'd', 'b']);
  });

  it('leave passages and needs where a grade alone was given', () => {
    const label = (doc: string, grade: number, more: object = {}) => ({ doc, grade, ...more });
    const old = [
      {
        ...caseOf('c-3', []),
        labels: [
          label('a', 2, { start: 0, end: 3, need: 'n' }),
          label('a', 1, { start: 4, end: 8 }),
          label('b', 2, { need: 'n' }),
          label('c', 2, { start: 0, end: 3, need: 'm' }),
        ],
      },
    ];
    const said = [judgment('c-3', 'a', 2), judgment('c-3', 'b', 1), judgment('c-3', 'c', 0)];
    const { text } = exportLabels(POOL, DOCS, said, before(old), { date: '2026-02-03' });
    expect(rowsOf(text)[1].relevant).toEqual([
      { doc: 'a', grade: 2, start: 0, end: 3, need: 'n' },
      { doc: 'a', grade: 1, start: 4, end: 8 },
      { doc: 'b', grade: 1, need: 'n' },
      { doc: 'c', grade: 0 },
    ]);
  });

  it('refuse to choose between judges who are apart', () => {
    const apart = [...SAID, judgment('c-1', 'b', 2, { judge: 'bob' })];
    expect(() => exportLabels(POOL, DOCS, apart, before(OLD), { date: '2026-02-03' })).toThrow(
      'labels: judges of one pass are apart on 1 page, wanted one grade of each; judge them in a further pass, or say --apart lowest, highest or last:\n  c-1: b (ann 0, bob 2)',
    );
    const { text, header } = exportLabels(POOL, DOCS, apart, before(OLD), {
      date: '2026-02-03',
      apart: 'highest',
    });
    expect(rowsOf(text)[1].relevant).toContainEqual({ doc: 'b', grade: 2 });
    expect(header).toMatchObject({
      judges: 2,
      passes: 1,
      agreement: { kind: 'between judges', n: 1, observed: 0 },
    });
  });

  it('leave out the queries that are dropped', () => {
    const { text, changes, unanswered } = exportLabels(POOL, DOCS, SAID, before(OLD), {
      date: '2026-02-03',
      drop: ['c-1', 'c-4'],
    });
    const isApart = [...SAID, judgment('c-1', 'b', 2, { judge: 'bob' })];
    // What is dropped need not be settled first.
    const dropped = exportLabels(POOL, DOCS, isApart, before(OLD), {
      date: '2026-02-03',
      drop: ['c-1', 'c-4'],
    });
    expect(rowsOf(dropped.text).slice(1)).toEqual(rowsOf(text).slice(1));
    expect(
      rowsOf(text)
        .slice(1)
        .map(({ id }) => id),
    ).toEqual(['c-2', 'c-3']);
    expect([changes.removed, unanswered]).toEqual([['c-1'], []]);
    expect(() => exportLabels(POOL, DOCS, SAID, before(OLD), { date: '2026-02-03', drop: ['c-11'] })).toThrow(
      'the query "c-11" that is to be dropped is neither in the pool nor in the cases, wanted one of 4; did you mean "c-1"?',
    );
  });

  it('refuse a query that has another text than before, and a pool that nobody judged', () => {
    const other = [{ ...OLD[0]!, query: 'another' }];
    expect(() => exportLabels(POOL, DOCS, SAID, before(other), { date: '2026-02-03' })).toThrow(
      'labels: query "c-1" is "query c-1" in the pool and "another" in the cases',
    );
    expect(() => exportLabels(POOL, DOCS, [], before([]), { date: '2026-02-03' })).toThrow(
      'labels: no page of the pool "p" was graded',
    );
  });
});

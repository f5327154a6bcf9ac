import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever, temporaryFolder } from '../../test/examples.js';
import { wholePages } from '../chunk/whole-pages.js';
import { pair } from '../compare/pair.js';
import { evaluate } from '../measure/evaluate.js';
import { bm25 } from '../retrieve/bm25.js';
import { openSqlite } from '../sqlite.js';
import type { Case, Retriever } from '../types.js';
import { runText } from '../view/print-run.js';
import { pairedView } from './migrations/001-runs.js';
import { openStore } from './open-store.js';

const CASES: readonly Case[] = [
  {
    ...caseOf('c-1', []),
    labels: [{ doc: 'a', grade: 2, start: 0, end: 3, need: 'n' }],
    fields: { hard: true },
  },
  caseOf('c-2', ['b', 'c'], 'multi_hop', 'two "words"'),
  caseOf('c-3', ['d'], 'exact_term'),
];
const A = tableRetriever('a', { 'query c-1': ['a'], 'two "words"': ['b'], 'query c-3': ['x', 'd'] });
const B = tableRetriever('b', {
  'query c-1': ['x', 'a'],
  'two "words"': ['b', 'c'],
  'query c-3': ['x', 'd'],
});
const newFile = () => path.join(temporaryFolder(), 'lab.sqlite');

describe('a store', () => {
  it('says what it wants where it is given no path', () => {
    expect(() => openStore(null as unknown as string)).toThrow(
      "openStore: the file is null, wanted its path as text; write 'lab.sqlite', say",
    );
  });

  it('gives back the run that was put in', async () => {
    const store = openStore(newFile());
    const pages = [{ id: 'a', title: 'a', text: 'query words', fields: {} }];
    const run = await evaluate(bm25(wholePages(pages)), CASES, { store, dataset: 'set' });
    expect(store.run(run.id)).toEqual(run);
  });

  it('keeps failed queries with their message and no numbers', async () => {
    const store = openStore(newFile());
    const broken: Retriever = { name: 'broken', search: () => Promise.reject(new Error('gone')) };
    const run = await evaluate(broken, CASES, { store });
    expect(store.run('broken').results).toEqual(run.results);
    expect(store.run('broken').results[0]).toMatchObject({
      status: 'error',
      message: 'gone',
      metrics: { mrr: null },
    });
  });

  it('finds a run by id, by a prefix that no other has, and by name the latest', async () => {
    const store = openStore(newFile());
    const first = await evaluate(A, CASES, { store });
    const second = await evaluate(A, CASES, { store });
    expect(store.run(first.id.slice(0, 11)).id).toBe(first.id);
    expect(store.run('a').id).toBe(second.id);
    expect(store.list().map((run) => [run.id, run.resultCount])).toEqual([
      [second.id, 3],
      [first.id, 3],
    ]);
  });

  it('offers the nearest name for one it does not hold', async () => {
    const store = openStore(newFile());
    expect(() => store.run('x')).toThrow(
      'run "x": the store holds no runs; record one first, with rlab run or rlab baseline',
    );
    await evaluate(A, CASES, { store, name: 'headings' });
    expect(() => store.run('heading')).toThrow(
      'run "heading" is in the store by no id, prefix or name; did you mean "headings"?',
    );
  });

  it('pairs in SQL as it does in code', async () => {
    const file = newFile();
    const store = openStore(file);
    const [a, b] = [await evaluate(A, CASES, { store }), await evaluate(B, CASES, { store })];
    store.close();
    const rows = openSqlite(file)
      .prepare(
        'SELECT case_id AS caseId, kind, query, status, a, b, delta FROM paired WHERE run_a = ? AND run_b = ? AND metric = ? ORDER BY case_id',
      )
      .all(a.id, b.id, 'mrr');
    expect(rows).toEqual(pair(a, b, 'mrr'));
    expect(rows).toMatchObject([{ status: 'worse', a: 1, b: 0.5 }, { status: 'same' }, { status: 'same' }]);
  });

  it('deletes a run with its results and hits, but not the look at test that it was', async () => {
    const file = newFile();
    const store = openStore(file);
    const run = await evaluate(A, CASES, { store });
    expect(store.testReads()).toMatchObject([{ runId: run.id, testCases: 1 }]);
    store.remove(run.id);
    expect(store.list()).toEqual([]);
    expect(store.testReads()).toHaveLength(1);
    store.close();
    const db = openSqlite(file);
    expect(
      db.prepare('SELECT (SELECT count(*) FROM results) + (SELECT count(*) FROM hits) AS n').get(),
    ).toEqual({ n: 0 });
  });

  it('counts no look at test for a run over dev cases', async () => {
    const store = openStore(newFile());
    await evaluate(A, [CASES[0]!, CASES[2]!], { store });
    expect(store.testReads()).toEqual([]);
  });

  it('goes on with an interrupted run at the case where it stopped', async () => {
    const store = openStore(newFile());
    const controller = new AbortController();
    const asked: string[] = [];
    const counting: Retriever = {
      ...A,
      search: (query, depth) => {
        asked.push(query);
        if (asked.length === 2) controller.abort();
        return A.search(query, depth);
      },
    };
    const stopped = await evaluate(counting, CASES, { store, signal: controller.signal });
    expect(store.run(stopped.id)).toMatchObject({
      status: 'interrupted',
      results: [{ caseId: 'c-1' }, { caseId: 'c-2' }],
    });
    const resumed = await evaluate(counting, CASES, { store, resume: stopped.id });
    expect(asked).toHaveLength(3);
    expect(resumed.status).toBe('done');
    const whole = await evaluate(A, CASES);
    expect(store.run(stopped.id).results.map(({ latencyMs, ...rest }) => rest)).toEqual(
      whole.results.map(({ latencyMs, ...rest }) => rest),
    );
  });

  it('refuses to go on with other settings, or with a run that is done', async () => {
    const store = openStore(newFile());
    const controller = new AbortController();
    controller.abort();
    const stopped = await evaluate(A, CASES, { store, signal: controller.signal });
    await expect(evaluate(A, CASES, { store, resume: stopped.id, k: 3 })).rejects.toThrow(
      `evaluate: run ${stopped.id} (a) was begun with k 5, found 3; resume it with the same settings or begin a new run`,
    );
    const done = await evaluate(A, CASES, { store });
    await expect(evaluate(A, CASES, { store, resume: done.id })).rejects.toThrow(
      `run ${done.id} (a) is done, wanted one that stopped early; begin a new run`,
    );
  });

  it('keeps every search of a case that was searched several times', async () => {
    const store = openStore(newFile());
    let call = 0;
    const moody: Retriever = {
      name: 'moody',
      search: () => {
        call++;
        if (call === 3) throw new Error('gone');
        return [{ chunkId: call % 2 === 0 ? 'a' : 'x', docId: call % 2 === 0 ? 'a' : 'x', score: 1 }];
      },
    };
    const run = await evaluate(moody, [caseOf('c-1', ['a'])], { store, repeats: 4, metrics: ['recall@5'] });
    expect(run.results[0]).toMatchObject({
      status: 'ok',
      message: '1 of 4 repeats failed: gone',
      metrics: { 'recall@5': 2 / 3 },
    });
    expect(run.results[0]!.repeats!.map((one) => one.metrics['recall@5'])).toEqual([0, 1, null, 1]);
    expect(store.run('moody')).toEqual(run);
    expect(run.config).toEqual({ repeats: 4, retriever: null });
  });

  it('of the first version keeps its runs, results and hits when it is brought up to date', async () => {
    const file = newFile();
    const run = await evaluate(A, CASES, { store: openStore(file) });
    const db = openSqlite(file);
    db.exec(`DROP VIEW paired; DROP TABLE reviews; DROP TABLE judgments; DROP TABLE rag_answers; DROP TABLE repeats; DROP TABLE stage_hits; ALTER TABLE hits DROP COLUMN span_start; ALTER TABLE hits DROP COLUMN span_end;
      ALTER TABLE results DROP COLUMN page_count; ALTER TABLE results DROP COLUMN context_tokens; ALTER TABLE runs DROP COLUMN costs; ALTER TABLE runs DROP COLUMN answers_of; ALTER TABLE runs DROP COLUMN notebook; ALTER TABLE runs DROP COLUMN notebook_cells; CREATE TABLE old AS SELECT * FROM results; PRAGMA foreign_keys = OFF; DROP TABLE results;
      CREATE TABLE results (run_id TEXT NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE, case_id TEXT NOT NULL, position INTEGER NOT NULL,
        kind TEXT NOT NULL, query TEXT NOT NULL, status TEXT NOT NULL, message TEXT, metrics TEXT NOT NULL, ranks TEXT NOT NULL,
        latency_ms REAL NOT NULL, PRIMARY KEY (run_id, case_id)) WITHOUT ROWID;
      INSERT INTO results SELECT * FROM old; DROP TABLE old; ${pairedView} PRAGMA user_version = 1`);
    db.close();
    const store = openStore(file);
    // What the first version did not write down stays unknown.
    const results = run.results.map(({ pageCount: _, ...result }) => result);
    const { costs: __, ...header } = run;
    expect(store.run(run.id)).toEqual({ ...header, results });
    store.remove(run.id);
    store.close();
    const after = openSqlite(file);
    expect(after.prepare('SELECT count(*) AS n FROM hits').get()).toEqual({ n: 0 });
    expect(after.pragma('foreign_key_check')).toEqual([]);
  });

  it('keeps which notebook recorded a run, and lists it', async () => {
    const store = openStore(newFile());
    const run = await evaluate(A, CASES);
    const refs = [
      { name: 'a b.ipynb', cells: '0123456789ab' },
      { name: 'live.ipynb', cells: null },
    ];
    for (const [i, notebook] of refs.entries()) {
      store.begin({ ...run, id: `run-${i}`, notebook }, run.cases);
      expect(store.run(`run-${i}`).notebook).toEqual(notebook);
    }
    store.begin(run, run.cases);
    expect(store.run(run.id)).not.toHaveProperty('notebook');
    expect(store.list().map((one) => one.notebook?.name)).toEqual([undefined, 'live.ipynb', 'a b.ipynb']);
    expect(runText(store.run('run-0'))).toContain(
      '\nrecorded in the notebook a b.ipynb (cells 0123456789ab)\n',
    );
    expect(runText(store.run('run-1'))).toContain('\nrecorded in the notebook live.ipynb\n');
  });

  it('is refused by name when a later release made it', () => {
    const file = newFile();
    const db = openSqlite(file);
    db.pragma('user_version = 99');
    db.close();
    expect(() => openStore(file)).toThrow(
      /has the version 99, wanted at most 10; it was made by a later release, so update retrieval-lab or name another store$/,
    );
  });

  it('is refused in a sentence where the file is no database, or its folder is not there', () => {
    const file = newFile();
    fs.writeFileSync(file, 'not a database, but long enough to be read as one'.repeat(100));
    expect(() => openStore(file)).toThrow(
      /^store .*: cannot be opened \(file is not a database\), wanted an SQLite file/,
    );
    expect(() => openStore(path.join(temporaryFolder(), 'no', 'lab.sqlite'))).toThrow(
      /^store .*: cannot be opened \(.+\), wanted an SQLite file/,
    );
  });

  it('prints and clones without its handle', () => {
    const store = openStore(newFile());
    expect(Object.values(store).every((value) => ['string', 'function'].includes(typeof value))).toBe(true);
  });
});

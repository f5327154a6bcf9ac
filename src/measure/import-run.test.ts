import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseOf, datasetOf, tableRetriever, temporaryFolder } from '../../test/examples.js';
import { compare } from '../compare/compare.js';
import { casesOfQrels } from '../dataset/qrels-cases.js';
import { orderOf } from '../files/order.js';
import { readRun } from '../files/read-any-run.js';
import { readQrels } from '../files/read-qrels.js';
import type { TakeTopic } from '../files/read-run.js';
import { QRELS_FORMATS, qrelsText } from '../files/write-qrels.js';
import { RUN_FORMATS, runText } from '../files/write-run.js';
import { openStore } from '../store/open-store.js';
import { evaluate } from './evaluate.js';
import { exportRun, qrelsOf } from './export-run.js';
import { importRun } from './import-run.js';

const fileWith = (name: string, text: string) => {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, text);
  return file;
};
const CASES = [caseOf('c-1', ['a', 'b']), caseOf('c-2', ['b']), caseOf('c-3', ['c'])];
const text = (pieces: Iterable<string>) => [...pieces].join('');

describe('a run that was made elsewhere', () => {
  it('is a run like any other: recorded, measured and paired', async () => {
    const store = openStore(path.join(temporaryFolder(), 'lab.sqlite'));
    const file = fileWith(
      'theirs.trec',
      'c-1 Q0 a 1 9 anserini\nc-1 Q0 x 2 8 anserini\nc-2 Q0 x 1 3 anserini\nc-2 Q0 b 2 2 anserini\n',
    );
    const { run, notes } = await importRun(file, CASES, { store, depth: 5, metrics: ['recall@5', 'mrr'] });
    expect(run).toMatchObject({
      name: 'theirs',
      retriever: 'anserini',
      status: 'done',
      depth: 5,
      corpusVersion: null,
    });
    expect(run.config).toEqual({ imported: 'theirs.trec', tag: 'anserini', ties: 'rank' });
    expect(run.protocol.ties).toBe('by the rank in the file');
    expect(
      run.results.map((result) => [result.status, result.metrics['recall@5'], result.latencyMs]),
    ).toEqual([
      ['ok', 0.5, null],
      ['ok', 1, null],
      ['empty', 0, null],
    ]);
    expect(notes).toEqual(['1 of 3 cases is missing from the file and count as come back with nothing: c-3']);
    expect(store.run('theirs')).toEqual(run);
    const own = await evaluate(
      tableRetriever('own', { 'query c-1': ['a', 'b'], 'query c-2': ['b'], 'query c-3': ['c'] }),
      CASES,
      { depth: 5 },
    );
    expect(compare(run, own, 'recall@5')).toMatchObject({ n: 3, better: 2, same: 1 });
  });

  it('says which ids are no pages, and takes chunk ids for their pages', async () => {
    const docs = ['a', 'b', 'c'].map((id) => ({ id, title: id, text: id, fields: {} }));
    const data = datasetOf(docs, CASES);
    const file = fileWith('run.txt', 'c-1 Q0 a#3 1 9 t\nc-1 Q0 b#1 2 8 t\nc-2 Q0 B 1 3 t\nc-9 Q0 a 1 1 t\n');
    const { run, notes } = await importRun(file, data);
    expect(run.results[0]!.hits.map((hit) => [hit.chunkId, hit.docId])).toEqual([
      ['a#3', 'a'],
      ['b#1', 'b'],
    ]);
    expect(notes).toEqual([
      '1 of 3 cases is missing from the file and count as come back with nothing: c-3',
      '1 topic is no case and was left out: c-9',
      '1 id is none of the 3 pages and can never be relevant: B',
    ]);
  });

  it('holds what its rankings hold: a cut below their end is refused, and a depth that was asked for believed', async () => {
    const file = fileWith('run.txt', 'c-1 Q0 a 1 9 t\nc-1 Q0 x 2 8 t\nc-2 Q0 b 1 3 t\n');
    expect((await importRun(file, CASES)).run).toMatchObject({ depth: 2, k: 2 });
    expect((await importRun(file, CASES, { depth: 20 })).run).toMatchObject({ depth: 20, k: 5 });
    const cut = await importRun(file, CASES, { depth: 1 });
    expect(cut.run.results[0]!.hits).toHaveLength(1);
    await expect(importRun(file, CASES, { k: 3 })).rejects.toThrow(
      /run\.txt: k = 3 pages cannot be told from rankings of at most 2 hits; lower it, or say with depth how many were asked for$/,
    );
    await expect(importRun(file, CASES, { metrics: ['recall@300'] })).rejects.toThrow(
      'recall@300 cannot be told',
    );
    await expect(importRun(file, CASES, { ties: 'foo' as never })).rejects.toThrow(
      'importRun: ties is "foo", wanted rank or docid; pick one',
    );
  });

  it('over other topics altogether is refused', async () => {
    const file = fileWith('run.txt', 'q1 Q0 a 1 9 t\n');
    await expect(importRun(file, CASES)).rejects.toThrow(
      /run\.txt: none of its 1 topic \(q1\) is a case \(c-1, c-2, c-3\), wanted a run over the 3 cases; give the labels of these topics$/,
    );
  });
});

describe('what is written is read back', () => {
  const id = fc.stringMatching(/^[!-~é😀]{1,8}$/u).filter((one) => one !== '__proto__');
  const spaced = fc
    .string({ minLength: 1, maxLength: 6 })
    .filter((one) => one.trim() !== '' && !/\p{Cs}/u.test(one) && one !== '__proto__');
  const scores = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 6 });

  it.each(RUN_FORMATS)('a run as %s, to the last digit', async (format) => {
    const ids = format === 'trec' ? id : spaced;
    const generated = fc.uniqueArray(ids, { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(generated, scores, async (docs, values) => {
        // Objects with keys like numbers lose their order in JSON; equal scores would then change places.
        const sorted = [...new Set(values.map((value) => value + 0))].sort((a, b) => b - a);
        const hits = docs.slice(0, sorted.length).map((doc, i) => ({ doc, score: sorted[i]! }));
        const file = fileWith(`run.${format}`, text(runText([{ topic: 't-1', hits }], format, 'tag')));
        const back: { doc: string; score: number }[] = [];
        const take: TakeTopic = (topic) => {
          const { order } = orderOf(topic, 'rank');
          if (topic.rough) topic.settle();
          for (let place = 0; place < topic.count; place++) {
            const i = order === null ? place : order[place]!;
            back.push({ doc: topic.id(i), score: topic.scores[i]! });
          }
        };
        await readRun(file, take, () => {});
        expect(back).toEqual(hits);
      }),
      { numRuns: 40 },
    );
  });

  it.each(QRELS_FORMATS)('labels as %s', async (format) => {
    const ids = format === 'trec' || format === 'tsv' ? id : spaced;
    const grades = fc.uniqueArray(fc.tuple(ids, fc.integer({ min: -1, max: 4 })), {
      minLength: 1,
      maxLength: 5,
      selector: ([doc]) => doc,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(ids, { minLength: 1, maxLength: 3 }),
        grades,
        async (topics, labels) => {
          const qrels = new Map(topics.map((topic) => [topic, new Map(labels)]));
          const file = fileWith(`qrels.${format}`, text(qrelsText(qrels, format)));
          expect(
            new Map([...(await readQrels(file))].map(([topic, of]) => [topic, new Map([...of].sort())])),
          ).toEqual(new Map([...qrels].map(([topic, of]) => [topic, new Map([...of].sort())])));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('labels whose topic starts with a brace, which are no JSON', async () => {
    const qrels = new Map([['{😀', new Map([['[é', 1]])]]);
    expect(await readQrels(fileWith('qrels.trec', text(qrelsText(qrels, 'trec'))))).toEqual(qrels);
  });

  it('cases of a qrels file are those of the run that was made over them', async () => {
    const qrels = new Map([
      [
        'q1',
        new Map([
          ['a', 2],
          ['b', 0],
        ]),
      ],
    ]);
    expect(qrelsOf(casesOfQrels(qrels))).toEqual(qrels);
  });
});

describe('case lines as labels of a file', () => {
  it('are refused where one of two pages would do: both would be asked for', async () => {
    const line = (needs: readonly string[]) =>
      JSON.stringify({ id: 'q1', query: 'x', relevant: needs.map((need, i) => ({ doc: `d${i}`, need })) });
    await expect(readQrels(fileWith('cases.jsonl', line(['how', 'how'])))).rejects.toThrow(
      /cases\.jsonl:1: has alternatives \(need "how"\), which judgments by document cannot hold, wanted a need for each label; import the run with --data instead$/,
    );
    expect((await readQrels(fileWith('cases.jsonl', line(['how', 'why'])))).get('q1')!.size).toBe(2);
  });
});

describe('an exported run', () => {
  it('has whole numbers for scores that rise on the way down, and says what the file cannot hold', async () => {
    const run = await evaluate((query) => {
      if (query === 'query c-2') throw new Error('down');
      if (query === 'query c-3') return [];
      return [
        { chunkId: 'a#1', docId: 'a', score: 1 },
        { chunkId: 'b#1', docId: 'b', score: 5 },
        { chunkId: 'a#2', docId: 'a', score: 0 },
      ];
    }, CASES);
    const { rankings, notes } = exportRun(run);
    expect(rankings).toEqual([
      {
        topic: 'c-1',
        hits: [
          { doc: 'a', score: 2 },
          { doc: 'b', score: 1 },
        ],
      },
    ]);
    expect(notes).toEqual([
      'scores rise on the way down in 1 query, which a reader would put in another order; whole numbers stand for them',
      '1 query failed and cannot be in the file, where they will count as 0: c-2',
      '1 query came back with nothing and cannot be in the file: c-3',
    ]);
  });

  it('is refused as TREC where an id has white space in it', () => {
    expect(() => text(runText([{ topic: 'q 1', hits: [{ doc: 'a', score: 1 }] }], 'trec', 't'))).toThrow(
      'the topic id "q 1" has white space or nothing in it, which a TREC file cannot hold; write csv, json or jsonl with --format',
    );
  });
});

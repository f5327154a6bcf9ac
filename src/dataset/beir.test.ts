import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folderWith, temporaryFolder } from '../../test/examples.js';
import { qrelsOf } from '../measure/export-run.js';
import { openFolder } from './open.js';
import { writeBeir } from './write-beir.js';

const CORPUS =
  '{"_id":"d1","title":"Wings","text":"lift and drag","metadata":{"year":1962}}\n{"_id":"d2","title":"","text":"heat"}\n';
const QUERIES =
  '{"_id":"q1","text":"what is lift?"}\n{"_id":"q2","text":"heat","metadata":{"kind":"short"}}\n{"_id":"q3","text":"unasked"}\n';
const QRELS = 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq2\td2\t1\n';
const GOOD = { 'corpus.jsonl': CORPUS, 'queries.jsonl': QUERIES, 'qrels/test.tsv': QRELS };

describe('a folder in BEIR’s layout', () => {
  it('is a dataset: titles are searched with texts, grades kept, queries without judgments left out', async () => {
    const data = await openFolder(folderWith(GOOD));
    expect(data.docs).toEqual([
      { id: 'd1', title: 'Wings', text: 'Wings\n\nlift and drag', fields: { year: 1962 } },
      { id: 'd2', title: 'd2', text: 'heat', fields: {} },
    ]);
    expect(data.cases).toEqual([
      {
        id: 'q1',
        query: 'what is lift?',
        kind: 'unspecified',
        labels: [
          { doc: 'd1', grade: 2 },
          { doc: 'd2', grade: 0 },
        ],
        fields: {},
      },
      { id: 'q2', query: 'heat', kind: 'short', labels: [{ doc: 'd2', grade: 1 }], fields: {} },
    ]);
    expect(data.headers).toEqual({ 'qrels/test.tsv': { judged: 2, nothingRelevant: [] } });
  });

  it('is read the same with CRLF, a byte-order mark, blank lines, no header, and zipped', async () => {
    const plain = await openFolder(folderWith(GOOD));
    const odd = folderWith({
      'corpus.jsonl': `\uFEFF${CORPUS.replaceAll('\n', '\r\n\r\n')}`,
      'queries.jsonl': QUERIES.trimEnd(),
      'qrels.tsv': QRELS.slice(QRELS.indexOf('\n') + 1).replaceAll('\n', '\r\n'),
    });
    const zipped = temporaryFolder();
    fs.mkdirSync(path.join(zipped, 'qrels'));
    for (const [name, text] of Object.entries(GOOD))
      fs.writeFileSync(path.join(zipped, `${name}.gz`), gzipSync(text));
    for (const folder of [odd, zipped]) {
      const data = await openFolder(folder);
      expect([data.cases, data.docs, data.casesVersion]).toEqual([
        plain.cases,
        plain.docs,
        plain.casesVersion,
      ]);
    }
  });

  it('keeps a query with nothing relevant, since leaving it out would raise every mean, and names it', async () => {
    const data = await openFolder(
      folderWith({ ...GOOD, 'qrels/test.tsv': QRELS.replace('q2\td2\t1', 'q2\td2\t0') }),
    );
    expect(data.cases).toHaveLength(2);
    expect(data.headers).toEqual({ 'qrels/test.tsv': { judged: 2, nothingRelevant: ['q2'] } });
  });

  it('takes the judgments that are named', async () => {
    const folder = folderWith({ ...GOOD, 'qrels/dev.tsv': 'query-id\tcorpus-id\tscore\nq3\td1\t1\n' });
    expect((await openFolder(folder)).cases).toHaveLength(2);
    expect((await openFolder(folder, { qrels: 'dev' })).cases.map((item) => item.id)).toEqual(['q3']);
    await expect(openFolder(folder, { qrels: 'tset' })).rejects.toThrow(
      /has no judgments "tset", wanted one of dev, test; did you mean "test"\?$/,
    );
  });

  it('written by us is read back as it was', async () => {
    const data = await openFolder(folderWith(GOOD));
    const folder = path.join(temporaryFolder(), 'again');
    await writeBeir(folder, data, qrelsOf(data.cases));
    const again = await openFolder(folder);
    expect([again.cases, again.docs, again.corpusVersion]).toEqual([
      data.cases,
      data.docs,
      data.corpusVersion,
    ]);
  });

  it.each<[string, Record<string, string | undefined>, RegExp]>([
    [
      'a document that comes twice',
      { 'corpus.jsonl': CORPUS + CORPUS },
      /corpus\.jsonl:3: the document "d1" comes a second time, wanted each id once; drop or rename one$/,
    ],
    [
      'a query that comes twice',
      { 'queries.jsonl': QUERIES + QUERIES },
      /queries\.jsonl:4: the query "q1" comes a second time, wanted each id once; drop or rename one$/,
    ],
    [
      'a judgment that comes twice',
      { 'qrels/test.tsv': `${QRELS}q1\td1\t1\n` },
      /qrels\/test\.tsv:5: the document "d1" is judged a second time for topic "q1", wanted each once; drop one$/,
    ],
    [
      'a judged document that is not there',
      { 'qrels/test.tsv': `${QRELS}q1\td3\t1\n` },
      /qrels\/test\.tsv: 1 judged document is not in the corpus \(the first is "d3"\), wanted all of them among its 2; did you mean "d1"\?$/,
    ],
    [
      'a judged query that is not there',
      { 'qrels/test.tsv': `${QRELS}q01\td1\t1\n` },
      /qrels\/test\.tsv: 1 judged query is not in queries\.jsonl \(the first is "q01"\), wanted all of them among its 3; did you mean "q1"\?$/,
    ],
    [
      'a document without an id',
      { 'corpus.jsonl': '{"title":"a","text":"b"}\n' },
      /corpus\.jsonl:1: "_id" is missing, wanted a text; add it$/,
    ],
    [
      'a document without a text',
      { 'corpus.jsonl': '{"_id":"d1","title":"a"}\n' },
      /corpus\.jsonl:1: "text" is missing, wanted a text; correct it$/,
    ],
    [
      'a line that is no JSON',
      { 'queries.jsonl': `${QUERIES}{"_id": "q4"\n` },
      /queries\.jsonl:4: is not JSON \(.*\), wanted one object on each line; correct it$/,
    ],
    [
      'a line that is a list',
      { 'corpus.jsonl': '["d1"]\n' },
      /corpus\.jsonl:1: holds no object, wanted one on each line; correct it$/,
    ],
    [
      'a grade that is no whole number',
      { 'qrels/test.tsv': `${QRELS}q2\td1\t0.5\n` },
      /qrels\/test\.tsv:5: the grade of "d1" for topic "q2" is "0\.5", wanted a whole number from -1000 to 1000; correct it$/,
    ],
    [
      'no judgments',
      { 'qrels/test.tsv': undefined },
      /has a corpus\.jsonl but no judgments, wanted qrels\/test\.tsv or qrels\.tsv; add them$/,
    ],
    [
      'judgments of which none is called test',
      { 'qrels/test.tsv': undefined, 'qrels/a.tsv': QRELS, 'qrels/b.tsv': QRELS },
      /has several sets of judgments and none is called test, wanted one of a, b; name one with \{ qrels \}, or --qrels$/,
    ],
    [
      'no queries',
      { 'queries.jsonl': undefined },
      /has no queries\.jsonl, wanted the queries of its judgments; add it$/,
    ],
    [
      'an empty corpus',
      { 'corpus.jsonl': '\n\n' },
      /corpus\.jsonl: holds no document, wanted one on each line; check the file$/,
    ],
    [
      'an empty file of judgments',
      { 'qrels/test.tsv': '\n' },
      /qrels\/test\.tsv: holds no line, wanted qrels or a run; check the file$/,
    ],
    [
      'a header alone',
      { 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\n' },
      /qrels\/test\.tsv: holds no judgment, wanted at least one; check the file$/,
    ],
  ])('is refused for %s', async (_, change, message) => {
    const files = Object.entries({ ...GOOD, ...change }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    await expect(openFolder(folderWith(Object.fromEntries(files)))).rejects.toThrow(message);
  });

  it('is refused further cases, which it has no place for', async () => {
    await expect(openFolder(folderWith(GOOD), { extra: 'more.jsonl' })).rejects.toThrow(
      /further cases \(more\.jsonl\) cannot be added to a folder in BEIR's layout, wanted none; put them into its qrels$/,
    );
  });
});

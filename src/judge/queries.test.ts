import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/examples.js';
import { alreadyCases, idOfQuery, queryKey } from './queries.js';
import { readQueries } from './queries-file.js';
import { queriesFormat } from './queries-format.js';

const read = (text: string | Buffer) => readQueries(path.join(folderWith({ 'q.txt': text }), 'q.txt'));
const texts = async (text: string | Buffer) => (await read(text)).queries.map(({ query }) => query);
const fault = (text: string) =>
  read(text).then(
    () => 'nothing was thrown',
    (thrown: Error) => thrown.message.replaceAll(/\S*\/q\.txt/g, 'q.txt'),
  );

describe('a file of queries', () => {
  it('may hold JSON lines, with or without id and kind; other flat values are fields', async () => {
    const { queries } = await read(
      '{"version":1}\n{"id":"a","query":" one ","kind":"how-to","team":"web","n":3}\n\n{"query":"two"}\n{"_id":7,"text":"three"}\n',
    );
    expect(queries).toEqual([
      { id: 'a', query: 'one', kind: 'how-to', fields: { team: 'web', n: 3 }, shown: [] },
      { id: idOfQuery('two'), query: 'two', kind: 'unspecified', fields: {}, shown: [] },
      { id: '7', query: 'three', kind: 'unspecified', fields: {}, shown: [] },
    ]);
  });

  it('may hold a query on each line, which may look like anything but a tab', async () => {
    expect(
      await texts('\uFEFFhow to log\r\n\r\n{ is not closed\r\n[object Object]\r\nquery, or not?\r\n'),
    ).toEqual(['how to log', '{ is not closed', '[object Object]', 'query, or not?']);
    expect(await texts(gzipSync('one\ntwo\n'))).toEqual(['one', 'two']);
  });

  it('may hold lines of id, tab, query, or a table with a header', async () => {
    expect((await read('17\thow to log\n18\thow to pipe\n')).queries.map(({ id }) => id)).toEqual([
      '17',
      '18',
    ]);
    const { queries } = await read('id,query,kind,team\n1,"a, b",how-to,\n,c,,web\n');
    expect(queries).toEqual([
      { id: '1', query: 'a, b', kind: 'how-to', fields: {}, shown: [] },
      { id: idOfQuery('c'), query: 'c', kind: 'unspecified', fields: { team: 'web' }, shown: [] },
    ]);
    expect((await read('query-id\ttext\n1\ta "b\n')).queries[0]).toMatchObject({ id: '1', query: 'a "b' });
  });

  it('may hold issues, as a list or on lines: the titles are the queries, pull requests are left out and counted', async () => {
    const issue = { number: 123, title: 'Logger hangs', body: 'from me@corp.io', labels: [{ name: 'bug' }] };
    const pull = { number: 124, title: 'Bump x', pull_request: { url: 'u' } };
    const lines = [issue, pull].map((one) => JSON.stringify(one)).join('\n');
    for (const text of [lines, JSON.stringify([issue, pull]), JSON.stringify([issue, pull], null, 2)])
      expect(await read(text)).toEqual({
        queries: [{ id: 'issue-123', query: 'Logger hangs', kind: 'issue', fields: {}, shown: [] }],
        merged: [],
        pullRequests: 1,
        labelled: 0,
      });
  });

  it('merges what comes twice, and says where', async () => {
    const { queries, merged } = await read(
      '{"id":"a","query":"How to  log","shown":["x"]}\n{"id":"b","query":"other"}\n{"id":"c","query":" how to LOG ","shown":["y","x"]}\n',
    );
    expect(queries.map(({ id, shown }) => [id, shown])).toEqual([
      ['a', ['x', 'y']],
      ['b', []],
    ]);
    expect(merged).toEqual([{ place: expect.stringMatching(/q\.txt:3$/), id: 'a' }]);
  });

  it('counts labels that it does not read', async () => {
    expect((await read('{"id":"a","query":"x","relevant_doc_ids":["p"]}')).labelled).toBe(1);
  });

  it('is refused with a sentence for each bad line', async () => {
    expect(
      await fault(
        '{"id":"a","qeury":"x"}\n{"id":"a"\n{"id":"b","query":" "}\n{"query":"x","tags":["t"]}\n{"query":"y","shown":"p1"}\n{"id":"k","query":"1"}\n{"id":"k","query":"2"}\n{"number":0,"title":"t"}\n',
      ),
    ).toMatch(
      new RegExp(
        [
          '^q.txt: holds what is no query; correct each:',
          '  q.txt:2: is not JSON \\(.*\\); write one JSON object on each line',
          '  q.txt:1: has neither "query" nor "number" and "title" \\(found "qeury"; did you mean "query"\\?\\), wanted a query; add it',
          '  q.txt:3: "query" is " ", wanted a text that is not blank; correct it',
          '  q.txt:4: the field "tags" is a list, wanted a flat value; flatten or drop it',
          '  q.txt:5: "shown" is "p1", wanted a list of page ids; correct or drop it',
          '  q.txt:8: "number" is 0, wanted the number of an issue; correct it',
          '  q.txt:7: query "k" has the id of q.txt:6 and another text, wanted each id once; rename one$',
        ].join('\\n'),
      ),
    );
    expect(await fault('1\ta\nb\n3\tOPEN\tc\n')).toBe(
      'q.txt: holds what is no query; correct each:\n  q.txt:2: has no tab, wanted an id, one tab and a query, as on the first line; correct it\n  q.txt:3: has 2 tabs, wanted an id, one tab and a query, as on the first line; correct it',
    );
    expect(await fault('a\n1\tb\n')).toBe(
      'q.txt: holds what is no query; correct each:\n  q.txt:2: has a tab, wanted a query alone, as on the first line; take the tab out, or write id, tab, query on all lines',
    );
    expect(await fault('[{"query":"a"}, 3]')).toBe(
      'q.txt: holds what is no query; correct each:\n  q.txt: item 2: holds a number, wanted a JSON object; write one object on each line',
    );
    expect(await fault('\n\n')).toBe('q.txt: holds no query, wanted at least one; check the file');
    expect(await fault('{\n  "query": "a"\n}\n')).toMatch(/q\.txt:1: is not JSON/);
  });

  it('may hold a table of one column, whose header is no query', async () => {
    for (const header of ['query', 'Query', '"query"', 'text'])
      expect(await texts(`${header}\nhow to log\n"a, b"\n`)).toEqual(['how to log', 'a, b']);
    expect(await fault('query\na, b\n')).toBe(
      'q.txt:2: cannot be read as CSV (Invalid Record Length: columns length is 1, got 2 on line 2); correct the line',
    );
  });

  it('is refused where its header has columns parted by another sign', async () => {
    for (const [sign, text] of Object.entries({ ';': 'query;id\na;1\n', '|': 'id|text\n1|a\n' }))
      expect(await fault(text)).toBe(
        `q.txt: has a header whose columns are parted by "${sign}", wanted commas or tabs; save it as CSV with commas`,
      );
    expect(await texts('logging; how?\n')).toEqual(['logging; how?']);
  });

  it('is refused where it begins as a list that is none of queries', async () => {
    expect(await fault('[null, 3]')).toBe(
      'q.txt: holds what is no query; correct each:\n  q.txt: item 1: holds null, wanted a JSON object; write one object on each line\n  q.txt: item 2: holds a number, wanted a JSON object; write one object on each line',
    );
    for (const text of ["['a', 'b']", '[a, b]', '[undefined', '[1, 2],\n'])
      expect(await fault(text)).toMatch(/^q\.txt: holds .*\n {2}q\.txt: is not JSON \(.*\), wanted a list/);
    expect(await texts('[docs] how to log\n[bug]: it hangs\n')).toEqual([
      '[docs] how to log',
      '[bug]: it hangs',
    ]);
    expect(await texts('["how to log", "how to pipe"]')).toEqual(['how to log', 'how to pipe']);
  });

  it('is told apart by its first line', () => {
    const table = { '\n[{': 'json', '{"a"': 'jsonl', 'a\tb': 'pairs', 'id\tquery': 'tsv', 'a,b': 'lines' };
    for (const [text, format] of Object.entries(table))
      expect([text, queriesFormat(text)]).toEqual([text, format]);
    expect(queriesFormat('number,title,state\n')).toBe('csv');
  });

  it('gives back the queries that were written, as lines and as JSON lines', async () => {
    const word = fc.stringMatching(/^[a-z0-9 ?!.:]{0,20}[a-z]$/);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { minLength: 1, selector: queryKey }), async (queries) => {
        const wanted = queries.map((query) => query.trim());
        expect(await texts(queries.join('\n'))).toEqual(wanted);
        expect(await texts(queries.map((query) => JSON.stringify({ query })).join('\r\n'))).toEqual(wanted);
      }),
      { numRuns: 30 },
    );
  });
});

describe('an id that is made', () => {
  it('is the same for the same text, whatever its case and white space', () => {
    expect(idOfQuery('How to log')).toMatch(/^q-[0-9a-f]{8}$/);
    expect(idOfQuery('  how  to LOG\n')).toBe(idOfQuery('How to log'));
    expect(idOfQuery('how to log?')).not.toBe(idOfQuery('How to log'));
  });
});

it('names the queries that are cases already', () => {
  const query = { id: 'q-1', query: 'How to log', kind: 'x', fields: {}, shown: [] };
  expect(
    alreadyCases([query, { ...query, id: 'q-2', query: 'new' }], [{ id: 'c-9', query: 'how to log ' }]),
  ).toEqual([{ id: 'q-1', caseId: 'c-9' }]);
});

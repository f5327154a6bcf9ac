import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/examples.js';
import { failuresOf, failuresText } from './failures.js';
import { type FailureLog, type LogRow, readFailureLog } from './failures-log.js';
import { idOfQuery } from './queries.js';
import { readQueries } from './queries-file.js';

const read = (text: string) => readFailureLog(path.join(folderWith({ 'log.txt': text }), 'log.txt'));
const fault = (text: string) =>
  read(text).then(
    () => 'nothing was thrown',
    (thrown: Error) => thrown.message.replaceAll(/\S*\/log\.txt/g, 'log.txt'),
  );
const rows = async (text: string) =>
  (await read(text)).rows.map(({ query, shown, thumb }) => [query, shown, thumb]);

describe('a log', () => {
  it('may be JSON lines, a JSON list, CSV or TSV, with other columns, a byte-order mark and any line ends', async () => {
    const wanted = [
      ['how to log', ['a', 'b'], 'down'],
      ['how, to "pipe"', [], 'up'],
    ];
    const json = [
      {
        Query: 'how to log',
        shown: ['a', 'b', 'a'],
        thumbs: 'down',
        time: '2026-01-01',
        user: 'jane@corp.io',
      },
      { query: ' how, to "pipe" ', shown: [], thumbs: 'up' },
    ];
    expect(await rows(`\uFEFF${json.map((row) => JSON.stringify(row)).join('\r\n')}\r\n`)).toEqual(wanted);
    expect(await rows(JSON.stringify(json))).toEqual(wanted);
    expect(
      await rows('\uFEFFTime,Question,Docs,Feedback\r\n1,how to log,a; b,-1\r\n2,"how, to ""pipe""",,1\r\n'),
    ).toEqual(wanted);
    expect(await rows('q\tresults\trating\nhow to log\t["a","b"]\t👎🏽\nhow, to "pipe"\t\t👍\n')).toEqual(
      wanted,
    );
    expect(await rows('query\nwhat\n')).toEqual([['what', [], 'none']]);
  });

  it('may say thumbs in many ways', async () => {
    const say = async (cells: readonly unknown[]) =>
      (await read(cells.map((thumbs) => JSON.stringify({ q: 'x', thumbs })).join('\n'))).rows.map(
        ({ thumb }) => thumb,
      );
    const down = [
      'down',
      'Down',
      -1,
      '-1',
      false,
      'false',
      0,
      '0',
      '0.0',
      '👎',
      '👎🏿',
      'thumbs_down',
      'bad',
      'no',
    ];
    expect(new Set(await say(down))).toEqual(new Set(['down']));
    expect(new Set(await say(['up', 1, '+1', true, 'TRUE', '👍', 'good', 'yes']))).toEqual(new Set(['up']));
    expect(new Set(await say([null, '', ' ']))).toEqual(new Set(['none']));
  });

  it('may name pages by objects', async () => {
    expect(await rows('{"q":"x","results":[{"id":"a","score":1},{"docId":"b"},{"page":7}]}')).toEqual([
      ['x', ['a', 'b', '7'], 'none'],
    ]);
  });

  it('is read whatever versions are in it, and rows without a query are counted', async () => {
    const log = await read('{"version":"1.2","q":"x"}\n{"q":" "}\n{"q":null}\n{"thumbs":"up"}\n');
    expect([log.rows.length, log.withoutQuery, log.hasThumbs]).toEqual([1, 3, false]);
    expect((await read('query,thumbs\n,down\ny,down\n')).withoutQuery).toBe(1);
  });

  it('is refused with a sentence for each row that cannot be read, without what is personal in it', async () => {
    expect(
      await fault(
        '{"q":"x","rating":4}\n{"q":{"a":"jane@corp.io"}}\n{"q":"y","shown":{"a":1}}\n{"q":"z","shown":[null]}\n{"q":\n',
      ),
    ).toMatch(
      new RegExp(
        [
          '^log.txt: holds what is no row of a log; correct each:',
          '  log.txt:5: is not JSON \\(.*\\); write one JSON object on each line',
          '  log.txt:1: "rating" is "4", wanted a thumb \\(down, -1, false, 0 or 👎; up, 1, true or 👍\\); say up or down, also where there are stars',
          '  log.txt:2: "q" is \\{"a":"\\[email\\]"\\}, wanted a text; correct it',
          '  log.txt:3: "shown" is \\{"a":1\\}, wanted the ids of pages, as a list or parted by ;; correct it',
          '  log.txt:4: "shown" is \\[null\\], wanted the ids of pages, as a list or parted by ;; correct it$',
        ].join('\\n'),
      ),
    );
    expect(await fault('time,qery,thumbs\n1,x,up\n')).toBe(
      'log.txt: has the columns time, qery, thumbs, wanted one with the query (query, question, q, text, input); did you mean "query"?',
    );
    expect(await fault('a;b\n1;2\n')).toBe(
      'log.txt: has the columns a;b, wanted one with the query (query, question, q, text, input); rename one',
    );
    expect(await fault('{"q": jane@corp.io}\n')).toBe(
      "log.txt: holds what is no row of a log; correct each:\n  log.txt:1: is not JSON (Unexpected token 'j'); write one JSON object on each line",
    );
    expect(await fault('[{"q": jane@corp.io}]')).toBe(
      "log.txt: holds what is no row of a log; correct each:\n  log.txt: is not JSON (Unexpected token 'j'), wanted a list of objects; correct it",
    );
    expect(await fault('"query jane@corp.io",thumbs\nx jane@corp.io"y",up\n')).toBe(
      'log.txt:2: cannot be read as CSV (Invalid Opening Quote: a quote is found at line 2); correct the line',
    );
    expect(await fault('I am jane@corp.io,x\na,b\n')).toMatch(
      /^log\.txt: has the columns i am \[email\], x,/,
    );
    expect(await fault('jane@corp.io,jane@corp.io\na,b\n')).toMatch(/has the column "\[email\]" twice/);
    expect(await fault('query,thumbs\n')).toBe('log.txt: holds no row, wanted at least one; check the file');
  });
});

const row = (query: string, thumb: LogRow['thumb'] = 'down', shown: readonly string[] = []): LogRow => ({
  place: `log:${query.length}`,
  query,
  shown,
  thumb,
});
const logOf = (all: readonly LogRow[]): FailureLog => ({
  rows: all,
  hasThumbs: all.some(({ thumb }) => thumb !== 'none'),
  withoutQuery: 0,
});

describe('the failures of a log', () => {
  it('are those with a thumb down, each text once, the most frequent first', () => {
    const log = logOf([
      row('one', 'down', ['a']),
      row('two', 'down', ['x']),
      row('TWO ', 'down', ['y', 'x']),
      row('two', 'up', ['z']),
      row('three', 'none'),
    ]);
    expect(failuresOf(log)).toEqual({
      failures: [
        { id: idOfQuery('two'), query: 'two', kind: 'failure', times: 2, shown: ['x', 'y'] },
        { id: idOfQuery('one'), query: 'one', kind: 'failure', times: 1, shown: ['a'] },
      ],
      flags: [],
      left: { up: 1, silent: 1, dropped: 0 },
    });
    expect(failuresOf(log, { kind: 'prod' }).failures[0]!.kind).toBe('prod');
  });

  it('are all rows where none has a thumb', () => {
    expect(failuresOf(logOf([row('one', 'none'), row('two', 'none')]))).toMatchObject({
      failures: [{ query: 'one' }, { query: 'two' }],
      left: { up: 0, silent: 0 },
    });
  });

  it('lose none: times and rows left out add up to the rows', () => {
    const rowOf = fc.record({
      query: fc.constantFrom('a', 'A', 'b', 'c', 'mail jane@corp.io'),
      thumb: fc.constantFrom<LogRow['thumb']>('up', 'down', 'none'),
    });
    fc.assert(
      fc.property(fc.array(rowOf), fc.constantFrom('redact' as const, 'drop' as const), (all, personal) => {
        const { failures, left } = failuresOf(logOf(all.map((one) => row(one.query, one.thumb))), {
          personal,
        });
        const times = failures.reduce((sum, failure) => sum + failure.times, 0);
        expect(times + left.up + left.silent + left.dropped).toBe(all.length);
        expect(JSON.stringify(failures)).not.toContain('jane');
        for (const [i, failure] of failures.entries())
          expect(failure.times).toBeLessThanOrEqual(failures[i - 1]?.times ?? Number.POSITIVE_INFINITY);
      }),
    );
  });

  const personal = logOf([
    row('mail jane@corp.io'),
    row('mail joe@corp.io'),
    row('fine', 'down', ['of-jane@corp.io']),
    row('up +49 170 1234567', 'up'),
  ]);

  it('are refused where they hold what looks like personal data, by line and kind, and never shown', () => {
    expect(() => failuresOf(personal)).toThrow(
      [
        'failures: 3 rows hold what looks like personal data or a secret, wanted none, and nothing was kept; redact it, or drop these rows:',
        '  log:17: an e-mail address, j… (12 characters)',
        '  log:16: an e-mail address, j… (11 characters)',
        '  log:4: an e-mail address, o… (15 characters)',
      ].join('\n'),
    );
  });

  it('may be redacted, and are then merged by what is left', () => {
    const { failures, flags } = failuresOf(personal, { personal: 'redact' });
    expect(failures.map(({ id, query, times, shown }) => [id, query, times, shown])).toEqual([
      [idOfQuery('mail [email]'), 'mail [email]', 2, []],
      [idOfQuery('fine'), 'fine', 1, ['[email]']],
    ]);
    expect(flags).toHaveLength(3);
  });

  it('may be dropped, and are counted', () => {
    expect(failuresOf(personal, { personal: 'drop' })).toMatchObject({
      failures: [],
      left: { up: 1, silent: 0, dropped: 3 },
    });
  });

  it('are read back as queries to pool', async () => {
    const { failures } = failuresOf(logOf([row('one', 'down', ['a', 'b']), row('one')]));
    const file = path.join(folderWith({ 'f.jsonl': failuresText(failures) }), 'f.jsonl');
    expect((await readQueries(file)).queries).toEqual([
      { id: idOfQuery('one'), query: 'one', kind: 'failure', fields: { times: 2 }, shown: ['a', 'b'] },
    ]);
  });
});

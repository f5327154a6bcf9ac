import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/examples.js';
import { LabError } from '../errors.js';
import { exampleComparison } from './example.contract.js';
import { type Frame, frame } from './frame.js';
import { saveFrame } from './save-frame.js';

const folder = temporaryFolder();
const frameOf = (columns: readonly string[], values: unknown): Frame =>
  ({ columns: [...columns], values }) as unknown as Frame;

function saved(table: Frame, name: string): string {
  const file = path.join(folder, name);
  saveFrame(table, file);
  return fs.readFileSync(file, 'utf8');
}

describe('a frame in a file', () => {
  it('is CSV as RFC 4180 has it: CR LF, quotes where they are needed and doubled inside, nothing for unknown', () => {
    const table = frameOf(
      ['a', 'b,c'],
      [
        ['plain', 1.5],
        ['say "no", he said', null],
        ['two\nlines', Number.NaN],
        ['', -2],
        ['é', true],
      ],
    );
    expect(saved(table, 'x.csv')).toBe(
      'a,"b,c"\r\nplain,1.5\r\n"say ""no"", he said",\r\n"two\nlines",\r\n,-2\r\né,true\r\n',
    );
  });

  it('has an apostrophe before a text that a spreadsheet would take for a formula, and before no number', () => {
    const table = frameOf(
      ['=head', 'x'],
      [
        ['=HYPERLINK("http://x","y")', -1],
        ['+1', 1e21],
        ['-1', -0.5],
        ['@SUM(A1)', 0],
        ['\tx', 1],
        ['\rx', 1],
        ['a=b', 1],
        ["'quoted", 1],
      ],
    );
    const file = path.join(folder, 'f.csv');
    expect(saveFrame(table, file)).toEqual({ file, rows: 8, guarded: 7 });
    expect(fs.readFileSync(file, 'utf8').split('\r\n')).toEqual([
      "'=head,x",
      '"\'=HYPERLINK(""http://x"",""y"")",-1',
      "'+1,1e+21",
      "'-1,-0.5",
      "'@SUM(A1),0",
      "'\tx,1",
      '"\'\rx",1',
      'a=b,1',
      "'quoted,1",
      '',
    ]);
  });

  it('comes back from CSV as it was but for the apostrophes, and from JSON as it was, whatever the texts are', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('=1', '"', '\r\n', '', '__proto__'),
      fc.double(),
      fc.constant(null),
    );
    const table = fc.tuple(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 4 }),
      fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
    );
    fc.assert(
      fc.property(table, ([columns, all]) => {
        const rows = all.map((row) => row.slice(0, columns.length));
        const number = (value: unknown) =>
          typeof value === 'number' && !Number.isFinite(value) ? null : value;
        const wanted = rows.map((row) => row.map(number));
        const texts = parse(saved(frameOf(columns, rows), 'p.csv'), {
          relax_column_count: false,
          record_delimiter: '\r\n',
        }) as string[][];
        const bare = (text: string) => text.replace(/^'(?=[=+\-@\t\r])/, '');
        expect(texts.map((row) => row.map(bare))).toEqual(
          [columns, ...wanted].map((row) => row.map((value) => (value === null ? '' : bare(String(value))))),
        );
        const objects = JSON.parse(saved(frameOf(columns, rows), 'p.json')) as object[];
        expect(
          objects.map((one) => columns.map((name) => Object.entries(one).find(([key]) => key === name)?.[1])),
        ).toEqual(wanted.map((row) => row.map((value) => (Object.is(value, -0) ? 0 : value))));
      }),
      { numRuns: 200 },
    );
  });

  it('holds what danfojs holds of a comparison', async () => {
    const table = await frame(exampleComparison);
    const rows = JSON.parse(saved(table, 'c.json')) as readonly {
      readonly caseId: string;
      readonly delta: number | null;
    }[];
    expect(rows.map(({ caseId, delta }) => [caseId, delta])).toEqual(
      exampleComparison.results.map(({ caseId, delta }) => [caseId, delta]),
    );
  });

  it('is refused under another ending, and leaves what was there where it cannot be written', () => {
    const table = frameOf(['a'], [[1]]);
    expect(() => saveFrame(table, 'x.xlsx')).toThrow(
      new LabError('saveFrame: x.xlsx ends in ".xlsx", wanted .csv or .json; name it so'),
    );
    fs.writeFileSync(path.join(folder, 'file'), 'mine');
    expect(() => saveFrame(table, path.join(folder, 'file', 'x.csv'))).toThrow(
      /x\.csv: cannot be written \(.+\), wanted a file in a folder that can be written; name another$/,
    );
    expect(fs.readFileSync(path.join(folder, 'file'), 'utf8')).toBe('mine');
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

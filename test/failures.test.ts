import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith } from './examples.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const work = folderWith({
  'log.csv':
    '\uFEFFtime,query,shown,thumbs\r\n1,how to log,a;b,down\r\n2,How to log,c,0\r\n3,"mail jane@corp.io, or +49 170 1234567",,👎\r\n4,fine,,up\r\n5,meh,,\r\n6,,,down\r\n',
  'clean.jsonl': '{"q":"v1.2.3.4 fails on 127.0.0.1"}\n{"q":"other"}\n',
  'happy.jsonl': '{"q":"x","feedback":true}\n',
});
const out = path.join(work, 'deep', 'failures.jsonl');

function rlab(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'dist/cli/main.js'), 'failures', ...args],
    { encoding: 'utf8', cwd: work },
  );
  return { status, stdout, stderr };
}

describe('rlab failures import', () => {
  it('writes nothing where a row holds what looks like personal data, and says which without showing it', () => {
    expect(rlab('import', 'log.csv', '--out', out)).toEqual({
      status: 2,
      stdout: '',
      stderr: [
        'rlab failures: 1 row holds what looks like personal data or a secret, wanted none, and nothing was written; add --redact to put [email] and the like in its place, or --drop-flagged to leave these rows out:',
        '  log.csv:4: an e-mail address, j… (12 characters)',
        '  log.csv:4: a telephone number, +… (15 characters)',
        '',
      ].join('\n'),
    });
    expect(fs.existsSync(out)).toBe(false);
  });

  it('writes the rest with --drop-flagged, and says what was left out', () => {
    expect(rlab('import', 'log.csv', '--out', out, '--drop-flagged')).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        `1 query of 2 failures, the most frequent 2 times, is in ${out}.`,
        'Rows left out: 1 thumb up, 1 without a thumb, 1 without a query, 1 with what looks like personal data or a secret.',
        'Found in what was dropped: 1 × an e-mail address, 1 × a telephone number.',
        'Only what has a form is found: names and addresses are not, so read the file before you share it.',
        `To pool them: rlab pool --queries ${out} --experiment FILE`,
        '',
      ].join('\n'),
    });
    expect(fs.readFileSync(out, 'utf8')).toMatch(
      /^\{"id":"q-\w{8}","query":"how to log","kind":"failure","times":2,"shown":\["a","b","c"\]\}\n$/,
    );
  });

  it('writes all with --redact, under a kind of your own', () => {
    const { stdout } = rlab('import', 'log.csv', '--out', out, '--redact', '--kind', 'prod', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      file: out,
      queries: 2,
      left: { up: 1, silent: 1, withoutQuery: 1 },
    });
    expect(fs.readFileSync(out, 'utf8').split('\n')[1]).toContain(
      '"query":"mail [email], or [phone]","kind":"prod"',
    );
  });

  it('says where no row has a thumb, so that all are failures', () => {
    expect(rlab('import', 'clean.jsonl').stdout).toMatch(
      /^2 queries of 2 failures, the most frequent 1 time, are in failures\.jsonl\.\nNo row has a thumb, so all are taken for failures\.\nOnly /,
    );
    expect(fs.existsSync(path.join(work, 'failures.jsonl'))).toBe(true);
  });

  it.each<[string, readonly string[], string]>([
    [
      'another action',
      ['imprt', 'log.csv'],
      'rlab failures: found "imprt", wanted import LOG; did you mean "import"?\n',
    ],
    [
      'the log as its own output',
      ['import', 'log.csv', '--out', './log.csv'],
      'rlab failures: --out is ./log.csv, the log itself, wanted another file; name one, and keep the log\n',
    ],
    [
      'both ways with what is personal',
      ['import', 'log.csv', '--redact', '--drop-flagged'],
      'rlab failures: found --redact and --drop-flagged, wanted one of them; what is redacted need not be dropped\n',
    ],
    [
      'a log without a failure',
      ['import', 'happy.jsonl'],
      'rlab: happy.jsonl: holds no failure to keep (1 thumb up), wanted at least one; nothing was written, check the log\n',
    ],
    [
      'a log that is not there',
      ['import', 'nowhere.csv'],
      'rlab: nowhere.csv: no such file, wanted one that can be read; check the path\n',
    ],
  ])('answers %s with one sentence and exit code 2', (_, args, sentence) => {
    expect(rlab(...args)).toEqual({ status: 2, stdout: '', stderr: sentence });
  });
});

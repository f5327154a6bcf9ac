import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commandsFrom } from '../src/cli/judge-keys.js';
import { openStore } from '../src/store/open-store.js';
import { filesOf, inStore } from './judge-files.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** `rlab judge` with lines piped in. */
function judge(folder: string, lines: readonly string[], ...words: readonly string[]) {
  const args = [
    path.join(ROOT, 'dist/cli/main.js'),
    'judge',
    'pool.jsonl',
    '--store',
    'lab.sqlite',
    ...words,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
const ANA = ['--data', 'set', '--judge', 'ana', '--tty'];

describe('rlab judge --tty', () => {
  it('takes a grade a line, notes and undo, goes on where it stopped, and says when all is judged', () => {
    const { folder } = filesOf(1);
    const first = judge(folder, ['n the place is named', '2', '1', 'u', '0', 's', 'q', '2'], ...ANA);
    expect(first.stdout).toContain(
      'Query: where does the answer 1 stand\nPage:  Emoji 👩‍👩‍👧 (pages/emoji)\n',
    );
    expect(first.stdout).toContain('Note, kept with the grade: the place is named\nGraded 2: pages/emoji.\n');
    expect(first.stdout).toContain('Graded 1: pages/crlf.\n');
    expect(first.stdout).toContain('Took back the 1 of pages/crlf.\n');
    expect(first.stderr).toBe(
      'ana, pass 1: 2 of 5 pages judged, 1 skipped. To go on: rlab judge pool.jsonl --data set --judge ana --store lab.sqlite --tty\n',
    );
    const second = judge(folder, ['0', '0', '0'], ...ANA);
    expect(second.stdout).toContain('3 of 5 done · page 4 of 5 of this query\n');
    expect(second.stdout).toMatch(
      /All judged\. To make labels of them: rlab labels export pool\.jsonl --data set --store lab\.sqlite --out labels\.jsonl\n$/,
    );
    expect(inStore(folder).map(({ doc, grade, note }) => [doc, grade, note])).toEqual([
      ['pages/emoji', 2, 'the place is named'],
      ['pages/crlf', 0, ''],
      ['pages/long', null, ''],
      ['pages/html', 0, ''],
      ['pages/none', 0, ''],
    ]);
    expect(judge(folder, [], ...ANA).stdout).toBe(
      'All judged. To make labels of them: rlab labels export pool.jsonl --data set --store lab.sqlite --out labels.jsonl\n',
    );
  });

  it('keeps the marks of a judgment that is taken back, with their own grades, at most the page’s', () => {
    const { folder } = filesOf(1);
    judge(folder, ['2', 'q'], ...ANA);
    const [first] = inStore(folder);
    const spans = [
      { start: 0, end: 3, grade: 1 },
      { start: 4, end: 7, grade: 2, need: 'how' },
    ];
    const store = openStore(path.join(folder, 'lab.sqlite'));
    store.undoJudgment(first!.id);
    store.saveJudgments([{ ...first!, id: '00000000-0000-4000-8000-000000000001', spans }]);
    store.close();
    const marked = () => inStore(folder).map(({ grade, spans }) => [grade, spans]);
    const again = judge(folder, ['u', 's', 'u', '2', 'q'], ...ANA);
    expect(again.stdout).toContain('Keeps the 2 marks that it has, with the next grade of 1 or 2.\n');
    expect(marked()).toEqual([[2, spans]]);
    judge(folder, ['u', '1', 'q'], ...ANA);
    expect(marked()).toEqual([[1, spans.map((span) => ({ ...span, grade: 1 }))]]);
    const zero = judge(folder, ['u', '0', 'q'], ...ANA);
    expect(zero.stdout).toContain(
      '0 says that nothing here answers, and would drop the 2 marks: give 0 again if so.\n',
    );
    expect(marked()).toEqual([]);
  });

  it('shows a long page from where the words of the query stand, and the rest of it on request', () => {
    const { folder } = filesOf(1);
    const { stdout } = judge(folder, ['s', 's', 'm', 'x'], ...ANA);
    const shown = stdout.split('Page:  Long (pages/long)\n')[1]!;
    expect(shown).toMatch(
      /^─── from character \d+ of 10\d+\n[\s\S]*## Answer\n\nHere the answer stands\.\n─── end of the page\n/,
    );
    expect(shown).toMatch(/\n─── top of the page\n# Long\n\nFiller/);
    expect(stdout).toContain('The key "x" is none. 2 answers it or a part of it');
  });

  it('lets no page write to the terminal', () => {
    const { folder } = filesOf(1);
    const file = path.join(folder, 'set/docs/pages/emoji.md');
    fs.appendFileSync(
      file,
      'red \u001B[31m title \u001B]0;hacked\u0007 bell \u0007 \u009B31m \u202Eturned\n',
    );
    const { stdout } = judge(folder, ['s', 's', 's', 's', 's'], ...ANA);
    expect(stdout).toContain('red \uFFFD[31m title \uFFFD]0;hacked\uFFFD bell');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
  });

  it('says of wrong words what is wrong', () => {
    const { folder } = filesOf(1);
    const said = (...words: readonly string[]) => judge(folder, [], ...words).stderr;
    expect(said('--data', 'set', '--port', '70000')).toBe(
      'rlab judge: --port is 70000, wanted at most 65535; correct it\n',
    );
    expect(said('--data', 'set', '--pass', '0')).toBe(
      'rlab judge: --pass is "0", wanted a whole number of at least 1; correct it\n',
    );
    expect(said('--data', 'set', '--judge', 'x'.repeat(81))).toBe(
      'rlab: judge: the name has 81 characters, wanted 1 to 80 that can be seen; name another\n',
    );
    expect(said('--tty', '--open')).toBe(
      'rlab judge: found --tty and --open, wanted one of them; drop one\n',
    );
    expect(said('--data', 'elsewhere')).toMatch(/^rlab: .*elsewhere/);
    fs.rmSync(path.join(folder, 'set/docs/pages/none.md'));
    expect(said(...ANA)).toMatch(
      /^rlab: pool made pool: names a page that is not in set; make the pool again/,
    );
  });
});

describe('keys of a terminal', () => {
  it('are commands one by one; n takes a line; arrows are none; Ctrl-C ends', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    let shown = '';
    const output = new PassThrough();
    output.on('data', (part: Buffer) => {
      shown += part.toString();
    });
    const found: unknown[] = [];
    const reading = (async () => {
      for await (const { key, text } of commandsFrom(input as never, output)) found.push([key, text]);
    })();
    for (const keys of ['12', '\u001B[C', 'n', 'ab', '\u007F', '1\u0001\r', 's', '\u0003', '0'])
      input.write(keys);
    await reading;
    expect(found).toEqual([
      ['1', ''],
      ['2', ''],
      ['n', 'a1'],
      ['s', ''],
    ]);
    expect(shown).toBe('Note, ended by Enter: ab\b \b1\n');
  });
});

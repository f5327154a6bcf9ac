import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkNotebook } from './check-notebook.js';
import { codeCell, messageFrom, notebookFile } from './examples.contract.js';
import type { Output } from './nbformat.js';
import { runNotebook } from './run-notebook.js';

const stream = (text: string): Output => ({ output_type: 'stream', name: 'stdout', text });

describe.concurrent('checkNotebook', { timeout: 120_000 }, () => {
  it('is content where a run says what the file says, and writes nothing', async () => {
    const file = notebookFile([codeCell('1 + 1', { outputs: [stream('2\n')], execution_count: 1 })]);
    const before = fs.readFileSync(file, 'utf8');
    expect((await checkNotebook(file)).cells).toBe(1);
    expect(fs.readFileSync(file, 'utf8')).toBe(before);
  });

  it('names the cell whose text is another, and the line', async () => {
    const file = notebookFile([
      codeCell('1', { outputs: [stream('1\n')], execution_count: 1 }),
      codeCell("console.log('a\\nb')", { outputs: [stream('a\nc\n')], execution_count: 2 }),
    ]);
    expect(await messageFrom(checkNotebook(file))).toBe(
      `LabError: ${file}, code cell 2: its outputs are not those in the file (output 1: text has "b", wanted "c"); look at why, or run rlab notebook ${file} to put the new ones in`,
    );
  });

  it('names the cell that lacks its outputs', async () => {
    const file = notebookFile([codeCell('1', { execution_count: 1 })]);
    expect(await messageFrom(checkNotebook(file))).toBe(
      `LabError: ${file}, code cell 1: its outputs are not those in the file (0 outputs in the file, 1 output now); look at why, or run rlab notebook ${file} to put the new ones in`,
    );
  });

  it.each([
    [
      [1, 3],
      'code cell 2: it was run as number 3, wanted 2: the cells were run in another order, more than once, or not all',
    ],
    [
      [2, 1],
      'code cell 1: it was run as number 2, wanted 1: the cells were run in another order, more than once, or not all',
    ],
    [[1, null], 'code cell 2: it was never run, wanted it run as number 2'],
  ] as const)('names the cell that was run out of order, before it runs any: %j', async (counts, what) => {
    const cells = counts.map((execution_count, i) => codeCell(`throw ${i}`, { execution_count }));
    const file = notebookFile(cells);
    expect(await messageFrom(checkNotebook(file))).toBe(
      `LabError: ${file}, ${what}; run rlab notebook ${file} to run all from the top`,
    );
  });
});

describe.concurrent('the Markdown twin', { timeout: 120_000 }, () => {
  it('is written with the outputs, held against them, and written again where it is gone or was edited', async () => {
    const file = notebookFile([
      codeCell('// # One', { cell_type: 'markdown' }),
      "console.log('a\u001b[31m')",
    ]);
    const twin = file.replace('.ipynb', '.md');
    expect(await runNotebook(file)).toMatchObject({ written: true });
    const made = fs.readFileSync(twin, 'utf8');
    expect(made).toBe(
      "Made by `rlab notebook` from [n.ipynb](n.ipynb), where its pictures are; here they are their numbers.\n\n// # One\n\n```ts\nconsole.log('a\uFFFD[31m')\n```\n\n```text\na\uFFFD[31m\n```\n",
    );
    expect(await checkNotebook(file)).toMatchObject({ changed: false });
    fs.writeFileSync(twin, made.replace('# One', '# Two'));
    expect(await messageFrom(checkNotebook(file))).toBe(
      `LabError: ${twin}: is not what the notebook says (found "// # Two", wanted "// # One"); run rlab notebook ${file} to write it`,
    );
    const text = fs.readFileSync(file, 'utf8');
    expect(await runNotebook(file)).toMatchObject({ written: true });
    expect(fs.readFileSync(twin, 'utf8')).toBe(made);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    expect(await runNotebook(file)).toMatchObject({ written: false });
  });

  it("never takes the place of somebody's own file, which is told before anything is run", async () => {
    const file = notebookFile(["throw new Error('ran')"]);
    const twin = file.replace('.ipynb', '.md');
    fs.writeFileSync(twin, '# My notes\n');
    expect(await messageFrom(runNotebook(file))).toBe(
      `LabError: ${twin}: is in the place of the Markdown twin of n.ipynb and was not made by rlab notebook; give one of them another name`,
    );
    expect(fs.readFileSync(twin, 'utf8')).toBe('# My notes\n');
  });
});

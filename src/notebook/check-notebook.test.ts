import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkNotebook } from './check-notebook.js';
import { codeCell, messageFrom, notebookFile } from './examples.contract.js';
import type { Output } from './nbformat.js';

const stream = (text: string): Output => ({ output_type: 'stream', name: 'stdout', text });

describe.concurrent('checkNotebook', { timeout: 120_000 }, () => {
  it('is content where a run says what the file says, and writes nothing', async () => {
    const file = notebookFile([codeCell('1 + 1', { outputs: [stream('2\n')], execution_count: 7 })]);
    const before = fs.readFileSync(file, 'utf8');
    expect((await checkNotebook(file)).cells).toBe(1);
    expect(fs.readFileSync(file, 'utf8')).toBe(before);
  });

  it('names the cell whose text is another, and the line', async () => {
    const file = notebookFile([
      codeCell('1', { outputs: [stream('1\n')] }),
      codeCell("console.log('a\\nb')", { outputs: [stream('a\nc\n')] }),
    ]);
    expect(await messageFrom(checkNotebook(file))).toBe(
      `LabError: ${file}, code cell 2: its outputs are not those in the file (output 1: text has "b", wanted "c"); look at why, or run rlab notebook ${file} to put the new ones in`,
    );
  });

  it('names the cell that was never run', async () => {
    const file = notebookFile(['1']);
    expect(await messageFrom(checkNotebook(file))).toBe(
      `LabError: ${file}, code cell 1: its outputs are not those in the file (0 outputs in the file, 1 output now); look at why, or run rlab notebook ${file} to put the new ones in`,
    );
  });
});

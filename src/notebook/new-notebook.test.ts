import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/examples.js';
import { LabError } from '../errors.js';
import { codeCells, joined } from './nbformat.js';
import { newNotebook } from './new-notebook.js';
import { readNotebook } from './read-notebook.js';

const ROOT = path.join(import.meta.dirname, '..', '..');

describe('a new notebook', () => {
  it('gets the next number, whatever gaps there are, and a name that every system can hold', () => {
    const root = folderWith({ 'notebooks/02_b.ipynb': '{}', 'notebooks/09_c.md': '', 'notebooks/x.txt': '' });
    const made = ['Comparing: chunkers!', 'ÜBER größe', 'plain.ipynb'].map((name) => newNotebook(name, root));
    expect(made.map((file) => path.relative(root, file).split(path.sep).join('/'))).toEqual([
      'notebooks/10_comparing_chunkers.ipynb',
      'notebooks/11_über_größe.ipynb',
      'notebooks/12_plain.ipynb',
    ]);
  });

  it('is the first in a project without any', () => {
    const root = folderWith({});
    expect(newNotebook('a', root)).toBe(path.join(root, 'notebooks', '01_a.ipynb'));
  });

  it('takes no name that is there under any number, and leaves that file as it was', () => {
    const root = folderWith({ 'notebooks/03_a_b.ipynb': 'mine' });
    const there = path.join(root, 'notebooks', '03_a_b.ipynb');
    expect(() => newNotebook('A b', root)).toThrow(
      new LabError(
        `${there}: is there already, wanted a name that no notebook has; take another, or open that one`,
      ),
    );
    expect(fs.readFileSync(there, 'utf8')).toBe('mine');
  });

  it.each(['', ' ', '../..', '★'])('refuses the name %j', (name) => {
    expect(() => newNotebook(name, folderWith({}))).toThrow(
      new LabError(
        `rlab notebook new: found the name ${JSON.stringify(name)}, wanted 1 to 80 letters and digits, as in "comparing chunkers"; correct it`,
      ),
    );
  });

  it('opens with a title, imports, and closes with a finding; its imports are names that are there', async () => {
    const { notebook } = readNotebook(newNotebook('Chunk sizes', folderWith({})));
    const texts = notebook.cells.map((cell) => joined(cell.source));
    expect(texts[0]).toMatch(/^# 01 · Chunk sizes\n/);
    expect(texts.at(-1)).toMatch(/^## Finding\n/);
    expect(codeCells(notebook).map(({ cell }) => cell.execution_count)).toEqual([null, null]);
    const [, names] = /import \{ (.*) \} from 'retrieval-lab'/.exec(texts.join('\n'))!;
    const door = await import(path.join(ROOT, 'src', 'index.ts'));
    for (const name of names!.split(', ')) expect(door[name], name).toBeTypeOf('function');
  });
});

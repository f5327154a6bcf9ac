import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openStore } from '../store/open-store.js';
import { codeCell, messageFrom, notebookFile } from './examples.contract.js';
import { runNotebook } from './run-notebook.js';

const LATER = 'await new Promise((resolve) => setTimeout(resolve, 400));';

/** What the notebook of these cells fails with, after its path; and that its file was left as it was. */
async function problemWith(cells: readonly string[], timeoutMs = 60_000): Promise<string> {
  const file = notebookFile(cells);
  const before = fs.readFileSync(file, 'utf8');
  const message = await messageFrom(runNotebook(file, { timeoutMs }));
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
  return message.replace(file, 'n.ipynb');
}

describe.concurrent('a notebook that runs', { timeout: 120_000 }, () => {
  it('holds its outputs afterwards, as Jupyter writes them, and the same bytes after a second run', async () => {
    const file = notebookFile(
      [
        "import { basename } from 'path';\nconst folder = basename(process.cwd()).slice(0, 22);\nfolder",
        '   ',
        codeCell('// Markdown', { cell_type: 'markdown', id: 'kept' }),
        "console.log({ a: 1 });\nconsole.error('e\\nf');\nawait 42",
        "import { display } from 'tslab';\ndisplay.html('<b>é</b>');",
      ],
      5,
    );
    const first = await runNotebook(file);
    expect(first).toMatchObject({ file, cells: 3, changed: true, written: true });
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toBe(EXPECTED);
    expect(await runNotebook(file)).toMatchObject({ changed: false, written: false });
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    expect(fs.readdirSync(path.dirname(file)).sort()).toEqual(['n.ipynb', 'n.md']);
  });

  it('carries a figure as picture, plotly object and text in one output', async () => {
    const show = fileURLToPath(new URL('../view/show.ts', import.meta.url));
    const figure = {
      name: 'f',
      title: 'Found',
      alt: 'One bar.',
      data: [{ type: 'bar', x: ['a'], y: [1] }],
      layout: { title: { text: 'Found' } },
      table: { columns: ['x', 'y'], rows: [['a', 1]] },
    };
    const file = notebookFile([
      `const { show } = require(${JSON.stringify(show)});\nawait show(${JSON.stringify(figure)});`,
    ]);
    const { notebook } = await runNotebook(file);
    const [output, ...more] = notebook.cells[0]!.outputs!;
    expect(more).toEqual([]);
    if (output?.output_type !== 'display_data') throw new Error('no display data');
    expect(Object.keys(output.data)).toEqual([
      'image/svg+xml',
      'application/vnd.plotly.v1+json',
      'text/plain',
    ]);
    expect(output.data['image/svg+xml']).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    expect(output.data['application/vnd.plotly.v1+json']).toEqual({
      data: figure.data,
      layout: figure.layout,
    });
    expect(output.data['text/plain']).toBe('Found\nOne bar.\n\nx  y\n─  ─\na  1');
  });

  it('leaves its name and the digest of its cells in the runs that it records', async () => {
    const store = path.join(os.tmpdir(), `retrieval-lab-notebook-${process.pid}.sqlite`);
    const door = fileURLToPath(new URL('../index.ts', import.meta.url));
    const cell = `const { evaluate, openStore } = require(${JSON.stringify(door)});
const item = { id: 'c1', query: 'q', kind: 'k', labels: [{ doc: 'p', grade: 1 }], fields: {} };
const run = await evaluate(() => [{ chunkId: 'p', docId: 'p', score: 1 }], [item], { store: openStore(${JSON.stringify(store)}) });
run.notebook`;
    const said = async (cells: readonly string[]) => {
      const { notebook } = await runNotebook(notebookFile(cells), { write: false });
      return JSON.stringify(notebook.cells[0]!.outputs);
    };
    const digest = (cells: readonly string[]) =>
      createHash('sha1').update(JSON.stringify(cells)).digest('hex').slice(0, 12);
    try {
      expect(await said([cell])).toContain(`{ name: 'n.ipynb', cells: '${digest([cell])}' }`);
      expect(await said([cell, '', '1'])).toContain(digest([cell, '1']));
      const runs = openStore(store).list();
      expect(runs.map((one) => one.notebook?.cells)).toEqual([digest([cell, '1']), digest([cell])]);
    } finally {
      fs.rmSync(store, { force: true });
    }
  });

  it('writes nothing where it is told so, and may leave a timer open', async () => {
    const file = notebookFile(['const timer = setInterval(() => {}, 1000);\n1 + 1']);
    const before = fs.readFileSync(file, 'utf8');
    const { changed, written, notebook } = await runNotebook(file, { write: false });
    expect({ changed, written }).toEqual({ changed: true, written: false });
    expect(notebook.cells[0]?.outputs).toEqual([{ output_type: 'stream', name: 'stdout', text: '2\n' }]);
    expect(fs.readFileSync(file, 'utf8')).toBe(before);
  });
});

describe.concurrent('a notebook fails and names the cell', { timeout: 120_000 }, () => {
  it.each([
    [
      'that does not compile',
      ['1', "const a = 1;\nlet x: number = 'a';"],
      "n.ipynb, code cell 2, line 2: the cell does not compile (Type 'string' is not assignable to type 'number'); correct it",
    ],
    [
      'that holds a module which does not compile, though the kernel says that it ran',
      ["/** @module part */\nexport const a: number = 's';", '1'],
      "n.ipynb, code cell 1, line 2: the cell does not compile (part.ts: Type 'string' is not assignable to type 'number'); correct it",
    ],
    [
      'that throws',
      ['1', "throw new TypeError('no\\u001b[31m such thing.')", '2'],
      'n.ipynb, code cell 2: the cell threw TypeError: no\uFFFD[31m such thing; correct it, or catch the error where it is to be shown',
    ],
    [
      'whose promise is rejected in the time of a later cell',
      ["const p = new Promise((_, no) => setTimeout(() => no(new Error('late')), 100));", '1', LATER],
      'n.ipynb, code cell 1: a promise was rejected that the cell did not wait for, Error: late; await what the cell starts',
    ],
    [
      'whose promise is rejected after the last cell',
      ['1', "const p = new Promise((_, no) => setTimeout(() => no(new Error('late')), 100));"],
      'n.ipynb, code cell 2: a promise was rejected that the cell did not wait for, Error: late; await what the cell starts',
    ],
    [
      'that throws from a timer',
      ["const timer = setTimeout(() => { throw new Error('late'); }, 100); null", LATER],
      'n.ipynb, code cell 1: an error was thrown that the cell did not wait for, Error: late; await what the cell starts',
    ],
    [
      'that ends in a promise',
      ['async function work() { await 1; }\nwork()', '1'],
      'n.ipynb, code cell 1: the cell ends in a promise that nobody awaits; put await before its last expression',
    ],
    [
      'that writes after it has finished',
      ["const timer = setTimeout(() => console.log('late'), 100); null"],
      'n.ipynb, code cell 1: the cell wrote output after it had finished; await what it starts',
    ],
    [
      'that displays in the time of a later cell',
      [
        "import { display } from 'tslab';\nconst timer = setTimeout(() => display.text('late'), 100); null",
        LATER,
      ],
      'n.ipynb, code cell 1: the cell wrote output after it had finished; await what it starts',
    ],
    [
      'that the kernel takes and does not run',
      ['1', '/** @browser */\nconst a = 1;'],
      'n.ipynb, code cell 2: the kernel said "ok" and did not run the cell; take out what keeps it from running, such as @browser',
    ],
    [
      'that ends the process',
      ['1', 'process.exit(0)', '2'],
      'n.ipynb, code cell 2: the process ended with the cell unfinished (exit code 0); take out what ends it',
    ],
    [
      'that kills the process',
      ["process.kill(process.pid, 'SIGKILL'); while (true) {}"],
      'n.ipynb, code cell 1: the process ended with the cell unfinished (ended by SIGKILL); take out what ends it',
    ],
  ] as const)('%s', async (_, cells, sentence) => {
    expect(await problemWith(cells)).toBe(`LabError: ${sentence}`);
  });

  it('that never ends, by waiting or by turning in a circle', async () => {
    const sentence =
      "LabError: n.ipynb, code cell 1: still running when the notebook's 1 s were over; make it quicker or allow more time";
    const endless = ['await new Promise(() => {})', 'while (true) {}'];
    const told = await Promise.all(endless.map((cell) => problemWith([cell], 1000)));
    expect(told).toEqual([sentence, sentence]);
  });
});

describe('a notebook file', () => {
  it('that somebody saved while it ran is not written over', async () => {
    const file = notebookFile(["require('fs').appendFileSync('n.ipynb', ' '); null"]);
    expect(await messageFrom(runNotebook(file))).toBe(
      `LabError: ${file}: the file was saved by another program while it ran, so its outputs were not written; run it again`,
    );
    expect(fs.readFileSync(file, 'utf8')).toMatch(/\} $/);
  });
});

const EXPECTED = `{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": 1,
   "id": "cell-1",
   "metadata": {},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "retrieval-lab-notebook\\n"
     ]
    }
   ],
   "source": [
    "import { basename } from 'path';\\n",
    "const folder = basename(process.cwd()).slice(0, 22);\\n",
    "folder"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "id": "cell-2",
   "metadata": {},
   "outputs": [],
   "source": [
    "   "
   ]
  },
  {
   "cell_type": "markdown",
   "execution_count": null,
   "id": "kept",
   "metadata": {},
   "outputs": [],
   "source": [
    "// Markdown"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 2,
   "id": "cell-4",
   "metadata": {},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "{ a: 1 }\\n"
     ]
    },
    {
     "name": "stderr",
     "output_type": "stream",
     "text": [
      "e\\n",
      "f\\n"
     ]
    },
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "42\\n"
     ]
    }
   ],
   "source": [
    "console.log({ a: 1 });\\n",
    "console.error('e\\\\nf');\\n",
    "await 42"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "cell-5",
   "metadata": {},
   "outputs": [
    {
     "data": {
      "text/html": [
       "<b>é</b>"
      ]
     },
     "metadata": {},
     "output_type": "display_data"
    }
   ],
   "source": [
    "import { display } from 'tslab';\\n",
    "display.html('<b>é</b>');"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "TypeScript",
   "language": "typescript",
   "name": "tslab"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`;

import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../test/examples.js';
import { LabError } from './errors.js';
import { loadKernelParts, notebookDisplay, notebookNow } from './tslab.js';

describe('tslab', () => {
  it('is taken from the notebook’s own project first, and refused where its insides may be others', () => {
    const folder = folderWith({ 'node_modules/tslab/package.json': '{"version": "1.0.23"}' });
    expect(() => loadKernelParts(folder)).toThrow(
      new LabError(
        'tslab: found release 1.0.23, wanted 1.0.22, whose inner modules run notebooks; npm install --save-dev tslab@1.0.22',
      ),
    );
  });

  it('is asked for where there is none', () => {
    const folder = folderWith({});
    expect(() => loadKernelParts(folder, path.join(folder, 'x.js'))).toThrow(
      new LabError(
        'tslab: not installed, and notebooks run on it; npm install --save-dev tslab@1.0.22 (frames also want danfojs-node, figures plotly.js-dist and jsdom)',
      ),
    );
  });

  it('that runs cells is the one whose display is wired, whichever copies are loaded beside it', () => {
    const folder = folderWith({
      'a/tslab/dist/jupyter.js': 'exports.lastWriteDisplayData = null;',
      'b/tslab/dist/jupyter.js': 'exports.shown = []; exports.lastWriteDisplayData = null;',
    });
    const require = createRequire(path.join(folder, 'x.js'));
    const [, running] = ['a', 'b'].map((name) => require(`./${name}/tslab/dist/jupyter.js`));
    expect(notebookDisplay()).toBeNull();
    running.lastWriteDisplayData = (...args: unknown[]) => running.shown.push(args);
    notebookDisplay()?.show({ 'text/plain': 'a', 'application/x+json': { y: 1 } });
    running.lastWriteDisplayData = null;
    expect(running.shown).toEqual([
      [{ data: { 'text/plain': 'a', 'application/x+json': { y: 1 } }, metadata: {}, transient: {} }, false],
    ]);
  });

  it('tells which notebook its cells are of, by the runner’s word or by Jupyter’s, and only while a cell runs', () => {
    const folder = folderWith({ 'tslab/dist/jupyter.js': 'exports.lastWriteDisplayData = null;' });
    const running = createRequire(path.join(folder, 'x.js'))('./tslab/dist/jupyter.js');
    const runner = { LAB_NOTEBOOK: '0123456789ab 01 a.ipynb', JPY_SESSION_NAME: '/x/other.ipynb' };
    expect(notebookNow(runner)).toBeNull();
    running.lastWriteDisplayData = () => {};
    const told = [
      runner,
      { JPY_SESSION_NAME: '/home/me/notes/a.ipynb' },
      { JPY_SESSION_NAME: 'C:\\notes\\a-jvsc-1f0c-4e.ipynb' },
      { JPY_SESSION_NAME: 'console-1' },
      { LAB_NOTEBOOK: 'something else' },
    ].map((env) => notebookNow(env));
    running.lastWriteDisplayData = null;
    expect(told).toEqual([
      { name: '01 a.ipynb', cells: '0123456789ab' },
      { name: 'a.ipynb', cells: null },
      { name: 'a.ipynb', cells: null },
      null,
      null,
    ]);
  });

  it('has no display outside a notebook, even once it is loaded', () => {
    expect(notebookDisplay()).toBeNull();
    expect(loadKernelParts().version).toBe('1.0.22');
    expect(notebookDisplay()).toBeNull();
  });
});

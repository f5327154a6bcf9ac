import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../test/examples.js';
import { LabError } from './errors.js';
import { loadKernelParts, notebookDisplay } from './tslab.js';

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

  it('has no display outside a notebook, even once it is loaded', () => {
    expect(notebookDisplay()).toBeNull();
    expect(loadKernelParts().version).toBe('1.0.22');
    expect(notebookDisplay()).toBeNull();
  });
});

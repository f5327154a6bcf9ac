import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/examples.js';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** The command line where no program is in the path, with a home of its own. */
function rlab(home: string, ...args: readonly string[]) {
  const main = [path.join(ROOT, 'node_modules/tsx/dist/cli.mjs'), path.join(ROOT, 'src/cli/main.ts')];
  const env = { PATH: '', HOME: home, JUPYTER_DATA_DIR: path.join(home, 'jupyter') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...main, ...args], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('rlab notebook doctor, where there is no Jupyter', () => {
  it('says so in a sentence and ends with 1, and what is there is ok', { timeout: 60_000 }, () => {
    const home = folderWith({});
    const before = rlab(home, 'notebook', 'doctor');
    expect({ ...before, stdout: '' }).toEqual({ status: 1, stdout: '', stderr: '' });
    const lines = before.stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('ok       tslab: release 1.0.22 runs cells here');
    expect(lines[2]).toBe(
      'MISSING  jupyter: jupyter is not in the path, nor is python3; get it by python3 -m pip install jupyterlab, or open the notebook in VS Code with its Jupyter extension; rlab notebook runs notebooks without either',
    );
    expect(lines[3]).toMatch(
      /^ok {7}figures: a picture was drawn \(\d+ bytes; plotly\.js-dist 4\.1\.1, jsdom 27\.4\.0\)$/,
    );
    expect(lines[4]).toBe('ok       frames: danfojs-node 1.2.0 loads');

    const written = rlab(home, 'notebook', 'kernel');
    expect(written.status).toBe(1);
    expect(written.stdout).toMatch(
      /kernel\.json: the kernel "TypeScript" runs .*tslab.*\njupyter is not in the path/,
    );
    const checks = JSON.parse(rlab(home, 'notebook', 'doctor', '--json').stdout);
    expect(checks[1]).toMatchObject({ what: 'kernel', ok: true });
    expect(checks[1].sentence).toMatch(/kernel\.json runs .*tslab/);
  });

  it.each([
    [
      ['new'],
      'rlab notebook new: found no name, wanted one, as in rlab notebook new "comparing chunkers"; add it',
    ],
    [['doctor', 'x'], 'rlab notebook doctor: found 1 more words, wanted none; drop them'],
    [
      ['x.ipynb', '--replace'],
      'rlab notebook: --replace is for rlab notebook kernel, found it with a file; drop it',
    ],
  ])('refuses %j', (args, sentence) => {
    expect(rlab(folderWith({}), 'notebook', ...args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  });
});

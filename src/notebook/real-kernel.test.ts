import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/real-kernel.mjs', import.meta.url));

/** Runs the script where no program can be found. */
function withoutJupyter(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...words], {
    env: { PATH: '' },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

describe('the run in the real kernel', () => {
  it('says plainly that it was skipped where there is no Jupyter', () => {
    expect(withoutJupyter('n.ipynb')).toEqual({
      status: 0,
      said: 'skipped: jupyter-nbconvert not found\n',
    });
  });

  it('fails without Jupyter where it is required', () => {
    expect(withoutJupyter('--required', 'n.ipynb')).toEqual({
      status: 1,
      said: 'real-kernel: jupyter-nbconvert not found; install it (Debian: apt-get install jupyter-nbconvert)\n',
    });
  });

  it('asks for a notebook', () => {
    expect(withoutJupyter('--required')).toEqual({
      status: 2,
      said: 'real-kernel: found no file, wanted node scripts/real-kernel.mjs [--required] FILE...; name a notebook\n',
    });
  });
});

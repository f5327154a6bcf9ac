import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './examples.js';
import { ROOT, read, run } from './repository.js';

describe('the findings', () => {
  /** A copy with its picture, in a folder of its own: pictures are named after their report. */
  const copied = (folder: string, name: string, change: (text: string) => string) => {
    fs.mkdirSync(path.join(folder, name));
    const text = read('reports/findings.md');
    expect(change(text)).not.toBe(text);
    fs.writeFileSync(path.join(folder, name, 'findings.md'), change(text));
    for (const file of fs.readdirSync(path.join(ROOT, 'reports')))
      if (/^findings-.*\.svg$/.test(file))
        fs.copyFileSync(path.join(ROOT, 'reports', file), path.join(folder, name, file));
    return path.join(folder, name, 'findings.md');
  };

  it('hold: every number is what its runs give, made again; a doctored one does not', () => {
    const folder = temporaryFolder();
    const drifted = copied(folder, 'drifted', (text) => text.replaceAll('0.363 (', '0.463 ('));
    const claimed = copied(folder, 'claimed', (text) =>
      text.replace('cannot be told from bare ones:', 'are a gain over bare ones:'),
    );
    const { status, stdout } = run(
      ['dist/cli/main.js', 'report', '--check', 'reports/findings.md', drifted, claimed, '--json'],
      path.join(folder, 'lab.sqlite'),
    );
    const [whole, ...doctored] = JSON.parse(stdout) as {
      problems: { reason: string }[];
      placeholders: number;
    }[];
    expect(whole!.problems).toEqual([]);
    expect(whole!.placeholders).toBeGreaterThan(15);
    expect(doctored.map(({ problems }) => problems.map(({ reason }) => reason))).toEqual([
      ['drifted'],
      ['claim'],
    ]);
    expect(status).toBe(1);
  }, 300_000);
});

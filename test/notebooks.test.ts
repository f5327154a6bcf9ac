import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './examples.js';
import { ROOT, read, run } from './repository.js';

describe('the notebooks', () => {
  const notebooks = fs.readdirSync(path.join(ROOT, 'notebooks')).filter((file) => file.endsWith('.ipynb'));

  it.each(notebooks)('%s has its Markdown twin beside it', (file) => {
    const twin = file.replace('.ipynb', '.md');
    expect(fs.existsSync(path.join(ROOT, 'notebooks', twin)), twin).toBe(true);
  });

  it.each(notebooks)('%s ends in a finding whose numbers its cells print', (file) => {
    const parts = read(`notebooks/${file.replace('.ipynb', '.md')}`).split(/^## Finding$/m);
    expect(parts).toHaveLength(2);
    const [above, finding] = parts as [string, string];
    const printed = [...above.matchAll(/^(`{3,})text\n([\s\S]*?)^\1$/gm)]
      .map(([, , text]) => text)
      .join('\n');
    const digits = (text: string) =>
      new Set([...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([found]) => found.replaceAll(',', '')));
    // Names of metrics and arms are said, not measured.
    const said = finding.replace(/`[^`]*`/g, '').replace(/\bnh-\d+|\bqa-\d+|BM25/g, '');
    const known = [...digits(printed)];
    const unprinted = [...digits(said)].filter((number) => number.includes('.') && !known.includes(number));
    expect(unprinted).toEqual([]);
    expect(digits(said).size).toBeGreaterThan(3);
  });

  it.each(notebooks)(
    '%s runs, and its outputs and its twin are those committed',
    (file) => {
      const { status, stderr, stdout } = run(
        ['dist/cli/main.js', 'notebook', '--check', `notebooks/${file}`],
        path.join(temporaryFolder(), 'lab.sqlite'),
      );
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(stdout).toMatch(/cells run, outputs as in the file/);
    },
    180_000,
  );

  it('run in the real Jupyter kernel, where Jupyter is installed', () => {
    const { status, stdout, stderr } = run(
      ['scripts/real-kernel.mjs', `notebooks/${notebooks[0]}`],
      path.join(temporaryFolder(), 'lab.sqlite'),
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^(ok: |skipped: jupyter-nbconvert not found)/);
  }, 300_000);
});

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './examples.js';
import { read, run } from './repository.js';

describe('the committed reports', () => {
  it.each([
    ['first-baseline', 4],
    ['chunk-sizes', 9],
    ['chunk-overlap', 7],
    ['contextual-headers', 8],
  ])(
    'are what their experiments make, to the byte: %s',
    (name, files) => {
      const folder = temporaryFolder();
      const { status, stdout } = run(
        ['dist/cli/main.js', 'run', `experiments/${name}.ts`, '--report', folder],
        path.join(folder, 'lab.sqlite'),
      );
      expect(status).toBe(0);
      expect(stdout).toMatch(/\nReport: .*\.md\nStore: .*lab\.sqlite\n$/);
      const made = fs.readdirSync(folder).filter((file) => /\.(md|svg)$/.test(file));
      expect(made).toHaveLength(files);
      for (const file of made)
        expect(fs.readFileSync(path.join(folder, file), 'utf8') === read(`reports/${file}`), file).toBe(true);
    },
    120_000,
  );
});

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedderContract } from './embedder.contract.js';
import { optionalPackage } from './optional-package.js';
import { useLite } from './use-lite.js';

// Loaded once: it takes most of a second.
const lite = useLite();
embedderContract('USE lite', async () => lite);

describe('USE lite', () => {
  it('leaves what happens to uncaught errors as it was', async () => {
    const counts = () => [
      process.listenerCount('uncaughtException'),
      process.listenerCount('unhandledRejection'),
    ];
    const script = `import { useLite } from ${JSON.stringify(new URL('use-lite.ts', import.meta.url).href)};
      const counts = ${counts.toString()};
      const before = counts().join();
      await useLite().embed(['a'], 'query');
      console.log(before === counts().join());`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('true\n');
  });

  it('finds what a question is about, without a network', async () => {
    const texts = ['How do I reset my password?', 'I forgot my login credentials.', 'The sea is blue today.'];
    const [question, near, far] = (await lite.embed(texts, 'query')) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    expect(dot(question, near)).toBeGreaterThan(dot(question, far) + 0.2);
    expect(lite).toMatchObject({ dimensions: 512, dollarsPerMillionTokens: 0, maxTokens: null });
  });
});

describe('an optional package', () => {
  it('that is not installed is told with the command that installs it', async () => {
    await expect(optionalPackage('no-such-package', 'npm install no-such-package', '/')).rejects.toThrow(
      'no-such-package: is not installed, wanted it in / or beside retrieval-lab; npm install no-such-package',
    );
  });

  it('that is broken says why', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'optional-'));
    const broken = path.join(folder, 'node_modules', 'broken');
    fs.mkdirSync(broken, { recursive: true });
    fs.writeFileSync(path.join(broken, 'index.js'), 'throw new Error("no binary for this machine")');
    await expect(optionalPackage('broken', 'npm install broken', folder)).rejects.toThrow(
      'broken: cannot be loaded (no binary for this machine), wanted a whole package; npm install broken',
    );
    fs.rmSync(folder, { recursive: true });
  });
});

/**
 * The whole gate: build, types, lint and format, then every test. Prints what each step said where it failed and ends with a
 * line `N passed, N failed` that counts steps and tests.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-gate-'));
const results = path.join(folder, 'tests.json');
// The gate's own runs are no looks at the frozen test set: they go to a store that is thrown away.
const env = { ...process.env, LAB_STORE: path.join(folder, 'lab.sqlite') };
delete env.LAB_DATA;

const tsc = ['node_modules/typescript/bin/tsc', '-p'];
const steps = [
  ['build', process.execPath, [...tsc, 'tsconfig.build.json']],
  ['page script', process.execPath, ['scripts/bundle-page.mjs']],
  ['types', process.execPath, [...tsc, 'tsconfig.json']],
  ['types of the page script', process.execPath, [...tsc, 'tsconfig.page.json']],
  [
    'lint and format',
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ],
  [
    'tests',
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
    ],
  ],
];

let passed = 0;
let failed = 0;
let skipped = 0;
for (const [name, command, args] of steps) {
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status === 0) passed++;
  else failed++;
}
if (fs.existsSync(results)) {
  const counts = JSON.parse(fs.readFileSync(results, 'utf8'));
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  skipped = counts.numPendingTests;
} else failed++;
fs.rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

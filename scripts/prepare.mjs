/**
 * What `npm ci` leaves to do: the native part of better-sqlite3, then the build.
 *
 * better-sqlite3's own install script is denied in package.json and done here instead, since it fetches Node's headers from the
 * network where it finds no ready binary, although they often stand beside Node: here those are used first. npm runs
 * this twice (the package is linked into its own node_modules), so what is done already is skipped.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

function opens() {
  try {
    new (require('better-sqlite3'))(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!opens()) {
  const prefix = path.dirname(path.dirname(fs.realpathSync(process.execPath)));
  const headers = fs.existsSync(path.join(prefix, 'include/node/node.h'))
    ? { npm_config_nodedir: prefix }
    : {};
  run('npm', ['rebuild', 'better-sqlite3', '--dangerously-allow-all-scripts'], headers);
}
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
run(process.execPath, ['scripts/bundle-page.mjs']);
fs.chmodSync('dist/cli/main.js', 0o755);

// npm gives a package no commands of its own; in this repository they are wanted, since `npx` would link and build it again.
for (const name of process.platform === 'win32' ? [] : ['rlab', 'retrieval-lab']) {
  const link = path.join('node_modules/.bin', name);
  if (!fs.lstatSync(link, { throwIfNoEntry: false })) fs.symlinkSync('../../dist/cli/main.js', link);
}

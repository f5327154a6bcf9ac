import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's own folder. */
export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** A file of the repository as text. */
export const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** Runs node in the repository's folder, with a store of its own. */
export const run = (args: readonly string[], store: string) =>
  spawnSync(process.execPath, [...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, LAB_STORE: store },
  });

/** The built command over a store of its own, run in the repository's folder. */
export const commandOver =
  (store: string) =>
  (...args: readonly string[]) => {
    const { status, stdout, stderr } = run(['dist/cli/main.js', ...args], store);
    return { status, stdout, stderr };
  };

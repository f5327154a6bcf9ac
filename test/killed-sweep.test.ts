import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDataset } from '../src/open-dataset.js';
import { openStore } from '../src/store/open-store.js';
import { temporaryFolder } from './examples.js';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const SWEEP = path.join(ROOT, 'test/twelve-arms.ts');

type Child = {
  readonly kill: () => void;
  readonly ended: Promise<number | null>;
  readonly errors: () => string;
};

function sweep(folder: string): Child {
  const env = {
    ...process.env,
    LAB_STORE: path.join(folder, 'lab.sqlite'),
    EMBEDDINGS: path.join(folder, 'embeddings.sqlite'),
  };
  const args = [path.join(ROOT, 'dist/cli/main.js'), 'run', SWEEP, '--resume', '--report', folder];
  const child = spawn(process.execPath, args, { cwd: ROOT, env });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { kill: () => void child.kill('SIGKILL'), ended, errors: () => errors };
}

function numbersIn(folder: string) {
  const store = openStore(path.join(folder, 'lab.sqlite'));
  try {
    const runs = store.list().map((run) => store.run(run.id));
    return runs
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, status, results }) => ({
        name,
        status,
        results: results.map(({ latencyMs: _, ...result }) => result),
      }));
  } finally {
    store.close();
  }
}

const progressOf = (folder: string) => {
  const store = openStore(path.join(folder, 'lab.sqlite'));
  const done = store.list().reduce((sum, run) => sum + run.resultCount, 0);
  store.close();
  return done;
};

/** Each kill takes some seconds, so the gate makes do with fewer than have been tried: KILLS=20 takes minutes. */
const KILLS = Number(process.env['KILLS'] ?? 2);

/** Kills are spread over the whole sweep: each comes at a random moment after the process has recorded something new. */
test('a sweep of 12 arms that is killed again and again and resumed has the numbers of an undisturbed one', async () => {
  const [calm, hunted] = [temporaryFolder(), temporaryFolder()];
  const undisturbed = sweep(calm);
  expect([await undisturbed.ended, undisturbed.errors()]).toEqual([0, '']);
  const all = 12 * (await openDataset('node-http')).cases.length;
  const marks: number[] = [];
  while (marks.length < KILLS) {
    const start = progressOf(hunted);
    const goal = start + Math.floor((all - start) / (KILLS - marks.length + 1));
    const child = sweep(hunted);
    let over = false;
    void child.ended.then(() => {
      over = true;
    });
    while (!over && progressOf(hunted) < goal) await pause(10);
    await pause(Math.random() * 150);
    // One that was faster than this has not been killed, and does not count.
    const alive = !over;
    child.kill();
    await child.ended;
    if (alive) marks.push(progressOf(hunted));
  }
  const last = sweep(hunted);
  expect([await last.ended, last.errors()]).toEqual([0, '']);
  console.log(`killed ${marks.length} times, after ${marks.join(', ')} of ${all} queries`);
  expect(numbersIn(hunted)).toEqual(numbersIn(calm));
  expect(fs.readFileSync(path.join(hunted, 'twelve-arms.md'), 'utf8')).toBe(
    fs.readFileSync(path.join(calm, 'twelve-arms.md'), 'utf8'),
  );
}, 1_800_000);

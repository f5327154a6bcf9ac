import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOTEBOOK_VARIABLE } from '../tslab.js';
import type { Job, Report } from './messages.js';
import type { CellJob } from './run-cells.js';

/** How the process that ran the cells ended: with a report, or without one. */
export type ChildEnd =
  | Exclude<Report, { readonly kind: 'starts' }>
  | { readonly kind: 'timeout'; readonly cell: number }
  | { readonly kind: 'crash'; readonly cell: number; readonly how: string };

/** For loading the compiler; the notebook's own time begins with its first cell. */
const START_MS = 120_000;

/** Runs the cells of the notebook of that name in a process of their own, in the given folder. */
export async function runChild(
  folder: string,
  name: string,
  cells: readonly CellJob[],
  timeoutMs: number,
): Promise<ChildEnd> {
  const child = startChild(folder, `${cellsDigest(cells)} ${name}`);
  let cell = 0;
  return new Promise((resolve) => {
    const end = (how: ChildEnd) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(how);
    };
    const late = () => end({ kind: 'timeout', cell });
    let timer = setTimeout(late, START_MS);
    child.on('message', (report: Report) => {
      if (report.kind !== 'starts') return end(report);
      if (cell === 0) {
        clearTimeout(timer);
        timer = setTimeout(late, timeoutMs);
      }
      cell = report.cell;
    });
    child.on('error', (error) => end({ kind: 'unable', message: error.message }));
    // Its last messages may still be on their way when it exits; they come before the channel closes.
    const exited = new Promise<string>((tell) => {
      child.on('exit', (code, signal) => tell(signal === null ? `exit code ${code}` : `ended by ${signal}`));
    });
    const closed = new Promise((tell) => child.on('disconnect', tell));
    void Promise.all([exited, closed]).then(([how]) => end({ kind: 'crash', cell, how }));
    child.send({ cells } satisfies Job, () => {});
  });
}

function startChild(folder: string, notebook: string): ChildProcess {
  const self = fileURLToPath(import.meta.url);
  const extension = path.extname(self);
  // Run from source, as the project's own tests do, the child needs the same loader.
  const loader = extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(path.join(path.dirname(self), `child${extension}`), {
    cwd: folder,
    env: environment(notebook),
    // A warning names the process by its number, which would be another one the next time.
    execArgv: [...loader, '--no-warnings'],
    // The kernel catches what cells write; what passes it by is a crash speaking.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Nothing that colours outputs or makes a progress line of them. */
function environment(notebook: string): NodeJS.ProcessEnv {
  const { FORCE_COLOR, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1', [NOTEBOOK_VARIABLE]: notebook };
}

/** What is run and in which order: not outputs, prose, or how the cells are cut apart by blank ones. */
export function cellsDigest(cells: readonly CellJob[]): string {
  const codes = JSON.stringify(cells.map(({ code }) => code));
  return createHash('sha1').update(codes).digest('hex').slice(0, 12);
}

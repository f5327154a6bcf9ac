import type { OnProgress } from './types.js';

/** What a progress line needs of a stream. */
export type ProgressStream = {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
};

export type Progress = { readonly tick: OnProgress; readonly end: () => void };

const SHOW_AFTER_MS = 2000;
const REDRAW_MS = 100;

/**
 * Shows how far long work has come, from its third second on: a bar on a terminal, one live line in a notebook (whose output
 * takes a carriage return), nothing where the output is piped.
 */
export function progress(
  label: string,
  stream: ProgressStream | null = liveStream(),
  now: () => number = performance.now.bind(performance),
): Progress {
  if (stream === null) return { tick: () => {}, end: () => {} };
  const started = now();
  let drawn = 0;
  return {
    tick: (done, total) => {
      const time = now();
      const last = total !== null && done >= total;
      if (time - started < SHOW_AFTER_MS || (time - drawn < REDRAW_MS && !last)) return;
      drawn = time;
      stream.write(`\r${line(label, done, total, time - started)}`);
    },
    end: () => {
      if (drawn > 0) stream.write('\n');
    },
  };
}

function line(label: string, done: number, total: number | null, elapsedMs: number): string {
  if (total === null) return `${label} ${done}`;
  const filled = Math.round((20 * done) / Math.max(1, total));
  const left = done === 0 ? '' : ` · ${Math.ceil((elapsedMs * (total - done)) / done / 1000)} s left`;
  return `${label} [${'█'.repeat(filled)}${'·'.repeat(20 - filled)}] ${done}/${total}${left}  `;
}

/** The terminal, or a notebook's output, or nothing. */
function liveStream(): ProgressStream | null {
  if (process.stderr.isTTY) return process.stderr;
  return inNotebook() ? process.stdout : null;
}

/** Whether this process is a notebook kernel: tslab runs cells in a process of its own. */
export function inNotebook(): boolean {
  return /[\\/]tslab([\\/]|$)/.test(process.argv[1] ?? '');
}

import { LabError } from '../errors.js';
import type { Run } from '../types.js';

/**
 * Runs work that Ctrl-C stops between two queries, so that what was answered is kept; a second Ctrl-C ends the process at once.
 * An interrupted run ends the command with a sentence that says how to go on.
 */
export async function interruptible<T extends Run | readonly Run[]>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const outcome = await untilInterrupted(work);
  const runs: readonly Run[] = Array.isArray(outcome) ? outcome : [outcome as Run];
  const stopped = runs.find((run) => run.status === 'interrupted');
  if (stopped === undefined) return outcome;
  throw new LabError(
    `run ${stopped.id} (${stopped.name}) was interrupted after ${stopped.results.length} of ${stopped.cases.length} cases, which are kept; add --resume to rlab run, or begin again`,
  );
}

/** Work that is told by its signal when Ctrl-C is pressed once; what it then gives back is for the caller to judge. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}

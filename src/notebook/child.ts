/** The process that runs one notebook, in the notebook's folder: a crash or an endless loop ends it and nothing else. */
import { messageOf } from '../errors.js';
import { loadKernelParts } from '../tslab.js';
import type { Job, Report } from './messages.js';
import { runCells } from './run-cells.js';

// Kept from here, since a cell may do to `process` what it likes.
const send = process.send?.bind(process);
const exit = process.exit.bind(process);

async function report(job: Job): Promise<Report> {
  try {
    const starts = (cell: number) => void send?.({ kind: 'starts', cell } satisfies Report);
    return { kind: 'done', outcome: await runCells(job.cells, loadKernelParts(), starts) };
  } catch (thrown) {
    return { kind: 'unable', message: messageOf(thrown) };
  }
}

process.once('message', (job: Job) => {
  report(job).then((said) => send?.(said, () => exit(0)));
});
// Nobody is left to tell.
process.once('disconnect', () => exit(1));

import { setImmediate as nextTurn } from 'node:timers/promises';
import { isPromise } from 'node:util/types';
import type { KernelParts } from '../tslab.js';
import { compileProblem, lateProblem, thrownProblem } from './cell-problem.js';
import { type CellKernel, cellKernel, type Executed } from './kernel.js';
import { type LateErrors, lateErrors } from './late-errors.js';
import type { Output } from './nbformat.js';
import { type OutputLog, outputLog } from './output-log.js';

export type CellJob = { readonly number: number; readonly code: string };

/** What is wrong with a cell, as the rest of a sentence that begins with its place. */
export type CellProblem = { readonly cell: number; readonly line?: number; readonly what: string };

export type CellsOutcome =
  | { readonly problem: CellProblem }
  | { readonly problem: null; readonly outputs: readonly (readonly Output[])[] };

/** How long work that the cells started may go on after the last one. Open connections and timers are no fault. */
const SETTLE_MS = 2000;

type Session = {
  readonly kernel: CellKernel;
  readonly late: LateErrors;
  readonly log: OutputLog;
  /** The cell that is being run, and the first one that wrote when it was not. */
  running: number | null;
  wroteLate: number | null;
};

/**
 * Runs cells in order in this process and in its working folder, until one fails. Takes over the process's output
 * streams and its handlers for uncaught errors, so the process should be there for nothing else.
 */
export async function runCells(
  cells: readonly CellJob[],
  parts: KernelParts,
  starts: (cell: number) => void,
): Promise<CellsOutcome> {
  const late = lateErrors();
  const session: Session = {
    kernel: cellKernel(parts),
    late,
    log: outputLog(),
    running: null,
    wroteLate: null,
  };
  for (const cell of cells) {
    starts(cell.number);
    const problem = (await runCell(session, cell)) ?? lateOf(session, cell.number);
    if (problem !== null) return { problem };
  }
  session.kernel.close();
  await drained();
  const problem = lateOf(session, cells.at(-1)?.number ?? 0);
  return problem === null
    ? { problem, outputs: cells.map(({ number }) => session.log.of(number)) }
    : { problem };
}

async function runCell(session: Session, { number, code }: CellJob): Promise<CellProblem | null> {
  session.running = number;
  const done = await session.late.within(number, () => session.kernel.execute(code, sinks(session, number)));
  // Microtasks and rejections of the cell's own making still count as the cell.
  await nextTurn();
  session.running = null;
  return problemOf(number, done);
}

function problemOf(cell: number, done: Executed): CellProblem | null {
  if (done.diagnostics[0] !== undefined) return compileProblem(cell, done.diagnostics[0]);
  if (done.thrown !== null) return thrownProblem(cell, done.thrown.value);
  if (done.status !== 'ok' || !done.compiled || done.count !== cell)
    return {
      cell,
      what: `the kernel said "${done.status}" and did not run the cell; take out what keeps it from running, such as @browser`,
    };
  if (isPromise(done.last))
    return {
      cell,
      what: 'the cell ends in a promise that nobody awaits; put await before its last expression',
    };
  return null;
}

function sinks(session: Session, cell: number) {
  const { log, late } = session;
  // What is written between cells is out of its place, and would be in another one on another day.
  const inTime = (maker: number) => {
    if (session.running === null) session.wroteLate ??= maker;
  };
  return {
    stream: (name: string, text: string) => {
      inTime(late.cell() ?? cell);
      log.stream(cell, name, text);
    },
    display: (data: Parameters<OutputLog['display']>[1], update: boolean) => {
      const maker = late.cell() ?? cell;
      inTime(maker);
      if (maker !== session.running) session.wroteLate ??= maker;
      log.display(cell, data, update);
    },
  };
}

function lateOf({ late, wroteLate }: Session, current: number): CellProblem | null {
  const error = late.first();
  if (error !== null) return lateProblem(error.cell ?? current, error);
  if (wroteLate === null) return null;
  return { cell: wroteLate, what: 'the cell wrote output after it had finished; await what it starts' };
}

/** Waits until nothing is left that could still fail. */
async function drained(): Promise<void> {
  process.channel?.unref();
  await new Promise<void>((resolve) => {
    process.once('beforeExit', () => resolve());
    setTimeout(resolve, SETTLE_MS).unref();
  });
}

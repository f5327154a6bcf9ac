import fs from 'node:fs';
import path from 'node:path';
import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { plain } from '../view/tables.js';
import { codeCells, joined, type Notebook, type Output } from './nbformat.js';
import { readNotebook } from './read-notebook.js';
import type { CellProblem } from './run-cells.js';
import { type ChildEnd, runChild } from './run-child.js';
import { readTwin, twinPath, twinText } from './twin.js';
import { notebookText } from './write-notebook.js';

export type NotebookOptions = {
  /** Put the outputs into the file; true unless told otherwise. */
  readonly write?: boolean;
  /** For all cells together; ten minutes unless told otherwise. */
  readonly timeoutMs?: number;
};

export type NotebookOutcome = {
  readonly file: string;
  /** Code cells that ran: all of them. */
  readonly cells: number;
  /** Whether the file or its Markdown twin, as this run would write them, differs from what it was. */
  readonly changed: boolean;
  readonly written: boolean;
  /** With the outputs of this run. */
  readonly notebook: Notebook;
  /** The same as Markdown, as its twin has it. */
  readonly twin: string;
};

const TIMEOUT_MS = 10 * 60 * 1000;

/**
 * Runs every code cell of a notebook in order in tslab, with its folder as working folder, and puts the outputs into
 * the file and into its Markdown twin beside it. Running an unchanged notebook again changes no byte of it, as long as its cells say the same.
 *
 * Throws a LabError that names the file and the code cell where one does not compile, throws, leaves a promise
 * behind, ends the process or takes too long. The file is then left as it was.
 */
export async function runNotebook(file: string, options: NotebookOptions = {}): Promise<NotebookOutcome> {
  const { write = true, timeoutMs = TIMEOUT_MS } = options;
  const { notebook, text } = readNotebook(file);
  const twinBefore = write ? readTwin(file) : null;
  const jobs = codeCells(notebook).map(({ cell, number }) => ({ number, code: joined(cell.source) }));
  const end = await runChild(path.dirname(path.resolve(file)), path.basename(file), jobs, timeoutMs);
  const filled = withOutputs(notebook, outputsOf(end, shownPath(file), timeoutMs));
  const filledText = notebookText(filled);
  const twin = twinText(filled, file);
  const [changed, twinChanged] = [filledText !== text, twin !== twinBefore];
  if (write && changed) replace(file, text, filledText);
  if (write && twinChanged) replace(twinPath(file), twinBefore, twin);
  const any = changed || (write && twinChanged);
  return { file, cells: jobs.length, changed: any, written: write && any, notebook: filled, twin };
}

function outputsOf(end: ChildEnd, shown: string, timeoutMs: number): readonly (readonly Output[])[] {
  switch (end.kind) {
    case 'done':
      if (end.outcome.problem === null) return end.outcome.outputs;
      throw problemError(shown, end.outcome.problem);
    case 'timeout':
      throw problemError(shown, {
        cell: end.cell,
        what:
          end.cell === 0
            ? 'the kernel did not get ready; try again when the machine has less to do'
            : `still running when the notebook's ${timeoutMs / 1000} s were over; make it quicker or allow more time`,
      });
    case 'crash':
      throw problemError(shown, {
        cell: end.cell,
        what: `the process ended with the cell unfinished (${end.how}); take out what ends it`,
      });
    case 'unable':
      throw new LabError(`${shown}: the notebook could not be run: ${plain(end.message)}`);
  }
}

function problemError(shown: string, { cell, line, what }: CellProblem): LabError {
  const place = cell === 0 ? 'before its first cell' : `code cell ${cell}`;
  return new LabError(`${shown}, ${place}${line === undefined ? '' : `, line ${line}`}: ${plain(what)}`);
}

/** Blank code cells keep nothing of an earlier run either. */
function withOutputs(notebook: Notebook, outputs: readonly (readonly Output[])[]): Notebook {
  const numbers = new Map(codeCells(notebook).map(({ position, number }) => [position, number]));
  const cells = notebook.cells.map((cell, position) => {
    if (cell.cell_type !== 'code') return cell;
    const number = numbers.get(position) ?? null;
    return { ...cell, execution_count: number, outputs: number === null ? [] : outputs[number - 1]! };
  });
  return { ...notebook, cells };
}

/** Whole or not at all, and never over what somebody saved meanwhile. */
function replace(file: string, before: string | null, after: string): void {
  if ((fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null) !== before) {
    throw new LabError(
      `${shownPath(file)}: the file was saved by another program while it ran, so its outputs were not written; run it again`,
    );
  }
  const beside = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  fs.writeFileSync(beside, after);
  fs.renameSync(beside, file);
}

import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import type { Json } from '../types.js';
import { plain, shorten } from '../view/tables.js';
import { codeCells, type Output } from './nbformat.js';
import { normalOutput } from './normalise.js';
import { readNotebook } from './read-notebook.js';
import { type NotebookOptions, type NotebookOutcome, runNotebook } from './run-notebook.js';
import { readTwin, twinPath } from './twin.js';

/**
 * Runs a notebook, writes nothing, and throws a LabError that names the first code cell that was run out of order, or whose
 * outputs are not the ones in the file, pictures compared without what differs from machine to machine; or that says that the
 * Markdown twin beside it is not what the run would write. Throws what `runNotebook` throws, too.
 */
export async function checkNotebook(
  file: string,
  options: Omit<NotebookOptions, 'write'> = {},
): Promise<NotebookOutcome> {
  const before = codeCells(readNotebook(file).notebook);
  const twin = readTwin(file);
  checkOrder(file, before);
  const outcome = await runNotebook(file, { ...options, write: false });
  for (const [i, { cell, number }] of codeCells(outcome.notebook).entries()) {
    const difference = differenceOf(before[i]?.cell.outputs ?? [], cell.outputs ?? []);
    if (difference === null) continue;
    const shown = shownPath(file);
    throw new LabError(
      `${shown}, code cell ${number}: its outputs are not those in the file (${difference}); look at why, or run rlab notebook ${shown} to put the new ones in`,
    );
  }
  if (twin !== null && twin !== outcome.twin) throw twinError(file, twin, outcome.twin);
  return outcome;
}

/**
 * A kernel numbers what it executes. Where a cell's number is not its place, the outputs in the file come from another order, from
 * cells that were run more than once, or from cells that are gone: whoever runs the file from the top may get others.
 */
function checkOrder(file: string, cells: ReturnType<typeof codeCells>): void {
  const wrong = cells.find(({ cell, number }) => (cell.execution_count ?? null) !== number);
  if (wrong === undefined) return;
  const shown = shownPath(file);
  const count = wrong.cell.execution_count ?? null;
  const found =
    count === null
      ? `it was never run, wanted it run as number ${wrong.number}`
      : `it was run as number ${count}, wanted ${wrong.number}: the cells were run in another order, more than once, or not all`;
  throw new LabError(
    `${shown}, code cell ${wrong.number}: ${found}; run rlab notebook ${shown} to run all from the top`,
  );
}

function twinError(file: string, before: string, after: string): LabError {
  const [wanted, found] = firstLines(before, after);
  return new LabError(
    `${shownPath(twinPath(file))}: is not what the notebook says (found "${wanted}", wanted "${found}"); run rlab notebook ${shownPath(file)} to write it`,
  );
}

function differenceOf(before: readonly Output[], after: readonly Output[]): string | null {
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [old, now] = [before[i], after[i]];
    if (old === undefined || now === undefined)
      return `${counted(before)} in the file, ${counted(after)} now`;
    const difference = firstDifference(normalOutput(old), normalOutput(now));
    if (difference !== null) return `output ${i + 1}: ${difference}`;
  }
  return null;
}

function firstDifference(before: Json, after: Json): string | null {
  const [old, now] = [before, after] as readonly { readonly [key: string]: Json }[];
  const keys = [...new Set([...Object.keys(old!), ...Object.keys(now!)])].sort();
  const key = keys.find((name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]));
  if (key === undefined) return null;
  const [a, b] = firstLines(textOf(old![key]), textOf(now![key]));
  return `${key} has "${b}", wanted "${a}"`;
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The first lines that differ, from shortly before the place where they do. */
function firstLines(before: string, after: string): readonly [string, string] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const at = old.findIndex((line, i) => line !== now[i]);
  const [a, b] = at < 0 ? ['', now[old.length] ?? ''] : [old[at] ?? '', now[at] ?? ''];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const from = a.length < 80 && b.length < 80 ? 0 : Math.max(0, same - 20);
  return [shorten(plain(a.slice(from)), 80), shorten(plain(b.slice(from)), 80)];
}

function counted({ length }: readonly Output[]): string {
  return length === 1 ? '1 output' : `${length} outputs`;
}

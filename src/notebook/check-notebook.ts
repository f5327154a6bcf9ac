import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import type { Json } from '../types.js';
import { plain, shorten } from '../view/tables.js';
import { codeCells, type Output } from './nbformat.js';
import { normalOutput } from './normalise.js';
import { readNotebook } from './read-notebook.js';
import { type NotebookOptions, type NotebookOutcome, runNotebook } from './run-notebook.js';

/**
 * Runs a notebook, writes nothing, and throws a LabError that names the first code cell whose outputs are not the
 * ones in the file, pictures compared without what differs from machine to machine; and what `runNotebook` throws.
 */
export async function checkNotebook(
  file: string,
  options: Omit<NotebookOptions, 'write'> = {},
): Promise<NotebookOutcome> {
  const before = codeCells(readNotebook(file).notebook);
  const outcome = await runNotebook(file, { ...options, write: false });
  for (const [i, { cell, number }] of codeCells(outcome.notebook).entries()) {
    const difference = differenceOf(before[i]?.cell.outputs ?? [], cell.outputs ?? []);
    if (difference === null) continue;
    const shown = shownPath(file);
    throw new LabError(
      `${shown}, code cell ${number}: its outputs are not those in the file (${difference}); look at why, or run rlab notebook ${shown} to put the new ones in`,
    );
  }
  return outcome;
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

import fs from 'node:fs';
import path from 'node:path';
import { LabError, messageOf } from '../errors.js';
import { csvLine, needsGuard } from '../files/write-csv.js';
import { shownPath } from '../project.js';
import type { Frame } from './frame.js';

/** What was written: how many rows, and how many texts got an apostrophe before them. */
export type SavedFrame = { readonly file: string; readonly rows: number; readonly guarded: number };

/**
 * Writes a frame to a `.csv` or `.json` file, whole or not at all, and says how much it wrote.
 *
 * CSV is as RFC 4180 has it, in UTF-8: lines end with CR LF, a cell with a comma, a quote or a line end stands in quotes, what is unknown is empty. A spreadsheet takes
 * a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a formula; such a text is written with an apostrophe before it, which a spreadsheet
 * shows and a reader in code has to take off: `guarded` counts them. Numbers are never guarded, negative ones neither. JSON is a list with an object a row, texts as they
 * are, what is unknown is null. Throws a LabError for another ending, and where the file cannot be written.
 */
export function saveFrame(frame: Frame, file: string): SavedFrame {
  const ending = path.extname(file).toLowerCase();
  if (ending !== '.csv' && ending !== '.json')
    throw new LabError(
      `saveFrame: ${shownPath(file)} ends in ${JSON.stringify(ending)}, wanted .csv or .json; name it so`,
    );
  const rows = rowsOf(frame);
  const all = [frame.columns, ...rows];
  const guarded = ending === '.csv' ? all.flat().filter(needsGuard).length : 0;
  const text = ending === '.csv' ? all.map(csvLine).join('') : jsonText(frame.columns, rows);
  write(file, text);
  return { file, rows: rows.length, guarded };
}

/** A frame's values row by row; danfojs has those of a single column as one list. What is no number is unknown. */
export function rowsOf({
  values,
  columns,
}: Pick<Frame, 'values' | 'columns'>): readonly (readonly unknown[])[] {
  const list = values as readonly unknown[];
  const rows = list.map((row) => (Array.isArray(row) ? row : [row]) as readonly unknown[]);
  return rows.map((row) => columns.map((_, i) => known(row[i])));
}

function known(value: unknown): unknown {
  return value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? null : value;
}

function jsonText(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const objects = rows.map((row) =>
    // Defined rather than set, since a column may be called `__proto__`.
    JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
  );
  return objects.length === 0 ? '[]\n' : `[\n${objects.join(',\n')}\n]\n`;
}

function write(file: string, text: string): void {
  const beside = `${file}.${process.pid}.part`;
  try {
    fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    fs.writeFileSync(beside, text);
    fs.renameSync(beside, file);
  } catch (thrown) {
    if (fs.existsSync(beside)) fs.rmSync(beside);
    throw new LabError(
      `${shownPath(file)}: cannot be written (${messageOf(thrown)}), wanted a file in a folder that can be written; name another`,
    );
  }
}

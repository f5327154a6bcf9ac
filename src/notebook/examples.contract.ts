import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Cell } from './nbformat.js';

export function codeCell(source: string, rest: Partial<Cell> = {}): Cell {
  return { cell_type: 'code', id: 'x', metadata: {}, source, outputs: [], execution_count: null, ...rest };
}

/** A notebook of these code cells in a fresh folder; returns its path. */
export function notebookFile(cells: readonly (string | Cell)[], minor = 4): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-notebook-'));
  const file = path.join(folder, 'n.ipynb');
  const list = cells.map((cell) => {
    const { id, ...rest } = typeof cell === 'string' ? codeCell(cell) : cell;
    return minor < 5 || typeof cell === 'string' ? rest : { ...rest, id };
  });
  const kernelspec = { display_name: 'TypeScript', language: 'typescript', name: 'tslab' };
  const notebook = { nbformat: 4, nbformat_minor: minor, metadata: { kernelspec }, cells: list };
  fs.writeFileSync(file, JSON.stringify(notebook));
  return file;
}

/** The message that a promise is rejected with; fails where it is not. */
export async function messageFrom(work: Promise<unknown>): Promise<string> {
  const thrown = await work.then(
    () => new Error('nothing was thrown'),
    (reason) => reason as Error,
  );
  return `${thrown.name}: ${thrown.message}`;
}

import fs from 'node:fs';
import { LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import type { Cell, Notebook } from './nbformat.js';

export type NotebookFile = { readonly notebook: Notebook; readonly text: string };

/** Reads a notebook, and refuses what tslab would not run as it stands. */
export function readNotebook(file: string): NotebookFile {
  const shown = shownPath(file);
  const text = readText(file, shown);
  const found = parse(text, shown);
  if (found?.nbformat !== 4 || !Array.isArray(found.cells)) {
    throw new LabError(
      `${shown}: found nbformat ${JSON.stringify(found?.nbformat) ?? 'of no version'}, wanted a notebook of nbformat 4; save it again from Jupyter`,
    );
  }
  const kernel = (found.metadata as { kernelspec?: { name?: unknown } } | undefined)?.kernelspec?.name;
  if (kernel !== undefined && kernel !== 'tslab') {
    throw new LabError(
      `${shown}: the notebook's kernel is ${JSON.stringify(kernel)}, wanted "tslab"; choose the TypeScript kernel and save it`,
    );
  }
  return { notebook: withIds(withFields(found)), text };
}

function readText(file: string, shown: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    const what = code === 'ENOENT' ? 'no such file' : `it could not be read (${code})`;
    throw new LabError(`${shown}: ${what}, wanted a notebook; check the path`);
  }
}

function parse(text: string, shown: string): Notebook | null {
  try {
    return JSON.parse(text) as Notebook | null;
  } catch (thrown) {
    throw new LabError(
      `${shown}: the notebook is not JSON (${messageOf(thrown)}); restore it or save it again from Jupyter`,
    );
  }
}

/** What nbformat demands of a cell and hand-written notebooks leave out. */
function withFields(notebook: Notebook): Notebook {
  const { metadata = {}, nbformat_minor = 4 } = notebook;
  const cells = notebook.cells.map((cell) => ({
    ...cell,
    metadata: cell.metadata ?? {},
    source: cell.source ?? '',
  }));
  return { ...notebook, metadata, nbformat_minor, cells };
}

/** Cells have ids since nbformat 4.5; one that is missing comes from the position, so that it is the same next time. */
function withIds(notebook: Notebook): Notebook {
  if (notebook.nbformat_minor < 5) return notebook;
  const taken = new Set(notebook.cells.map((cell) => cell.id));
  const cells = notebook.cells.map((cell, position): Cell => {
    if (cell.id !== undefined) return cell;
    let id = `cell-${position + 1}`;
    while (taken.has(id)) id = `${id}-x`;
    taken.add(id);
    return { ...cell, id };
  });
  return { ...notebook, cells };
}

import fs from 'node:fs';
import path from 'node:path';
import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import type { Notebook } from './nbformat.js';
import { notebookMarkdown } from './notebook-markdown.js';

/** Where a notebook's Markdown twin stands: beside it, under its name. */
export function twinPath(file: string): string {
  const { dir, name, ext, base } = path.parse(file);
  return path.join(dir, `${ext === '.ipynb' ? name : base}.md`);
}

/**
 * The twin: what a pull request shows of a notebook line by line. Prose is as it is, code and what it said are fenced, and a picture stands there
 * by its title, its sentence and its numbers, so that a change of one number is a change of one line.
 */
export function twinText(notebook: Notebook, file: string): string {
  return `${markOf(file)}\n\n${notebookMarkdown(notebook)}`;
}

/** The twin as it is on disk; null where there is none. Throws a LabError where another file has its name. */
export function readTwin(file: string): string | null {
  const twin = twinPath(file);
  if (!fs.existsSync(twin)) return null;
  const text = fs.readFileSync(twin, 'utf8');
  if (text.startsWith(MARK)) return text;
  throw new LabError(
    `${shownPath(twin)}: is in the place of the Markdown twin of ${path.basename(file)} and was not made by rlab notebook; give one of them another name`,
  );
}

/** Plain words, which no formatter of Markdown writes another way. */
const MARK = 'Made by `rlab notebook` from [';

function markOf(file: string): string {
  const name = path.basename(file);
  return `${MARK}${name.replace(/[\\[\]*_]/g, '\\$&')}](${encodeURI(name)}), where its pictures are; here they are their numbers.`;
}

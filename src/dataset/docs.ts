import fs from 'node:fs';
import path from 'node:path';
import { messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import type { Doc } from '../types.js';
import { compareCodePoints } from './code-points.js';
import { readPage, titled } from './page.js';

/** Every `docs/**\/*.md` below a dataset's folder, by id: the path without `.md`, folders parted by `/`. */
export function folderDocs(
  folder: string,
  parseYaml: (text: string) => unknown,
  problems: string[],
): readonly Doc[] {
  const root = path.join(folder, 'docs');
  const files = fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.md') && !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  const docs: Doc[] = [];
  for (const file of files.sort(compareCodePoints)) {
    const doc = folderDoc(root, file, parseYaml, problems);
    if (doc !== null) docs.push(doc);
  }
  return docs;
}

function folderDoc(
  root: string,
  file: string,
  parseYaml: (text: string) => unknown,
  problems: string[],
): Doc | null {
  const full = path.join(root, file);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(full));
  } catch (thrown) {
    problems.push(
      `${shownPath(full)}:1: cannot be read as UTF-8 text (${messageOf(thrown)}); save it as UTF-8`,
    );
    return null;
  }
  try {
    return titled(file.slice(0, -'.md'.length), readPage(text, parseYaml));
  } catch (thrown) {
    problems.push(
      `${shownPath(full)}:1: its front matter cannot be read (${messageOf(thrown)}); correct the lines between ---`,
    );
    return null;
  }
}

import fs from 'node:fs';
import path from 'node:path';

/** The nearest folder at or above `from` that holds a package.json; `from` itself where there is none. */
export function projectRoot(from: string = process.cwd()): string {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
    if (folder === path.dirname(folder)) return path.resolve(from);
  }
}

/** Where runs are kept: `LAB_STORE`, else `lab.sqlite` beside the nearest package.json. */
export function storePath(): string {
  const named = process.env['LAB_STORE'];
  return named ? path.resolve(named) : path.join(projectRoot(), 'lab.sqlite');
}

/** A path as a reader would type it: relative to the working folder where that is shorter. */
export function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative !== '' && relative.length < file.length ? relative.split(path.sep).join('/') : file;
}

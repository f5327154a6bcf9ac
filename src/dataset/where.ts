import fs from 'node:fs';
import path from 'node:path';
import { didYouMean, LabError } from '../errors.js';
import { projectRoot } from '../project.js';

/**
 * The folder of a dataset: a path, or a name below `LAB_DATA` or `datasets/` beside the nearest package.json. `LAB_DATA` may
 * also be the folder of one dataset itself; it serves where nothing is named.
 */
export function datasetFolder(where: string | undefined): string {
  const named = process.env['LAB_DATA'];
  if (where === undefined) {
    if (named === undefined || named === '')
      throw new LabError('no dataset was named, wanted a path or a name; give one, or set LAB_DATA');
    return existing(named);
  }
  if (named && !isFolder(named)) existing(named);
  const homes = [...(named ? [named] : []), path.join(projectRoot(), 'datasets')];
  const candidates = [path.resolve(where), ...homes.map((home) => path.join(home, where))];
  const found = candidates.find(isFolder);
  if (found !== undefined) return found;
  const names = homes
    .filter(isFolder)
    .flatMap((home) => fs.readdirSync(home).filter((name) => isFolder(path.join(home, name))));
  const hint =
    didYouMean(where, names) || (names.length > 0 ? `; known here: ${names.join(', ')}` : '; check the path');
  throw new LabError(`dataset "${where}": no such folder, wanted a path or the name of a dataset${hint}`);
}

function existing(folder: string): string {
  if (isFolder(folder)) return path.resolve(folder);
  throw new LabError(
    `LAB_DATA is "${folder}", which is no folder; set it to a dataset, or to a folder of datasets`,
  );
}

/** Whether there is a folder by that name. */
export function isFolder(file: string): boolean {
  try {
    return fs.statSync(file).isDirectory();
  } catch {
    return false; // not there, or below something that is a file
  }
}

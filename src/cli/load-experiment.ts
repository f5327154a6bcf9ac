import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LabError, messageOf } from '../errors.js';
import { type Experiment, experiment } from '../sweep/experiment.js';

/** Loads the default export of an experiment file, TypeScript or JavaScript. */
export async function loadExperiment(file: string): Promise<Experiment> {
  const full = path.resolve(file);
  if (!fs.statSync(full, { throwIfNoEntry: false })?.isFile())
    throw new LabError(
      `experiment ${file}: no such file, wanted a .ts or .js file with a default export; check the path`,
    );
  const { tsImport } = await import('tsx/esm/api');
  let loaded: { default?: unknown };
  try {
    loaded = (await tsImport(pathToFileURL(full).href, import.meta.url)) as { default?: unknown };
  } catch (thrown) {
    if ((thrown as Error).name === 'LabError')
      throw new LabError(`experiment ${file}: ${messageOf(thrown).replace(/^experiment: /, '')}`);
    throw new LabError(`experiment ${file}: cannot be loaded (${messageOf(thrown)}); correct the file`);
  }
  const found = (loaded.default as { default?: unknown } | undefined)?.default ?? loaded.default;
  if (typeof found === 'object' && found !== null && 'arms' in found)
    return checked(file, found as Experiment);
  throw new LabError(
    `experiment ${file}: has no default export that is an experiment, wanted export default experiment({ … }); add it`,
  );
}

/** Checked here too: a file may export a plain object. */
function checked(file: string, found: Experiment): Experiment {
  try {
    return experiment(found);
  } catch (thrown) {
    throw new LabError(`experiment ${file}: ${messageOf(thrown).replace(/^experiment: /, '')}`);
  }
}

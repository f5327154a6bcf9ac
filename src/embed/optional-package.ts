import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LabError, messageOf } from '../errors.js';

/**
 * Loads a package that is installed only by those who want it: the one of the project at `from` (the working folder), else one beside this
 * package. `install` is the command that the error names.
 */
export async function optionalPackage(name: string, install: string, from = process.cwd()): Promise<object> {
  const file = [path.join(from, 'here.js'), import.meta.url]
    .map((start) => resolved(start, name))
    .find((found) => found !== null);
  if (file === undefined || file === null) {
    throw new LabError(`${name}: is not installed, wanted it in ${from} or beside retrieval-lab; ${install}`);
  }
  try {
    const loaded = (await import(pathToFileURL(file).href)) as { readonly default?: object };
    // A CommonJS module's names are not always seen; its exports are always the default.
    return { ...(typeof loaded.default === 'object' ? loaded.default : {}), ...loaded };
  } catch (thrown) {
    throw new LabError(
      `${name}: cannot be loaded (${messageOf(thrown)}), wanted a whole package; ${install}`,
    );
  }
}

function resolved(start: string, name: string): string | null {
  try {
    return createRequire(start).resolve(name);
  } catch {
    return null;
  }
}

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import { check, type Manifest } from '../schema.js';
import type { Doc } from '../types.js';
import { readPage, titled } from './page.js';

/** `dataset.json`, or null where there is none or it is faulty (which is then in `problems`). */
export function readManifest(folder: string, problems: string[]): Manifest | null {
  const file = path.join(folder, 'dataset.json');
  if (!fs.existsSync(file)) return null;
  let value: unknown;
  try {
    value = JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (thrown) {
    problems.push(`${shownPath(file)}:1: is not JSON (${messageOf(thrown)}); correct it`);
    return null;
  }
  const outcome = check('manifest', value);
  for (const fault of outcome.faults ?? []) problems.push(`${shownPath(file)}:1: ${fault}; correct it`);
  return outcome.value;
}

/** The pages that a manifest takes from installed packages; each file must have the sha256 that the manifest names. */
export function manifestDocs(
  folder: string,
  manifest: Manifest,
  parseYaml: (text: string) => unknown,
  problems: string[],
): readonly Doc[] {
  const place = `${shownPath(path.join(folder, 'dataset.json'))}:1`;
  const docs: Doc[] = [];
  for (const page of manifest.pages ?? []) {
    const source = manifest.packages?.find((item) => item.alias === page.package);
    if (source === undefined) {
      problems.push(
        `${place}: page "${page.id}" is of the package "${page.package}", which "packages" does not list; list it`,
      );
      continue;
    }
    const installed = packageFolder(folder, source.alias);
    if (installed === null) {
      problems.push(
        `${place}: page "${page.id}" needs the package ${source.package} as "${source.alias}", which is not installed; run npm ci`,
      );
      continue;
    }
    const bytes = readBytes(path.join(installed, source.folder, page.file));
    const found = bytes === null ? 'no such file' : createHash('sha256').update(bytes).digest('hex');
    if (bytes === null || found !== page.sha256) {
      const seen = bytes === null ? found : `sha256 ${found.slice(0, 12)}…`;
      problems.push(
        `${place}: page "${page.id}" (${source.alias}/${page.file}) has ${seen}, wanted sha256 ${page.sha256.slice(0, 12)}…; install ${source.package} exactly`,
      );
      continue;
    }
    docs.push(titled(page.id, readPage(bytes.toString('utf8'), parseYaml), page.fields ?? {}));
  }
  return docs;
}

/** Looks in every `node_modules` from the dataset upwards, as Node does, without minding what the package exports. */
function packageFolder(from: string, alias: string): string | null {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', alias);
    if (fs.existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) return null;
  }
}

function readBytes(file: string): Buffer | null {
  try {
    return fs.readFileSync(file);
  } catch {
    return null;
  }
}

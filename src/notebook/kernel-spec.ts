import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';

/** What tells Jupyter's frontends how a kernel is started. */
export type KernelSpec = {
  readonly file: string;
  /** The program and the tslab that it runs. A spec by another hand may name tslab itself as the program. */
  readonly argv: readonly string[];
};

type Surroundings = { readonly env: NodeJS.ProcessEnv; readonly platform: string; readonly home: string };

const HERE: Surroundings = { env: process.env, platform: process.platform, home: os.homedir() };

/** Where frontends look for kernels, first the one that wins; as jupyter_core has it, without the folders of Python's own installation. */
export function kernelFolders(here: Surroundings = HERE): readonly string[] {
  const { env } = here;
  const listed = (env['JUPYTER_PATH'] ?? '').split(path.delimiter);
  const roots = [
    ...listed,
    dataFolder(here),
    ...environments(env),
    ...(here.platform === 'win32'
      ? [env['PROGRAMDATA'] === undefined ? '' : path.join(env['PROGRAMDATA'], 'jupyter')]
      : ['/usr/local/share/jupyter', '/usr/share/jupyter']),
  ];
  return [...new Set(roots.filter((root) => root !== ''))].map((root) => path.join(root, 'kernels'));
}

/** The user's own, by the rule of each system. */
function dataFolder({ env, platform, home }: Surroundings): string {
  if (env['JUPYTER_DATA_DIR']) return env['JUPYTER_DATA_DIR'];
  if (platform === 'darwin') return path.join(home, 'Library', 'Jupyter');
  if (platform === 'win32') return path.join(env['APPDATA'] ?? home, 'jupyter');
  return path.join(env['XDG_DATA_HOME'] || path.join(home, '.local', 'share'), 'jupyter');
}

/** A virtual environment that is active has its own. */
function environments(env: NodeJS.ProcessEnv): readonly string[] {
  return ['VIRTUAL_ENV', 'CONDA_PREFIX'].flatMap((name) =>
    env[name] ? [path.join(env[name], 'share', 'jupyter')] : [],
  );
}

/** The spec of the kernel `tslab` that frontends would take; null where there is none. */
export function findKernelSpec(here: Surroundings = HERE): KernelSpec | null {
  const files = kernelFolders(here).map((folder) => path.join(folder, 'tslab', 'kernel.json'));
  const file = files.find((one) => fs.existsSync(one));
  return file === undefined ? null : { file, argv: argvIn(file) };
}

function argvIn(file: string): readonly string[] {
  try {
    const { argv } = JSON.parse(fs.readFileSync(file, 'utf8')) as { readonly argv?: unknown };
    return Array.isArray(argv) ? argv.map(String) : [];
  } catch {
    return []; // a spec that cannot be read starts nothing; whoever checks it says so
  }
}

/** The absolute paths of a spec that are not there. */
export function missingIn({ argv }: KernelSpec): readonly string[] {
  return argv.filter((word) => path.isAbsolute(word) && !fs.existsSync(word));
}

/** The user's own folder, unless another spec would be found before it. */
function placeFor(found: KernelSpec | null, here: Surroundings): string {
  const own = path.join(dataFolder(here), 'kernels', 'tslab', 'kernel.json');
  if (found === null) return own;
  const place = (file: string) => kernelFolders(here).indexOf(path.dirname(path.dirname(file)));
  return place(found.file) < place(own) ? found.file : own;
}

/**
 * Tells the frontends of this user of this project's tslab, run by the node that runs now, and gives the file. tslab's own
 * `install` needs IPython, and writes down a bare `tslab` that may not be in a frontend's path. A spec that runs another tslab is left
 * alone unless `replace` is said; a LabError then names both.
 */
export function writeKernelSpec(tslab: string, replace: boolean, here: Surroundings = HERE): string {
  const found = findKernelSpec(here);
  const argv = [process.execPath, tslab, 'kernel', '--config-path', '{connection_file}'];
  if (
    found !== null &&
    !replace &&
    found.argv.join('\0') !== argv.join('\0') &&
    missingIn(found).length === 0
  )
    throw new LabError(
      `${shownPath(found.file)}: the kernel "tslab" is there and runs ${found.argv.slice(0, 2).join(' ') || 'nothing'}, wanted ${tslab}; keep it, since a tslab hands over to the one of a notebook's own project, or write this one with --replace`,
    );
  const file = placeFor(found, here);
  const text = JSON.stringify({ argv, display_name: 'TypeScript', language: 'typescript' }, null, 1);
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${text}\n`);
  } catch (thrown) {
    throw new LabError(
      `${shownPath(file)}: the kernel could not be written (${messageOf(thrown)}), wanted a folder that can be; set JUPYTER_DATA_DIR to one, or make it so`,
    );
  }
  return file;
}

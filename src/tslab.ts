import { createRequire } from 'node:module';
import path from 'node:path';
import { LabError } from './errors.js';
import type { Json, NotebookRef } from './types.js';

/** The release whose inner modules are used here; another may have them under other names. */
export const TSLAB_VERSION = '1.0.22';

/** One thing to see in several forms, by MIME type; the frontend shows the richest that it knows. */
export type MimeBundle = { readonly [mime: string]: Json };

/** What a cell of this process draws on. */
export type NotebookDisplay = { readonly show: (bundle: MimeBundle) => void };

export type DisplayData = {
  readonly data: MimeBundle;
  readonly metadata: { readonly [key: string]: Json };
  readonly transient?: { readonly display_id?: string | undefined };
};

export type Diagnostic = {
  readonly start: { readonly line: number; readonly character: number };
  readonly messageText: string;
  readonly fileName?: string | undefined;
};

/** Compiles cells. Lines and characters of diagnostics count from 0. */
export type Converter = {
  readonly convert: (before: string, source: string) => { readonly diagnostics: readonly Diagnostic[] };
  readonly addModule: (name: string, source: string, meta: object) => readonly Diagnostic[];
  readonly close: () => void;
};

export type ConverterSet = {
  readonly node: Converter;
  readonly browser: Converter;
  readonly close: () => void;
};

/** The executor logs the value of a cell's last expression, and the one thing it throws, through this. */
export type ExecutorConsole = {
  readonly log: (value: unknown) => void;
  readonly error: (...args: readonly unknown[]) => void;
};

export type Executor = { readonly close: () => void };

export type Kernel = {
  readonly handleExecute: (
    request: { readonly code: string },
    onStream: (name: 'stdout' | 'stderr', text: string) => void,
    onDisplay: (data: DisplayData, update: boolean | undefined) => void,
  ) => Promise<{ readonly status: 'ok' | 'error' | 'abort'; readonly execution_count?: number | undefined }>;
};

/** tslab without its sockets: what compiles a cell, what runs it, and what serves a frontend. */
export type KernelParts = {
  readonly version: string;
  readonly createConverter: (options: { readonly isJS: boolean; readonly isBrowser: boolean }) => Converter;
  readonly createExecutor: (folder: string, converters: ConverterSet, console: ExecutorConsole) => Executor;
  readonly createKernel: (executor: Executor) => Kernel;
};

type Sink = (data: DisplayData, update: boolean) => void;
type JupyterModule = { readonly lastWriteDisplayData?: Sink | null };

/**
 * Loads tslab, the one of the notebook's own project first, else one beside this package. It takes the working folder of the process for
 * the notebook's at the moment it is loaded, so be there before.
 */
export function loadKernelParts(folder: string = process.cwd(), here: string = import.meta.url): KernelParts {
  const require = requireWithTslab([path.join(folder, 'cell.js'), here]);
  const { version } = require('tslab/package.json') as { readonly version: string };
  const inner = (name: string) => require(`tslab/dist/${name}.js`) as Record<string, unknown>;
  if (version !== TSLAB_VERSION) {
    throw new LabError(
      `tslab: found release ${version}, wanted ${TSLAB_VERSION}, whose inner modules run notebooks; npm install --save-dev tslab@${TSLAB_VERSION}`,
    );
  }
  watchNothing(require.resolve('tslab/dist/converter.js'));
  const Handler = inner('jupyter')['JupyterHandlerImpl'] as new (executor: Executor, isJS: boolean) => Kernel;
  return {
    version,
    createConverter: inner('converter')['createConverter'] as KernelParts['createConverter'],
    createExecutor: inner('executor')['createExecutor'] as KernelParts['createExecutor'],
    createKernel: (executor) => new Handler(executor, false),
  };
}

/**
 * The converter's TypeScript watches the files around a notebook, and cells fail ("Unexpected pending rebuildTimer") where one of them changes at the wrong moment. A notebook that is run from beginning
 * to end has no use for that: it reads each file once.
 */
function watchNothing(converter: string): void {
  const { sys } = createRequire(converter)('@tslab/typescript-for-tslab') as { readonly sys: Watching };
  const unwatched = () => ({ close: () => {} });
  sys.watchFile = unwatched;
  sys.watchDirectory = unwatched;
}

type Watching = { watchFile: () => object; watchDirectory: () => object };

/** What Jupyter starts: tslab's program, the one of the project first. */
export function tslabProgram(folder: string = process.cwd(), here: string = import.meta.url): string {
  const require = requireWithTslab([path.join(folder, 'cell.js'), here]);
  return path.join(path.dirname(require.resolve('tslab/package.json')), 'bin', 'tslab');
}

/**
 * The display of the tslab that runs the current cell, or null outside a notebook.
 *
 * A global tslab hands over to a local one in the same process, and a cell's own `require('tslab')` is rewritten by the
 * kernel while a package's is not: so neither resolving nor the command line tells which copy it is. But only the
 * copy that runs cells has been given a sink by the kernel, and every copy is in the one module cache of the process.
 */
export function notebookDisplay(): NotebookDisplay | null {
  const running = Object.entries(createRequire(import.meta.url).cache)
    .filter(([file]) => /[\\/]dist[\\/]jupyter\.js$/.test(file))
    .map(([, loaded]) => loaded?.exports as JupyterModule | undefined)
    .find((exports) => typeof exports?.lastWriteDisplayData === 'function');
  if (running === undefined) return null;
  return {
    // Read again at each use: the sink belongs to a cell. Not through `display.raw`, which takes one MIME type at a time.
    show: (bundle) => running.lastWriteDisplayData?.({ data: bundle, metadata: {}, transient: {} }, false),
  };
}

/** How the headless runner tells the process of a notebook which one it is: digest, blank, name. */
export const NOTEBOOK_VARIABLE = 'LAB_NOTEBOOK';

/**
 * The notebook whose cell runs now; null outside one, and where the frontend does not tell. Jupyter's server names a session by its notebook's path in
 * `JPY_SESSION_NAME`; VS Code, where it goes through such a server, puts digits of its own behind the name.
 */
export function notebookNow(
  env: Readonly<Record<string, string | undefined>> = process.env,
): NotebookRef | null {
  if (notebookDisplay() === null) return null;
  const [, cells, name] = /^([0-9a-f]{12}) (.+)$/s.exec(env[NOTEBOOK_VARIABLE] ?? '') ?? [];
  if (cells !== undefined && name !== undefined) return { name, cells };
  const session = env['JPY_SESSION_NAME']?.split(/[\\/]/).at(-1) ?? '';
  return session.endsWith('.ipynb')
    ? { name: session.replace(/-jvsc-[0-9a-f-]+\.ipynb$/, '.ipynb'), cells: null }
    : null;
}

function requireWithTslab(files: readonly string[]): NodeJS.Require {
  const found = files
    .map((file) => createRequire(file))
    .find((require) => canResolve(require, 'tslab/package.json'));
  if (found !== undefined) return found;
  throw new LabError(
    `tslab: not installed, and notebooks run on it; npm install --save-dev tslab@${TSLAB_VERSION} (frames also want danfojs-node, figures plotly.js-dist and jsdom)`,
  );
}

function canResolve(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

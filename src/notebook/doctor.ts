import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import { loadKernelParts } from '../tslab.js';
import { drawSvg } from '../view/draw.js';
import { loadDanfo } from '../view/frame.js';
import { findKernelSpec, missingIn } from './kernel-spec.js';

/** One thing that notebooks need, found or not, in a sentence. */
export type NotebookCheck = {
  readonly what: 'tslab' | 'kernel' | 'jupyter' | 'figures' | 'frames';
  readonly ok: boolean;
  readonly sentence: string;
};

const ADVICE_ON_JUPYTER =
  'get it by python3 -m pip install jupyterlab, or open the notebook in VS Code with its Jupyter extension; rlab notebook runs notebooks without either';

/** What notebooks need of a machine, each tried rather than looked up: headless runs want the first and the last two, frontends the rest. */
export async function notebookChecks(folder: string = process.cwd()): Promise<readonly NotebookCheck[]> {
  return [
    await check('tslab', () => `release ${loadKernelParts(folder).version} runs cells here`),
    await check('kernel', kernel),
    await check('jupyter', jupyter),
    await check('figures', figure),
    await check('frames', async () => {
      await loadDanfo();
      return `danfojs-node ${versionOf('danfojs-node', folder)} loads`;
    }),
  ];
}

/** A check tells by throwing that something is missing, and what to do. */
async function check(
  what: NotebookCheck['what'],
  work: () => string | Promise<string>,
): Promise<NotebookCheck> {
  try {
    return { what, ok: true, sentence: await work() };
  } catch (thrown) {
    return { what, ok: false, sentence: messageOf(thrown) };
  }
}

function kernel(): string {
  const spec = findKernelSpec();
  if (spec === null)
    throw new Error('frontends know no kernel "tslab"; tell them of it by rlab notebook kernel');
  const shown = shownPath(spec.file);
  const missing = missingIn(spec);
  if (spec.argv.length === 0)
    throw new Error(`${shown} names no program; write it again by rlab notebook kernel --replace`);
  if (missing.length > 0)
    throw new Error(
      `${shown} runs ${missing.join(' and ')}, which is not there; write it again by rlab notebook kernel`,
    );
  return `${shown} runs ${spec.argv.find((word) => /tslab/.test(word)) ?? spec.argv[0]}`;
}

/** The parts that are there, as Jupyter itself lists them. */
export function jupyter(): string {
  const { status, stdout, error } = spawnSync('jupyter', ['--version'], { encoding: 'utf8' });
  if (error !== undefined || status !== 0) {
    const python = spawnSync('python3', ['--version'], { encoding: 'utf8' });
    const without = python.error !== undefined || python.status !== 0 ? ', nor is python3' : '';
    throw new Error(`jupyter is not in the path${without}; ${ADVICE_ON_JUPYTER}`);
  }
  const parts = [...stdout.matchAll(/^(\S+)\s*:\s*(\d\S*)/gm)].map(([, name, version]) => ({
    name,
    version,
  }));
  const frontends = parts.filter(({ name }) => name === 'jupyterlab' || name === 'notebook');
  const found = parts.map(({ name, version }) => `${name} ${version}`).join(', ') || 'no part of it';
  if (frontends.length === 0)
    throw new Error(`jupyter is there without JupyterLab (found ${found}); ${ADVICE_ON_JUPYTER}`);
  return frontends.map(({ name, version }) => `${name} ${version}`).join(', ');
}

async function figure(): Promise<string> {
  const table = { columns: ['x'], rows: [[1]] };
  const data = [{ type: 'bar', x: ['a'], y: [1] }];
  const svg = await drawSvg({ name: 'try', title: 'A try', alt: 'One bar.', data, layout: {}, table });
  return `a picture was drawn (${Buffer.byteLength(svg)} bytes; plotly.js-dist ${versionOf('plotly.js-dist', import.meta.url)}, jsdom ${versionOf('jsdom', import.meta.url)})`;
}

function versionOf(name: string, from: string): string {
  try {
    const require = createRequire(from.startsWith('file:') ? from : path.join(from, 'x.js'));
    return (require(`${name}/package.json`) as { readonly version: string }).version;
  } catch {
    return 'of unknown release'; // some packages do not let their package.json be read
  }
}

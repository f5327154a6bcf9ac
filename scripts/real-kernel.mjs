/**
 * Runs notebooks through the real Jupyter, as their readers do: `node scripts/real-kernel.mjs [--required] FILE...`.
 * The kernel is the tslab of this project, told to Jupyter by a kernelspec that is thrown away afterwards, since
 * `tslab install` needs IPython and writes into the user's home. The notebooks stay as they are.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const TIMEOUT_S = 600;
const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const TSLAB = path.join(ROOT, 'node_modules/tslab/bin/tslab');

/** The kernel tells some failures only by what it writes: Jupyter's answer to them is "ok". */
const TOLD = [
  [/^(\w+\.tsx? \d+:\d+ - .*)/m, 'a module cell does not compile'],
  [/^(Promise \{.*)/m, 'the cell ends in a promise that nobody awaits'],
];

/** Jupyter drops what comes after the cell that it came from, so late errors are kept in the kernel for the last cell to tell. */
const KEEP_LATE = `
globalThis.lateErrors = [];
process.on('unhandledRejection', (reason) => globalThis.lateErrors.push(String(reason)));
process.on('uncaughtException', (error) => globalThis.lateErrors.push(String(error)));
`;

const jupyter = spawnSync('jupyter', ['nbconvert', '--version'], { encoding: 'utf8' });
const required = process.argv.includes('--required');
const files = process.argv.slice(2).filter((word) => word !== '--required');

if (files.length === 0) {
  console.error(
    'real-kernel: found no file, wanted node scripts/real-kernel.mjs [--required] FILE...; name a notebook',
  );
  process.exitCode = 2;
} else if (jupyter.status !== 0 && !required) {
  console.log('skipped: jupyter-nbconvert not found');
} else if (jupyter.status !== 0) {
  console.error(
    'real-kernel: jupyter-nbconvert not found; install it (Debian: apt-get install jupyter-nbconvert)',
  );
  process.exitCode = 1;
} else {
  const problems = files.map(problemOf);
  for (const [i, problem] of problems.entries()) console.log(problem ?? `ok: ${files[i]}`);
  if (problems.some((problem) => problem !== null)) process.exitCode = 1;
}

/** One sentence on what is wrong with a notebook, or null. */
function problemOf(file) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-kernel-'));
  try {
    const token = `the last cell has run: ${randomUUID()}`;
    const notebook = withLastCell(JSON.parse(fs.readFileSync(file, 'utf8')), token);
    const { status, stderr } = execute(notebook, folder, path.dirname(path.resolve(file)));
    if (status !== 0) return `${file}, ${failure(stderr, notebook)}; run rlab notebook ${file} to see more`;
    const { cells } = JSON.parse(fs.readFileSync(path.join(folder, 'out.ipynb'), 'utf8'));
    return cellProblem(file, cells, token);
  } catch (thrown) {
    return `${file}: ${thrown.message}; mend the notebook`;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * After an error tslab answers "abort" for 200 ms, which Jupyter takes for success, and Jupyter counts cells on its own: so
 * only what a cell has said shows that it ran.
 */
function withLastCell(notebook, token) {
  // A late rejection of the cell before has this long to come.
  const source = `await new Promise((resolve) => setTimeout(resolve, 500));
console.log(${JSON.stringify(token)}, JSON.stringify((globalThis as any).lateErrors));`;
  const last = { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source };
  const cells = notebook.cells.map((cell) => (cell.cell_type === 'code' ? { ...cell, outputs: [] } : cell));
  return { ...notebook, cells: [...cells, notebook.nbformat_minor < 5 ? last : { ...last, id: 'the-last' }] };
}

/** From standard input, since Jupyter takes the folder of a file for the working folder, and this one must be the notebook's. */
function execute(notebook, folder, workingFolder) {
  const spec = path.join(folder, 'kernels', 'tslab');
  const keeper = path.join(folder, 'keep-late.cjs');
  fs.writeFileSync(keeper, KEEP_LATE);
  const argv = [
    process.execPath,
    '--no-warnings',
    '--require',
    keeper,
    TSLAB,
    'kernel',
    '--config-path',
    '{connection_file}',
  ];
  fs.mkdirSync(spec, { recursive: true });
  fs.writeFileSync(
    path.join(spec, 'kernel.json'),
    JSON.stringify({ argv, display_name: 'TypeScript', language: 'typescript' }),
  );
  const args = ['nbconvert', '--to', 'notebook', '--execute', '--stdin', '--log-level=ERROR'];
  args.push('--output-dir', folder, '--output', 'out.ipynb');
  args.push(`--ExecutePreprocessor.timeout=${TIMEOUT_S}`, '--ExecutePreprocessor.kernel_name=tslab');
  return spawnSync('jupyter', args, {
    cwd: workingFolder,
    env: { ...process.env, JUPYTER_PATH: folder, JUPYTER_RUNTIME_DIR: path.join(folder, 'runtime') },
    input: JSON.stringify(notebook),
    encoding: 'utf8',
    timeout: (TIMEOUT_S + 60) * 1000,
  });
}

function cellProblem(file, cells, token) {
  const ran = cells.filter((cell) => cell.cell_type === 'code' && textOf([cell.source]).trim() !== '');
  for (const [i, cell] of ran.entries()) {
    const said = textOf((cell.outputs ?? []).map((output) => output.text ?? ''));
    const error = cell.outputs?.find((output) => output.output_type === 'error');
    if (error) return `${file}, code cell ${i + 1}: ${error.ename}: ${error.evalue}; mend it`;
    const told = TOLD.map(([pattern, what]) => [pattern.exec(said)?.[1], what]).find(([found]) => found);
    if (told) return `${file}, code cell ${i + 1}: ${told[1]} (${told[0]}); mend it`;
  }
  const last = textOf(ran.at(-1).outputs.map((output) => output.text ?? ''));
  const at = last.indexOf(token);
  if (at < 0)
    return `${file}: the kernel did not run the last cell; run rlab notebook ${file} to see where it stopped`;
  const late = JSON.parse(last.slice(at + token.length).split('\n')[0]);
  if (late.length === 0) return null;
  return `${file}: an error came that no cell waited for (${late[0]}); run rlab notebook ${file} to see which`;
}

function textOf(parts) {
  return parts.flat().join('');
}

/** tslab tells Jupyter that a cell failed and not why; which one it was stands between two rules in what Jupyter says. */
function failure(stderr, { cells }) {
  const source = /^-{5,}\n([\s\S]*?)\n-{5,}$/m.exec(stderr)?.[1];
  const code = cells.filter((cell) => cell.cell_type === 'code' && textOf([cell.source]).trim() !== '');
  const number = code.findIndex((cell) => textOf([cell.source]).trim() === source?.trim()) + 1;
  if (number > 0) return `code cell ${number}: it failed`;
  return `by Jupyter: ${stderr.trim().split('\n').at(-1) || 'it failed and said nothing'}`;
}

import { once } from 'node:events';
import { writeBeir } from '../dataset/write-beir.js';
import { LabError } from '../errors.js';
import type { Qrels } from '../files/qrels.js';
import { QRELS_FORMATS, qrelsText } from '../files/write-qrels.js';
import { RUN_FORMATS, runText } from '../files/write-run.js';
import { writeText } from '../files/write-text.js';
import { exportRun, qrelsOf } from '../measure/export-run.js';
import { openDataset } from '../open-dataset.js';
import { shownPath } from '../project.js';
import { openStore } from '../store/open-store.js';
import type { Case, Run } from '../types.js';
import type { Words } from './args.js';
import { oneOf } from './choices.js';

/** `rlab export`: a run, the labels it was measured by, or a dataset, as files that other tools read. */
export async function act(words: Words): Promise<void> {
  const named = words.positionals[0];
  const data = words.text('data');
  if ((named === undefined) === (data === undefined))
    throw new LabError(
      `rlab export: found ${named === undefined ? 'neither a run nor --data' : 'a run and --data'}, wanted one of them; write rlab export RUN, or rlab export --data DIR`,
    );
  if (data !== undefined) return exportDataset(words, data);
  const store = openStore(words.text('store'));
  const run = store.run(named!);
  store.close();
  return words.flag('labels') ? exportLabels(words, run.cases) : exportRankings(words, run);
}

async function exportRankings(words: Words, run: Run): Promise<void> {
  const format = oneOf('export', words, 'format', RUN_FORMATS, 'trec');
  const { rankings, notes } = exportRun(run);
  const tag = run.name.replace(/\s+/g, '_');
  await put(
    words,
    runText(rankings, format, tag),
    `${rankings.length} queries of run ${run.id} (${run.name})`,
  );
  for (const note of notes) console.error(note);
}

async function exportLabels(words: Words, cases: readonly Case[]): Promise<void> {
  const format = oneOf('export', words, 'format', QRELS_FORMATS, 'trec');
  const queries = new Map(cases.map((item) => [item.id, item.query]));
  await put(
    words,
    qrelsText(qrelsOf(cases), format, (topic) => queries.get(topic)!),
    `labels of ${cases.length} queries`,
  );
  const finer = cases.filter((item) =>
    item.labels.some((label) => label.start !== undefined || label.need !== undefined),
  );
  if (finer.length > 0)
    console.error(
      `${finer.length} queries have spans or needs, which these formats do not hold: their pages and grades were written`,
    );
}

async function exportDataset(words: Words, named: string): Promise<void> {
  const format = oneOf('export', words, 'format', ['beir', ...QRELS_FORMATS], 'beir');
  const data = await openDataset(named);
  if (format !== 'beir') return exportLabels(words, data.cases);
  const folder = words.text('out');
  if (folder === undefined)
    throw new LabError(
      'rlab export: --format beir writes a folder, found no --out, wanted --out FOLDER; add it',
    );
  const qrels: Qrels = qrelsOf(data.cases);
  await writeBeir(folder, data, qrels);
  console.error(
    `${data.docs.length} pages and ${data.cases.length} queries of ${data.name} are in ${shownPath(folder)}`,
  );
}

/** To the file that is named, else to the standard output; what is said of it goes to the other one. */
async function put(words: Words, pieces: Iterable<string>, what: string): Promise<void> {
  const out = words.text('out');
  if (out === undefined) {
    for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    return;
  }
  await writeText(out, pieces);
  console.error(`${what} are in ${shownPath(out)}`);
}

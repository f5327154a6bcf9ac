import fs from 'node:fs';
import path from 'node:path';
import { headings } from '../chunk/headings.js';
import { readJsonl } from '../dataset/jsonl.js';
import { readRows } from '../dataset/rows.js';
import { LabError } from '../errors.js';
import { APART_RULES } from '../judge/decide.js';
import { exportLabels, type LabelsBefore } from '../judge/export-labels.js';
import type { Pool } from '../judge/pool-file.js';
import { shownPath } from '../project.js';
import { openStore } from '../store/open-store.js';
import type { Dataset, Doc } from '../types.js';
import { exportedText } from '../view/print-labels.js';
import type { Words } from './args.js';
import { oneOf } from './choices.js';
import { openJudging } from './judging.js';
import { print } from './output.js';
import { writeOut } from './write-out.js';

/** `rlab labels export POOL --out FILE`: the judgments of a pool as a file of cases. */
export async function act(words: Words): Promise<void> {
  const [action, poolFile] = words.positionals;
  const out = words.text('out');
  if (action !== 'export' || poolFile === undefined)
    throw new LabError(
      `rlab labels: found "${words.positionals.join(' ')}", wanted export POOL; see rlab labels --help`,
    );
  if (out === undefined)
    throw new LabError('rlab labels: found no --out, wanted the file of cases to write; add --out FILE');
  const { work, data } = await openJudging(words, poolFile);
  const { pool } = work;
  const docs = new Map(data.docs.map((doc) => [doc.id, doc]));
  const store = openStore(words.text('store'));
  const judgments = store.judgments({ dataset: data.name });
  store.close();
  const made = exportLabels(
    pool,
    docs,
    judgments,
    lastVersion(words.text('against') ?? out, out, pool, data),
    {
      ...optionsOf(words),
      date: new Date().toISOString().slice(0, 10),
    },
  );
  const { text, ...facts } = made;
  loadsStrictly(out, text, docs);
  writeOut('rlab labels: --out', out, text);
  print(words.flag('json'), { file: out, ...facts }, () => exportedText(shownPath(out), made));
}

function optionsOf(words: Words) {
  const version = words.text('label-version');
  return {
    ...(words.text('apart') === undefined
      ? {}
      : { apart: oneOf('labels', words, 'apart', APART_RULES, 'last') }),
    ...(version === undefined ? {} : { version }),
    drop: words.list('drop'),
    spans: oneOf('labels', words, 'spans', ['last', 'first'], 'last'),
    outside: oneOf('labels', words, 'outside', ['refuse', 'keep', 'drop'], 'refuse'),
  };
}

/**
 * The file as it stands, and the dataset's own cases that the pool is about and the file does not hold: their labels were left out of the pool and must not be lost. Cases that another
 * file of the same dataset holds cannot stand in two.
 */
function lastVersion(file: string, out: string, pool: Pool, data: Dataset): LabelsBefore {
  const before = fs.existsSync(file) ? read(file, data.docs) : { header: null, cases: [] };
  const held = new Set(before.cases.map(({ id }) => id));
  const pooled = new Set(pool.queries.map(({ id }) => id));
  const others = data.cases.filter(({ id }) => pooled.has(id) && !held.has(id));
  if (others.length > 0 && path.dirname(path.resolve(out)) === path.join(path.resolve(data.folder), 'eval'))
    throw new LabError(
      `rlab labels: --out ${out} does not hold ${others.length === 1 ? `"${others[0]!.id}"` : `${others.length} queries of the pool ("${others[0]!.id}", …)`}, which another file of ${data.name} does, wanted each query in one file; name that file, or one outside of the dataset`,
    );
  return { header: before.header, cases: [...before.cases, ...others] };
}

function read(file: string, docs: readonly Doc[]): LabelsBefore {
  const problems: string[] = [];
  const { header, lines } = readJsonl(file, problems);
  const isByChunk = lines.some(({ value }) => Object.hasOwn(value as object, 'relevant_chunk_ids'));
  const chunks = isByChunk ? new Map(headings(docs).chunks.map((chunk) => [chunk.id, chunk])) : null;
  const { cases, qa } = readRows(
    lines,
    { docs: new Map(docs.map((doc) => [doc.id, doc])), chunks },
    problems,
  );
  if (qa.length > 0)
    problems.push(`${shownPath(file)}: holds questions too, wanted cases alone; name another file`);
  if (problems.length === 0) return { header, cases };
  throw new LabError(
    `${shownPath(file)}: the version before cannot be read; correct each, or name another:`,
    problems,
  );
}

/** What is written must be what a dataset takes: nobody should find that out later. */
function loadsStrictly(file: string, text: string, docs: ReadonlyMap<string, Doc>): void {
  const lines = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line, i) => ({ place: `${shownPath(file)}:${i + 2}`, value: JSON.parse(line) as unknown }));
  const problems: string[] = [];
  readRows(lines, { docs, chunks: null }, problems);
  if (problems.length > 0)
    throw new LabError('rlab labels: these labels could not be loaded again, nothing was written:', problems);
}

import fs from 'node:fs';
import { readJsonl } from '../dataset/jsonl.js';
import { readRows } from '../dataset/rows.js';
import { LabError } from '../errors.js';
import { APART_RULES } from '../judge/decide.js';
import { exportLabels, type LabelsBefore } from '../judge/export-labels.js';
import { shownPath } from '../project.js';
import { openStore } from '../store/open-store.js';
import type { Doc } from '../types.js';
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
  const { pool, data, docs } = await openJudging(words, poolFile);
  const store = openStore(words.text('store'));
  const judgments = store.judgments({ dataset: data.name });
  store.close();
  const made = exportLabels(pool, docs, judgments, lastVersion(words.text('against') ?? out, docs), {
    ...optionsOf(words),
    date: new Date().toISOString().slice(0, 10),
  });
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

/** The file as it stands; nothing where it is new. */
function lastVersion(file: string, docs: ReadonlyMap<string, Doc>): LabelsBefore {
  if (!fs.existsSync(file)) return { header: null, cases: [] };
  const problems: string[] = [];
  const { header, lines } = readJsonl(file, problems);
  const { cases, qa } = readRows(lines, { docs, chunks: null }, problems);
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

import { casesOfQrels, readQueryTexts } from '../dataset/qrels-cases.js';
import { LabError } from '../errors.js';
import { readQrels } from '../files/read-qrels.js';
import { type ImportedRun, importRun } from '../measure/import-run.js';
import { summarize } from '../measure/summarize.js';
import { openDataset } from '../open-dataset.js';
import { shownPath } from '../project.js';
import { openStore } from '../store/open-store.js';
import type { Case, Dataset } from '../types.js';
import { answeredLine } from '../view/print-run.js';
import type { Words } from './args.js';
import { tiesOf } from './choices.js';
import { print } from './output.js';

/** `rlab import`: a run that was made elsewhere becomes a run of the store. */
export async function act(words: Words): Promise<void> {
  const file = words.positionals[0]!;
  const over = await casesFor(words);
  const metrics = words.list('metric');
  const name = words.text('name');
  const store = openStore(words.text('store'));
  try {
    const imported = await importRun(file, over, {
      store,
      ...(words.text('k') === undefined ? {} : { k: words.count('k', 5) }),
      ...(words.text('depth') === undefined ? {} : { depth: words.count('depth', 20) }),
      ties: tiesOf('import', words, 'rank'),
      ...(name === undefined ? {} : { name }),
      ...(metrics.length === 0 ? {} : { metrics }),
    });
    print(words.flag('json'), { run: imported.run, notes: imported.notes }, () => text(imported, store.file));
  } finally {
    store.close();
  }
}

async function casesFor(words: Words): Promise<Dataset | readonly Case[]> {
  const [data, qrels, queries] = [words.text('data'), words.text('qrels'), words.text('queries')];
  if (data !== undefined && queries === undefined)
    return openDataset(data, qrels === undefined ? {} : { qrels });
  if (data === undefined && qrels !== undefined)
    return casesOfQrels(
      await readQrels(qrels),
      queries === undefined ? new Map() : await readQueryTexts(queries),
    );
  throw new LabError(
    `rlab import: found ${data === undefined ? 'neither --data nor --qrels' : '--data and --queries'}, wanted --data DIR, or --qrels FILE with --queries FILE if there is one; name the labels of the run`,
  );
}

function text({ run, notes }: ImportedRun, store: string): string {
  return [
    answeredLine(summarize(run), run),
    `${run.casesVersion} · depth ${run.depth} · ties ${run.protocol.ties}`,
    ...notes,
    '',
    `Run ${run.id} (${run.name}) is in ${shownPath(store)}`,
  ].join('\n');
}

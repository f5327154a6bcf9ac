import { casesOfQrels, readQueryTexts } from '../dataset/qrels-cases.js';
import { LabError, messageOf } from '../errors.js';
import { readQrels } from '../files/read-qrels.js';
import { importRun } from '../measure/import-run.js';
import { openDataset } from '../open-dataset.js';
import { openStore } from '../store/open-store.js';
import type { Review } from '../store/review.js';
import type { Case, Dataset, Doc, Run } from '../types.js';
import type { Words } from './args.js';
import { tiesOf } from './choices.js';

/** Runs, the baseline first, with what is known of their pages and what was said of their cases. */
export type DiffInput = {
  readonly runs: readonly Run[];
  readonly docs: readonly Doc[] | null;
  /** Why there are none. */
  readonly noDocs: string;
  readonly reviews: readonly Review[];
  readonly notes: readonly string[];
};

/** Runs of the store, with the pages of the dataset that they name where it can be opened and is still the same. */
export async function runsOfStore(words: Words): Promise<DiffInput> {
  const store = openStore(words.text('store'));
  try {
    const runs = words.positionals.map((name) => store.run(name));
    const twice = runs.find((run, i) => runs.findIndex(({ id }) => id === run.id) < i);
    if (twice !== undefined)
      throw new LabError(
        `rlab diff: ${twice.name} (${twice.id}) is named twice, wanted each run once; drop one`,
      );
    const pages = await pagesOf(words.text('data'), runs);
    return { runs, ...pages, reviews: store.reviews(), notes: [] };
  } finally {
    store.close();
  }
}

type Pages = Pick<DiffInput, 'docs' | 'noDocs'>;

/** Where a dataset is named it must be the one that was searched; where none is, the page does without. */
async function pagesOf(named: string | undefined, runs: readonly Run[]): Promise<Pages> {
  const where = named ?? runs[0]!.dataset;
  const without = (why: string): Pages => ({
    docs: null,
    noDocs: `${why}: passages are shown by id and offsets alone. With --data DIR their texts are shown.`,
  });
  if (where === null) return without('The run names no dataset');
  let data: Dataset;
  try {
    data = await openDataset(where);
  } catch (thrown) {
    if (named !== undefined || !(thrown instanceof LabError)) throw thrown;
    return without(`The dataset ${where} cannot be opened here (${messageOf(thrown).slice(0, 200)})`);
  }
  const other = runs.find(
    ({ corpusVersion }) => corpusVersion !== null && corpusVersion !== data.corpusVersion,
  );
  if (other === undefined) return { docs: data.docs, noDocs: '' };
  if (named === undefined)
    return without(
      `The pages of ${where} are now ${data.corpusVersion}, while ${other.name} searched ${other.corpusVersion}`,
    );
  throw new LabError(
    `rlab diff: the pages of ${named} are ${data.corpusVersion}, wanted ${other.corpusVersion}, which ${other.name} (${other.id}) searched; name that dataset, or leave --data out`,
  );
}

/** Run files against labels, without a store. */
export async function runsOfFiles(words: Words): Promise<DiffInput> {
  const over = await casesFor(words);
  const metric = words.text('metric');
  const depth = words.text('depth') === undefined ? {} : { depth: words.count('depth', 1) };
  const runs: Run[] = [];
  const notes: string[] = [];
  for (const [i, file] of words.positionals.entries()) {
    const k = words.text('k') === undefined ? {} : { k: words.count('k', 5) };
    const metrics = metric === undefined ? {} : { metrics: [metric] };
    const imported = await importRun(file, over, {
      ties: tiesOf('diff', words, 'rank'),
      ...depth,
      ...k,
      ...metrics,
    });
    // Ids are made anew each time and files may have one name: the place among the runs tells them apart.
    const taken = runs.some(({ name }) => name === imported.run.name);
    runs.push({
      ...imported.run,
      id: `file-${i + 1}`,
      ...(taken ? { name: `${imported.run.name} (${i + 1})` } : {}),
    });
    notes.push(...imported.notes.map((note) => `${file}: ${note}`));
  }
  const docs = 'docs' in over ? over.docs : null;
  return {
    runs,
    docs,
    noDocs: 'Run files hold no texts: passages are shown by id alone. With --data DIR their texts are shown.',
    reviews: [],
    notes,
  };
}

/** `--qrels` is a file, or with `--data` one of a dataset's own. */
async function casesFor(words: Words): Promise<Dataset | readonly Case[]> {
  const [data, qrels, queries] = [words.text('data'), words.text('qrels')!, words.text('queries')];
  if (data !== undefined && queries !== undefined)
    throw new LabError('rlab diff: found --data and --queries, wanted one of them; drop --queries');
  if (data !== undefined) return openDataset(data, { qrels });
  return casesOfQrels(
    await readQrels(qrels),
    queries === undefined ? new Map() : await readQueryTexts(queries),
  );
}

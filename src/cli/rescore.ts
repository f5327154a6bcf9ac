import { LabError } from '../errors.js';
import { builtInMetric } from '../measure/registry.js';
import { rescore } from '../measure/rescore.js';
import { openDataset } from '../open-dataset.js';
import { openStore, type Store } from '../store/open-store.js';
import type { Dataset, Run } from '../types.js';
import { rescoredText } from '../view/print-rescored.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab rescore RUN…`: recorded answers by the labels as they are now, as new runs; nothing is searched. */
export async function act(words: Words): Promise<void> {
  const store = openStore(words.text('store'));
  try {
    const runs = words.positionals.map((named) => store.run(named));
    const data = await openDataset(words.text('data') ?? datasetOf(runs));
    if (words.text('k') === undefined && words.list('metric').length === 0) checkNewer(runs, data);
    // None is recorded unless all can be.
    for (const run of runs) rescored(words, run, data);
    const pairs = runs.map((before) => ({ before, now: rescored(words, before, data, store) }));
    const facts = pairs.map(({ now: { id, name, answersOf, casesVersion, metrics } }) => ({
      id,
      name,
      answersOf,
      casesVersion,
      metrics,
    }));
    print(words.flag('json'), facts, () =>
      pairs.map((pair) => rescoredText(pair, words.list('metric').length > 0)).join('\n\n'),
    );
  } finally {
    store.close();
  }
}

/** By the same labels the same numbers would come, under the same name. */
function checkNewer(runs: readonly Run[], data: Dataset): void {
  const same = runs.find(({ casesVersion }) => casesVersion === data.casesVersion);
  if (same !== undefined)
    throw new LabError(
      `rlab rescore: run ${same.name} (${same.id}) was measured by the labels of ${data.name} as they are, wanted newer ones; name their dataset with --data, or another --k or --metric`,
    );
}

function datasetOf(runs: readonly Run[]): string {
  const names = [...new Set(runs.map(({ dataset }) => dataset))];
  if (names.length === 1 && names[0] !== null) return names[0]!;
  throw new LabError(
    `rlab rescore: these runs are over ${names.map((name) => name ?? 'no dataset').join(' and ')}, wanted one; name it with --data`,
  );
}

function rescored(words: Words, run: Run, data: Dataset, store?: Store): Run {
  const named = words.list('metric');
  return rescore(run, data, {
    name: words.text('name') ?? run.name,
    dataset: data.name,
    metrics: named.length > 0 ? named : fromRecord(run),
    ...(store === undefined ? {} : { store }),
    ...(words.text('k') === undefined ? {} : { k: words.count('k', 5) }),
  });
}

/** A budget of tokens may take more hits than are on record, and somebody's own metric is code that is not here. */
function fromRecord(run: Run): readonly string[] {
  const known = run.metrics.filter(
    (name) => builtInMetric(name)?.tokens === undefined && builtInMetric(name) !== null,
  );
  if (known.length > 0) return known;
  throw new LabError(
    `rlab rescore: run ${run.name} (${run.id}) has ${run.metrics.join(', ')}, none of which can be computed from recorded hits; name one with --metric, recall@5 say`,
  );
}

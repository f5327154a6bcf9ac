import { shownPath } from '../project.js';
import { openStore } from '../store/open-store.js';
import { plain, textTable } from '../view/tables.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab ls`: the runs of a store, latest first. */
export async function act(words: Words): Promise<void> {
  const store = openStore(words.text('store'));
  const runs = store.list();
  const reads = store.testReads();
  const rows = runs.map((run) => [
    run.id,
    plain(run.name),
    run.status,
    run.dataset,
    `${run.resultCount}`,
    run.k,
    run.depth,
    run.casesVersion,
    run.startedAt.slice(0, 16).replace('T', ' '),
  ]);
  print(words.flag('json'), { runs, testReads: reads }, () =>
    rows.length === 0
      ? `${shownPath(store.file)} holds no runs; record one with rlab run or rlab baseline`
      : [
          textTable(
            ['id', 'name', 'status', 'dataset', 'results', 'k', 'depth', 'cases', 'started (UTC)'],
            rows,
          ),
          '',
          `The frozen test set was looked at ${reads.length} times.`,
        ].join('\n'),
  );
  store.close();
}

import { metric } from '../measure/registry.js';
import { summarize } from '../measure/summarize.js';
import { openStore } from '../store/open-store.js';
import { metricsTable } from '../view/print-metrics.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab table RUN…`: several metrics of several runs, each mean with its interval. */
export async function act(words: Words): Promise<void> {
  const store = openStore(words.text('store'));
  try {
    const runs = words.positionals.map((name) => store.run(name));
    const given = words.list('metric');
    const metrics = given.length > 0 ? given.map((name) => metric(name).name) : runs[0]!.metrics;
    const format = words.flag('markdown') ? 'markdown' : 'text';
    print(
      words.flag('json'),
      runs.map((run) => ({ run: run.id, name: run.name, dataset: run.dataset, ...summarize(run) })),
      () => {
        const table = metricsTable(runs, metrics, format);
        const note = 'Mean over the answered queries, with its 95 % interval.';
        return format === 'markdown' ? table : `${table}\n\n${note}`;
      },
    );
  } finally {
    store.close();
  }
}

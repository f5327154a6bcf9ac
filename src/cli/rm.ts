import { openStore } from '../store/open-store.js';
import { plain } from '../view/tables.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab rm RUN`: a run by name is the latest of that name; the others stay. */
export async function act(words: Words): Promise<void> {
  const store = openStore(words.text('store'));
  try {
    const run = store.remove(words.positionals[0]!);
    print(
      words.flag('json'),
      { removed: run.id, name: run.name },
      () => `Removed run ${run.id} (${plain(run.name)}); its look at the test set, if any, stays counted.`,
    );
  } finally {
    store.close();
  }
}

import { openStore } from '../store/open-store.js';
import { runText } from '../view/print-run.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab show RUN`. */
export async function act(words: Words): Promise<void> {
  const store = openStore(words.text('store'));
  try {
    const run = store.run(words.positionals[0]!);
    print(words.flag('json'), run, () => runText(run, 30));
  } finally {
    store.close();
  }
}

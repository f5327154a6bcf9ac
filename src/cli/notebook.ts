import { checkNotebook } from '../notebook/check-notebook.js';
import { runNotebook } from '../notebook/run-notebook.js';
import { progress } from '../progress.js';
import { shownPath } from '../project.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab notebook FILE…`: runs each in turn; the first that fails ends the command, naming file and cell. */
export async function act(words: Words): Promise<void> {
  const check = words.flag('check');
  const outcomes: object[] = [];
  for (const name of words.positionals) {
    const { cells, written } = await whileShown(name, () =>
      check ? checkNotebook(name) : runNotebook(name),
    );
    const file = shownPath(name);
    outcomes.push({ file, cells, written });
    const what = check ? 'outputs as in the file' : written ? 'outputs written' : 'outputs unchanged';
    if (!words.flag('json')) console.log(`${file}: ${cells} cells run, ${what}`);
  }
  if (words.flag('json')) print(true, outcomes, () => '');
}

/** How many cells are done is known only to the notebook's own process, so the line counts seconds. */
async function whileShown<T>(name: string, work: () => Promise<T>): Promise<T> {
  const line = progress(`running ${shownPath(name)}, seconds:`);
  let seconds = 0;
  const timer = setInterval(() => line.tick(++seconds, null), 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    line.end();
  }
}

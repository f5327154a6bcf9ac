import { checkNotebook } from '../notebook/check-notebook.js';
import { runNotebook } from '../notebook/run-notebook.js';
import { shownPath } from '../project.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** `rlab notebook FILE…`: runs each in turn; the first that fails ends the command, naming file and cell. */
export async function act(words: Words): Promise<void> {
  const check = words.flag('check');
  const outcomes: object[] = [];
  for (const name of words.positionals) {
    const { cells, written } = check ? await checkNotebook(name) : await runNotebook(name);
    const file = shownPath(name);
    outcomes.push({ file, cells, written });
    const what = check ? 'outputs as in the file' : written ? 'outputs written' : 'outputs unchanged';
    if (!words.flag('json')) console.log(`${file}: ${cells} cells run, ${what}`);
  }
  if (words.flag('json')) print(true, outcomes, () => '');
}

import { LabError } from '../errors.js';
import { checkNotebook } from '../notebook/check-notebook.js';
import { runNotebook } from '../notebook/run-notebook.js';
import { progress } from '../progress.js';
import { shownPath } from '../project.js';
import type { Words } from './args.js';
import { print } from './output.js';

/** Words in the place of the first file. */
const DEEDS: Readonly<Record<string, () => Promise<{ readonly act: (words: Words) => Promise<void> }>>> = {
  new: () => import('./notebook-new.js'),
  doctor: () => import('./notebook-doctor.js'),
  kernel: () => import('./notebook-kernel.js'),
};

/** `rlab notebook FILE…`: runs each in turn; the first that fails ends the command, naming file and cell. */
export async function act(words: Words): Promise<void> {
  const deed = words.positionals[0]!;
  if (deed !== 'new' && Object.hasOwn(DEEDS, deed) && words.positionals.length > 1)
    throw new LabError(
      `rlab notebook ${deed}: found ${words.positionals.length - 1} more words, wanted none; drop them`,
    );
  if (Object.hasOwn(DEEDS, deed)) return (await DEEDS[deed]!()).act(words);
  if (words.flag('replace'))
    throw new LabError('rlab notebook: --replace is for rlab notebook kernel, found it with a file; drop it');
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

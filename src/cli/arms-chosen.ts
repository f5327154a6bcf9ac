import { didYouMean, LabError } from '../errors.js';
import type { Arm, Experiment } from '../sweep/experiment.js';

/** The arms of an experiment that a text names, parted by commas; all where nothing is named. A name may itself hold commas. */
export function armsChosen(verb: string, { arms }: Experiment, text: string | undefined): readonly Arm[] {
  if (text === undefined) return arms;
  const names = arms.map(({ name }) => name);
  const chosen = new Set(namesIn(verb, text.split(','), names));
  return arms.filter(({ name }) => chosen.has(name));
}

function namesIn(verb: string, words: readonly string[], known: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  for (let n = words.length; n > 0; n--) {
    const name = words.slice(0, n).join(',').trim();
    if (known.includes(name)) return [name, ...namesIn(verb, words.slice(n), known)];
  }
  const name = words[0]!.trim();
  const hint = didYouMean(name, known) || '; pick some of them';
  throw new LabError(
    `${verb}: --arms names "${name}", wanted arms of the experiment (${known.join(', ')}), parted by commas${hint}`,
  );
}

import { didYouMean, LabError } from '../errors.js';
import type { TieRule } from '../files/order.js';
import type { Words } from './args.js';

/** The tie rule that was asked for. */
export function tiesOf(verb: string, words: Words, usual: TieRule): TieRule {
  return oneOf(verb, words, 'ties', ['rank', 'docid'], usual);
}

/** An option's value among those that are known; a LabError offers the nearest. */
export function oneOf<T extends string>(
  verb: string,
  words: Words,
  name: string,
  known: readonly T[],
  usual: T,
): T {
  const value = words.text(name);
  if (value === undefined) return usual;
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new LabError(
    `rlab ${verb}: --${name} is "${value}", wanted one of ${known.join(', ')}${didYouMean(value, known) || '; pick one'}`,
  );
}

import { didYouMean, LabError } from '../errors.js';
import type { TieRule } from '../files/order.js';
import type { Run, Slicer } from '../types.js';
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

/** Slices by a field of the cases; `kind` and `split`-like fields are all plain values. */
export function fieldSlicer(verb: string, field: string, run: Run): Slicer {
  if (field === 'kind') return (item) => item.kind;
  const known = [...new Set(['kind', ...run.cases.flatMap((item) => Object.keys(item.fields))])];
  if (known.includes(field)) return (item) => String(item.fields[field] ?? '(none)');
  throw new LabError(
    `rlab ${verb}: no case has the field "${field}", wanted one of ${known.join(', ')}${didYouMean(field, known) || '; pick one'}`,
  );
}

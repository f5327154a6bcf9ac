import { didYouMean, LabError } from '../errors.js';
import type { Chunker, ChunkSet, Doc } from '../types.js';

/** What a chunker is called with: its options, or pages and its options. */
export function called<
  O extends object,
  C extends Pick<Chunker, 'name'> & { chunk: (docs: readonly Doc[]) => S },
  S = ChunkSet,
>(make: (options: O) => C, first: readonly Doc[] | O | undefined, second: O | undefined): C | S {
  if (Array.isArray(first)) return make(second ?? ({} as O)).chunk(first as readonly Doc[]);
  return make((first as O | undefined) ?? ({} as O));
}

/** Throws a LabError where an option has a name that is not among the known ones. */
export function knownOptions(where: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const wanted = known.length === 1 ? known[0]! : `${known.slice(0, -1).join(', ')} or ${known.at(-1)!}`;
  throw new LabError(
    `${where}: the option "${unknown}" is unknown, wanted ${wanted}${didYouMean(unknown, known) || '; rename or drop it'}`,
  );
}

/** The value, or the default where there is none; throws a LabError where it is no whole number of at least `least`. */
export function wholeNumber(where: string, name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw wrong(where, name, value, `a whole number of at least ${least}`);
}

/** As `wholeNumber`; null says that there is no such limit. */
export function limit(where: string, name: string, value: unknown): number | null {
  return value === undefined || value === null ? null : wholeNumber(where, name, value, 1);
}

/** A language by its tag (BCP 47). */
export function localeOf(where: string, value: unknown): string {
  try {
    if (typeof value === 'string') return Intl.getCanonicalLocales(value)[0]!;
  } catch {
    // Told below.
  }
  throw wrong(where, 'locale', value, 'the tag of a language such as en');
}

export function trueOrFalse(where: string, name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw wrong(where, name, value, 'true or false');
}

/** `fixedTokens: tokens is 0, wanted a whole number of at least 1; correct it` */
export function wrong(where: string, name: string, value: unknown, wanted: string): LabError {
  const found = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? typeof value);
  return new LabError(`${where}: ${name} is ${found}, wanted ${wanted}; correct it`);
}

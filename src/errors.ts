import { closest, distance } from 'fastest-levenshtein';

/**
 * A mistake in what was given, told in one sentence: where, what was found, what was wanted, what to do.
 * The command line prints the message alone and ends with `exitCode`; anything that is not a LabError is a fault of ours.
 */
export class LabError extends Error {
  override readonly name = 'LabError';
  readonly exitCode = 2;
  /** Where several mistakes were found at once, each as a sentence of its own. */
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = []) {
    super(problems.length === 0 ? message : [message, ...problems.map((line) => `  ${line}`)].join('\n'));
    this.problems = problems;
  }
}

/** The known name nearest to a misspelled one, or null where none is near enough to be meant. */
export function nearest(found: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const lower = found.toLowerCase();
  const candidate = closest(lower, known.map((name) => name.toLowerCase()) as string[]);
  const best = known.find((name) => name.toLowerCase() === candidate) ?? null;
  // More than half of the letters wrong is another word, not a slip.
  if (best === null || distance(lower, candidate) > Math.max(2, Math.floor(best.length / 2))) return null;
  return best;
}

/** `; did you mean "x"?`, or nothing where no known name is near. */
export function didYouMean(found: string, known: readonly string[]): string {
  const name = nearest(found, known);
  return name === null ? '' : `; did you mean "${name}"?`;
}

/** The message of anything thrown, on one line. */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message || thrown.name : textOf(thrown);
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

/** An object without a text of its own says what is in it, rather than `[object Object]`. */
function textOf(thrown: unknown): string {
  const text = String(thrown);
  if (text !== '[object Object]') return text;
  try {
    return JSON.stringify(thrown);
  } catch {
    return text;
  }
}

/** A path that code was given, which nothing has checked where it was run without its types. Throws a LabError where it is no text. */
export function pathGiven(who: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new LabError(
    `${who}: the file is ${JSON.stringify(value) ?? String(value)}, wanted its path as text; write 'lab.sqlite', say`,
  );
}

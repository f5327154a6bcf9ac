import { LabError } from '../../errors.js';

/** A placeholder taken apart at its small words, before anyone asks whether its names are known. */
export type Phrase = {
  /** What stands before `of`, word by word. */
  readonly head: readonly string[];
  readonly of: readonly string[];
  readonly over: string | null;
  readonly on: string | null;
  readonly withInterval: boolean;
};

const LONGEST = 1000;

/**
 * Reads `HEAD of NAME, NAME over NAME on SLICE with interval`, all but the head optional and in this order. A name in double quotes may hold commas and the small
 * words. Throws a LabError without a place, for whoever knows the place to add it.
 */
export function readPhrase(text: string): Phrase {
  if (text.length > LONGEST)
    throw new LabError(
      `is ${text.length} characters long, wanted at most ${LONGEST}; name an experiment instead of its arms`,
    );
  if ((text.match(/"/g) ?? []).length % 2 === 1)
    throw new LabError('has a quote that is not closed, wanted a name between two; close it');
  const words = text.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
  const withInterval = words.at(-2) === 'with' && words.at(-1) === 'interval';
  const { head, of, over, on } = parted(withInterval ? words.slice(0, -2) : words);
  if (head.length === 0)
    throw new LabError(
      'does not say what is wanted of it, wanted a metric, or a word such as delta or table; begin with one',
    );
  return {
    head: head.map((word) => unquoted(word.replace(/,$/, ''))),
    of: namesIn(of ?? []),
    over: over === null ? null : unquoted(over.join(' ')),
    on: on === null ? null : unquoted(on.join(' ')),
    withInterval,
  };
}

type Parts = Readonly<Record<'of' | 'over' | 'on', readonly string[] | null>> & {
  readonly head: readonly string[];
};

/** From the back, since each small word ends what stands before it. */
function parted(words: readonly string[]): Parts {
  const of = words.indexOf('of');
  const over = words.indexOf('over', of + 1);
  const on = words.indexOf('on', Math.max(of, over) + 1);
  const ends = [of, over, on, words.length].filter((at) => at >= 0);
  const after = (at: number) =>
    at < 0 ? null : words.slice(at + 1, Math.min(...ends.filter((end) => end > at)));
  return { head: words.slice(0, Math.min(...ends)), of: after(of), over: after(over), on: after(on) };
}

function namesIn(words: readonly string[]): readonly string[] {
  const names = words.join(' ').match(/(?:"[^"]*"|[^,"])+/g) ?? [];
  return names.map((name) => unquoted(name.trim())).filter((name) => name !== '');
}

function unquoted(name: string): string {
  return name.replaceAll('"', '');
}

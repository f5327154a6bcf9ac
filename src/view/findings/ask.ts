import { didYouMean, LabError } from '../../errors.js';
import { type Phrase, readPhrase } from './phrase.js';

/** Two arms, as their names were written: the difference is `of` less `over`. */
export type Pair = { readonly of: string; readonly over: string };

export const FIGURE_NAMES = [
  'recall-by-kind',
  'recall-at-k',
  'first-rank',
  'heat-map',
  'pareto-front',
  'stages',
  'differences',
  'paired-differences',
  'slope',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

/** Figures of two arms; all others are of a list. */
export const PAIR_FIGURES: readonly FigureName[] = ['paired-differences', 'slope'];

/** What a placeholder asks for. A metric that is null is the primary one of the experiment. */
export type Ask =
  | {
      readonly kind: 'mean';
      readonly metric: string;
      readonly of: string;
      readonly on: string | null;
      readonly withInterval: boolean;
    }
  | { readonly kind: 'n'; readonly of: string; readonly on: string | null }
  | (Pair & {
      readonly kind: 'delta' | 'verdict' | 'counts';
      readonly metric: string | null;
      readonly on: string | null;
    })
  | { readonly kind: 'leaderboard'; readonly of: string }
  | { readonly kind: 'metrics'; readonly metrics: readonly string[]; readonly of: readonly string[] }
  | { readonly kind: 'costs'; readonly of: readonly string[] }
  | (Pair & { readonly kind: 'slices'; readonly metric: string | null })
  | {
      readonly kind: 'figure';
      readonly name: FigureName;
      readonly metric: string | null;
      readonly of: readonly string[];
      readonly over: string | null;
    }
  | { readonly kind: 'methods'; readonly of: readonly string[] };

const TABLES = ['leaderboard', 'metrics', 'slices', 'costs'] as const;
const WORDS = ['delta', 'verdict', 'counts', 'n', 'table', 'figure', 'methods'];

/** Those that fill lines of their own. */
export function isBlock({ kind }: Ask): boolean {
  return ['leaderboard', 'metrics', 'costs', 'slices', 'figure', 'methods'].includes(kind);
}

/** Reads a placeholder. Throws a LabError without a place for what is none. */
export function readAsk(text: string): Ask {
  const phrase = readPhrase(text);
  const [word, ...rest] = phrase.head as [string, ...string[]];
  if (word === 'delta' || word === 'verdict' || word === 'counts') {
    only(phrase, ['of', 'over', 'on']);
    if (word !== 'counts' && rest.length === 0)
      throw new LabError(
        `names no metric, wanted ${word} METRIC of ARM over ARM; write ${word} recall@5, say`,
      );
    return { kind: word, metric: oneAtMost(word, rest), ...pairOf(phrase), on: phrase.on };
  }
  if (word === 'n') {
    only(phrase, ['of', 'on']);
    if (rest.length > 0) throw new LabError(`has the word "${rest[0]}" after n, wanted of; drop it`);
    return { kind: 'n', of: oneName(phrase), on: phrase.on };
  }
  if (word === 'table') return tableOf(phrase, rest);
  if (word === 'figure') return figureOf(phrase, rest);
  if (word === 'methods') {
    only(phrase, ['of']);
    return { kind: 'methods', of: phrase.of };
  }
  if (rest.length > 0 || !looksLikeMetric(word, phrase))
    throw new LabError(
      `begins with "${word}", wanted a metric, or one of ${WORDS.join(', ')}${didYouMean(word, WORDS) || '; see the grammar of placeholders'}`,
    );
  only(phrase, ['of', 'on', 'interval']);
  const { on, withInterval } = phrase;
  return { kind: 'mean', metric: word, of: oneName(phrase), on, withInterval };
}

/** Whether it is a metric is asked of the runs; a slip of one of the words is told here. */
function looksLikeMetric(word: string, { over }: Phrase): boolean {
  return /[@(=\d]/.test(word) || (over === null && didYouMean(word, WORDS) === '');
}

function tableOf(phrase: Phrase, [name, ...rest]: readonly string[]): Ask {
  const found = TABLES.find((one) => one === name);
  if (found === undefined)
    throw new LabError(
      `asks for the table "${name ?? ''}", wanted one of ${TABLES.join(', ')}${didYouMean(name ?? '', TABLES) || '; pick one'}`,
    );
  if (found === 'slices') {
    only(phrase, ['of', 'over']);
    return { kind: 'slices', metric: oneAtMost('table slices', rest), ...pairOf(phrase) };
  }
  only(phrase, ['of']);
  if (found === 'metrics') {
    if (rest.length === 0)
      throw new LabError('names no metric, wanted table metrics METRIC, METRIC of ARM, ARM; name one');
    return { kind: 'metrics', metrics: rest, of: someNames(phrase) };
  }
  if (rest.length > 0)
    throw new LabError(`has the word "${rest[0]}" after table ${found}, wanted of; drop it`);
  return found === 'costs'
    ? { kind: 'costs', of: someNames(phrase) }
    : { kind: 'leaderboard', of: oneName(phrase) };
}

function figureOf(phrase: Phrase, [name = '', ...rest]: readonly string[]): Ask {
  const found = FIGURE_NAMES.find((one) => one === name);
  if (found === undefined)
    throw new LabError(
      `asks for the figure "${name}", wanted one of ${FIGURE_NAMES.join(', ')}${didYouMean(name, FIGURE_NAMES) || '; pick one'}`,
    );
  const metric = oneAtMost(`figure ${found}`, rest);
  if (PAIR_FIGURES.includes(found)) {
    only(phrase, ['of', 'over']);
    const { of, over } = pairOf(phrase);
    return { kind: 'figure', name: found, metric, of: [of], over };
  }
  only(phrase, ['of']);
  return { kind: 'figure', name: found, metric, of: someNames(phrase), over: null };
}

type Part = 'of' | 'over' | 'on' | 'interval';

/** A word that changes nothing would be believed to. */
function only(phrase: Phrase, known: readonly Part[]): void {
  const { over, on, withInterval } = phrase;
  const there: readonly (readonly [Part, boolean, string])[] = [
    ['over', over !== null, 'over'],
    ['on', on !== null, 'on'],
    ['interval', withInterval, 'with interval'],
  ];
  const extra = there.find(([part, is]) => is && !known.includes(part));
  if (extra !== undefined)
    throw new LabError(
      `has "${extra[2]}", which goes not with ${phrase.head[0]}, wanted no more than ${known.join(', ')}; drop it, or put a name that holds the word in double quotes`,
    );
}

function pairOf(phrase: Phrase): Pair {
  const of = oneName(phrase);
  if (phrase.over === null || phrase.over === '')
    throw new LabError(
      `names no arm to compare with, wanted ${phrase.head[0]} … of ARM over ARM; add over and its name`,
    );
  return { of, over: phrase.over };
}

function oneName(phrase: Phrase): string {
  const [name, ...others] = someNames(phrase);
  if (others.length > 0)
    throw new LabError(
      `names ${others.length + 1} things after of, wanted one; put a name that holds a comma in double quotes`,
    );
  return name!;
}

function someNames({ head, of }: Phrase): readonly string[] {
  if (of.length === 0)
    throw new LabError(`does not say of what, wanted ${head.join(' ')} of and a name; add it`);
  return of;
}

function oneAtMost(of: string, words: readonly string[]): string | null {
  if (words.length > 1)
    throw new LabError(`has "${words[1]}" after ${of} ${words[0]}, wanted one metric and then of; drop it`);
  return words[0] ?? null;
}

import type { AsyncChunker } from '../chunk/async-chunker.js';
import { didYouMean, LabError } from '../errors.js';
import { metric } from '../measure/registry.js';
import type { Chunker, Embedder, FamilyRef, RetrieverSpec, Split } from '../types.js';

/** One configured retriever within a comparison. */
export type Arm = {
  readonly name: string;
  /** One that embeds to find its cuts answers with a promise. */
  readonly chunker: Chunker | AsyncChunker;
  readonly retriever: RetrieverSpec;
};

/** One question as data: which arms, over what, by which metric; declared before anything is run. */
export type Experiment = {
  readonly question: string;
  /** What its author thinks will come out, written down before it is run: it stands in the report beside what did. */
  readonly expected?: string;
  /** What the report is headed with; the question unless said. */
  readonly title?: string;
  readonly dataset: string;
  readonly split?: Split;
  readonly arms: readonly Arm[];
  /** The name of the arm that the others are compared with, or several. */
  readonly baseline: string | readonly string[];
  /** In pages. */
  readonly k: number;
  /** In chunks. */
  readonly depth: number;
  /** The one metric that verdicts are about. */
  readonly primary: string;
  /** Shown beside it. */
  readonly metrics?: readonly string[];
  /** How p and intervals are corrected where there are several comparisons: max-t unless said. */
  readonly correction?: FamilyRef['correction'];
  /** Searches for each case, where a retriever does not always give the same. Default 1. */
  readonly repeats?: number;
};

const KEYS = [
  'question',
  'expected',
  'title',
  'dataset',
  'split',
  'arms',
  'baseline',
  'k',
  'depth',
  'primary',
  'metrics',
  'correction',
  'repeats',
];

/** What a grid crosses. */
export type GridParts = {
  readonly chunker: readonly (Chunker | AsyncChunker)[];
  readonly embedder?: readonly Embedder[];
  /** Settings; one that needs an embedder is a function of it, such as `(embedder) => vector({ embedder })`. */
  readonly retriever: readonly (RetrieverSpec | ((embedder: Embedder) => RetrieverSpec))[];
};

/**
 * Every chunker with every retriever, and those that take an embedder with every embedder; an arm is called `chunker · retriever`. Throws a LabError where a
 * part is missing.
 */
export function grid({ chunker, embedder = [], retriever, ...unknown }: GridParts): readonly Arm[] {
  checkGrid({ chunker, embedder, retriever }, unknown);
  const retrievers = retriever.flatMap((one) =>
    typeof one === 'function' ? embedder.map((each) => one(each)) : [one],
  );
  return chunker.flatMap((cut) =>
    retrievers.map((one) => ({ name: `${cut.name} · ${one.name}`, chunker: cut, retriever: one })),
  );
}

function checkGrid(given: Required<GridParts>, unknown: object): void {
  const [key] = Object.keys(unknown);
  if (key !== undefined)
    throw new LabError(
      `grid: "${key}" is unknown, wanted chunker, embedder or retriever${didYouMean(key, Object.keys(given)) || '; drop it'}`,
    );
  for (const name of ['chunker', 'retriever'] as const)
    if (!Array.isArray(given[name]) || given[name].length === 0)
      throw new LabError(`grid: ${name} is empty, wanted a list of at least one; give some`);
  const takes = given.retriever.some((one) => typeof one === 'function');
  if (takes && given.embedder.length === 0)
    throw new LabError(
      'grid: a retriever is a function of an embedder and there is none, wanted a list of them; give embedder: [useLite()], say',
    );
  if (!takes && given.embedder.length > 0)
    throw new LabError(
      'grid: there are embedders and no retriever takes one, wanted a function such as (embedder) => vector({ embedder }); add it, or drop embedder',
    );
}

/** Checks an experiment where it is written, so that a slip is found before the first query. Returns it as it is. */
export function experiment(given: Experiment): Experiment {
  const say = (sentence: string): never => {
    throw new LabError(`experiment: ${sentence}`);
  };
  for (const key of Object.keys(given))
    if (!KEYS.includes(key))
      say(`"${key}" is unknown, wanted one of ${KEYS.join(', ')}${didYouMean(key, KEYS) || '; drop it'}`);
  for (const key of ['question', 'dataset', 'primary'] as const) {
    if (typeof given[key] !== 'string' || given[key].trim() === '')
      say(`"${key}" is ${JSON.stringify(given[key])}, wanted a text; fill it in`);
  }
  if (!Array.isArray(given.arms) || given.arms.length === 0)
    say('"arms" is empty, wanted at least one arm; list some, or use grid()');
  for (const key of ['k', 'depth'] as const) {
    if (!Number.isInteger(given[key]) || given[key] < 1)
      say(`"${key}" is ${JSON.stringify(given[key])}, wanted a whole number of at least 1; fill it in`);
  }
  for (const arm of given.arms) {
    if (typeof arm?.name !== 'string' || arm.name.trim() === '')
      say(`an arm has the name ${JSON.stringify(arm?.name)}, wanted a text; name it`);
    if (typeof arm.chunker?.chunk !== 'function')
      say(`the arm "${arm.name}" has no chunker, wanted one such as headings(); call it`);
    if (typeof arm.retriever?.build !== 'function')
      say(
        `the arm "${arm.name}" has no retriever setting, wanted one such as bm25(); call it, without chunks`,
      );
  }
  const names = given.arms.map((arm) => arm.name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) say(`the arm "${twice}" is there twice, wanted each name once; rename one`);
  checkBaselines(given, names, say);
  if (given.expected !== undefined && typeof given.expected !== 'string')
    say(
      `"expected" is ${JSON.stringify(given.expected)}, wanted a text; say in words what you think will come out`,
    );
  if (given.repeats !== undefined && !(Number.isInteger(given.repeats) && given.repeats >= 1))
    say(`"repeats" is ${JSON.stringify(given.repeats)}, wanted a whole number of at least 1; correct it`);
  for (const name of [given.primary, ...(given.metrics ?? [])]) metric(name);
  return given;
}

/** The names of the baselines, as a list. */
export function baselinesOf({ baseline }: Experiment): readonly string[] {
  return typeof baseline === 'string' ? [baseline] : baseline;
}

function checkBaselines(given: Experiment, names: readonly string[], say: (sentence: string) => never): void {
  const baselines = baselinesOf(given);
  if (!Array.isArray(baselines) || baselines.length === 0)
    say(
      `"baseline" is ${JSON.stringify(given.baseline)}, wanted the name of an arm, or a list of some; fill it in`,
    );
  for (const name of baselines)
    if (!names.includes(name))
      say(
        `the baseline ${JSON.stringify(name)} is no arm, wanted one of ${names.join(', ')}${(typeof name === 'string' && didYouMean(name, names)) || '; pick one'}`,
      );
  const known: readonly unknown[] = [undefined, 'max-t', 'holm', 'benjamini-hochberg'];
  if (!known.includes(given.correction))
    say(
      `"correction" is ${JSON.stringify(given.correction)}, wanted one of ${known.slice(1).join(', ')}; pick one`,
    );
}

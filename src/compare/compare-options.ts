import { didYouMean, LabError } from '../errors.js';
import type { Run, Slicer } from '../types.js';
import { BESIDE, type BesideName } from './beside.js';

export type CompareOptions = {
  /** Groups of cases to show beside the whole; by kind unless said. */
  readonly by?: Slicer;
  /** Compares the cases both runs have, unedited, where the sets differ; said in the result. */
  readonly onSharedCases?: boolean;
  /** Of the Monte Carlo test, where enumeration is too large. Default 42. */
  readonly seed?: number;
  /** Cases that hang together (one document, one user): their signs are flipped as one. Each stands for itself unless said. */
  readonly cluster?: Slicer;
  /** Statistics to show beside the one rule; they decide nothing. */
  readonly also?: readonly BesideName[];
};

const OPTION_NAMES = ['by', 'onSharedCases', 'seed', 'cluster', 'also'];

/** Throws a LabError for what is no run, an option that is unknown, or one that is no such thing. */
export function checkArguments(a: unknown, b: unknown, options: CompareOptions): void {
  for (const run of [a, b] as readonly Partial<Run>[]) {
    if (Array.isArray(run?.results) && Array.isArray(run.cases)) continue;
    const found = run instanceof Promise ? 'a promise' : typeof run;
    throw new LabError(
      `compare: found ${found}, wanted a run; await evaluate(…), or read one with store.run(name)`,
    );
  }
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, OPTION_NAMES) || '; drop it';
    throw new LabError(
      `compare: the option "${unknown}" is unknown, wanted one of ${OPTION_NAMES.join(', ')}${hint}`,
    );
  }
  for (const name of ['by', 'cluster'] as const) {
    if (options[name] === undefined || typeof options[name] === 'function') continue;
    throw new LabError(
      `compare: ${name} is ${JSON.stringify(options[name])}, wanted a function of a case; write (item) => item.kind, say`,
    );
  }
  const { seed = 0 } = options;
  if (!Number.isInteger(seed) || seed < 0)
    throw new LabError(
      `compare: seed is ${JSON.stringify(seed) ?? seed}, wanted a whole number of at least 0; correct it`,
    );
  checkAlso(options);
}

/** What the other statistics say of single cases they cannot say of clusters. */
function checkAlso({ also = [], cluster }: CompareOptions): void {
  if (!Array.isArray(also))
    throw new LabError(`compare: also is ${JSON.stringify(also)}, wanted a list; write ['bootstrap'], say`);
  const known = Object.keys(BESIDE);
  const wrong = also.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new LabError(
      `compare: the statistic "${wrong}" is unknown, wanted one of ${known.join(', ')}${didYouMean(wrong, known) || '; drop it'}`,
    );
  const single = also.find((name) => name !== 'bootstrap');
  if (cluster !== undefined && single !== undefined)
    throw new LabError(
      `compare: "${single}" takes each case for itself, found clusters, wanted bootstrap alone; drop it or the clusters`,
    );
}

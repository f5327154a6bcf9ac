import { invertFlips } from '../src/compare/invert-flips.js';
import { flipsPValue, randomizationTest } from '../src/compare/randomization-test.js';
import { sampledFlips } from '../src/compare/sign-flips.js';
import { verdictOf } from '../src/compare/verdict.js';
import { type RandomWords, randomInt, randomWords } from '../src/measure/random.js';
import type { Interval, PairedDifference, PairedResult } from '../src/types.js';

export type Alarms = {
  readonly n: number;
  readonly trials: number;
  /** Share of trials with p < 0.05. */
  readonly rate: number;
  /** Trials in which p, interval and verdict say different things. */
  readonly atOdds: number;
};

type Rule = (differences: readonly number[], seed: number) => { pValue: number; interval: Interval };

/**
 * The rule with fewer flips: (b + 1) / (B + 1) bounds false alarms by 5 % at any number of them, so that thousands of trials are
 * a matter of seconds.
 */
export const withFewFlips: Rule = (differences, seed) => {
  const flips = sampledFlips(differences, seed, { resamples: 999 });
  const pValue = flipsPValue(flips);
  return { pValue, interval: invertFlips(flips, pValue, 0.05) };
};

/** The test as it is used. */
export const asUsed: Rule = randomizationTest;

/**
 * How often two real arms are told apart that are made equal: n of their queries are drawn with replacement, and on each the two
 * values change places by the throw of a coin. So each has the same true mean, and the differences have a real spread.
 */
export function swappedArms(
  a: readonly number[],
  b: readonly number[],
  options: { readonly n: number; readonly trials: number; readonly rule: Rule },
): Alarms {
  return alarms(options, (words) => {
    const i = randomInt(words, a.length);
    return words() & 1 ? [a[i]!, b[i]!] : [b[i]!, a[i]!];
  });
}

/** Truly no mean difference, but skewed: a quarter of the queries gain 0.2, a twentieth lose 1. */
export function skewedArms(options: {
  readonly n: number;
  readonly trials: number;
  readonly rule: Rule;
}): Alarms {
  return alarms(options, (words) => {
    const twentieth = randomInt(words, 20);
    return twentieth < 5 ? [0.5, 0.7] : twentieth === 5 ? [1, 0] : [0.5, 0.5];
  });
}

function alarms(
  { n, trials, rule }: { readonly n: number; readonly trials: number; readonly rule: Rule },
  draw: (words: RandomWords) => readonly [number, number],
): Alarms {
  const words = randomWords(n);
  let [told, atOdds] = [0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const pairs = Array.from({ length: n }, (_, i) => pairOf(`${i}`, draw(words)));
    const { pValue, interval } = rule(
      pairs.map(({ delta }) => delta!),
      trial,
    );
    if (pValue < 0.05) told++;
    if (!agree(pairs, pValue, interval)) atOdds++;
  }
  return { n, trials, rate: told / trials, atOdds };
}

function pairOf(caseId: string, [a, b]: readonly [number, number]): PairedResult {
  const delta = b - a;
  const status = Math.abs(delta) <= 1e-9 ? 'same' : delta > 0 ? 'better' : 'worse';
  return { caseId, kind: '', query: '', status, a, b, delta };
}

function agree(pairs: readonly PairedResult[], pValue: number, [low, high]: Interval): boolean {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const delta = mean(pairs.map((row) => row.delta!));
  const difference: PairedDifference = {
    n: pairs.length,
    meanA: mean(pairs.map(({ a }) => a!)),
    meanB: mean(pairs.map(({ b }) => b!)),
    delta,
    interval: pairs.every(({ status }) => status === 'same') ? null : [low, high],
    pValue,
  };
  const verdict = verdictOf(pairs, difference, difference);
  const leavesOut0 = (low !== null && low > 0) || (high !== null && high < 0);
  const told = verdict === 'better' || verdict === 'worse';
  return told === pValue < 0.05 && told === leavesOut0 && (!told || (verdict === 'better') === low! > 0);
}

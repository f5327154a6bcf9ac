import { LabError } from '../errors.js';
import { TOLERANCE } from '../measure/protocol.js';
import { moments } from './moments.js';
import { ALPHA } from './randomization-test.js';
import { incompleteBeta, normalQuantile } from './special-functions.js';

export const POWER = 0.8;

/**
 * The smallest true mean difference that such a pair of runs would show in 80 % of repetitions, two-sided at 0.05, from
 * the spread of its own differences: (z₀.₉₇₅ + z₀.₈₀) sd / √n (Cohen 1988; for retrieval Webber, Moffat and Zobel 2008). A plain
 * normal approximation, rough where few queries moved. What was found is no part of it: it is not the power of the observed
 * difference, which would only say p again. Null below two differences or without spread, and where so few moved that no signs of theirs
 * could come below the level: 2 of 2^5 flips are 0.0625.
 */
export function detectable(differences: readonly number[], alpha = ALPHA): number | null {
  const { n, sd } = moments(differences);
  if (sd === null || sd === 0) return null;
  const moved = differences.filter((value) => Math.abs(value) > TOLERANCE).length;
  if (2 / 2 ** moved >= alpha) return null;
  return ((normalQuantile(1 - alpha / 2) + normalQuantile(POWER)) * sd) / Math.sqrt(n);
}

export type Beforehand = {
  /** Queries in the set, a whole number from 1. */
  readonly n: number;
  /** Share of the queries on which the two arms will differ at all, above 0 up to 1. */
  readonly changed: number;
  /** By how much a query that changes does: 1 where it is found or not, less where ranks shift. Default 1. */
  readonly typicalChange?: number;
};

export type DetectableBeforehand = {
  /** The mean difference over all n queries. */
  readonly difference: number;
  /** The expected numbers of queries that get better and worse at that difference. */
  readonly better: number;
  readonly worse: number;
};

/**
 * What a set of n queries can show before anything is run: the smallest true difference for the better that the randomization
 * test calls better in 80 % of runs. Each query changes with the chance `changed`, by `typicalChange`, for the better
 * with one chance π; where all changes are of one size the randomization test is the sign test on them. Summed exactly
 * over the number m of changed queries, Binomial(n, changed): power = Σ P(m) P(better of m reach the critical number), and
 * π is sought by halving; the difference is (2π - 1) · changed · typicalChange. Null where even all changes for the
 * better do not reach 80 %: the set is too small, or too little will change. With changes of differing sizes it is a guide, no
 * promise.
 */
export function detectableBeforehand({
  n,
  changed,
  typicalChange = 1,
}: Beforehand): DetectableBeforehand | null {
  checkBeforehand({ n, changed, typicalChange });
  const cases = changedCases(n, changed);
  const power = (share: number) => powerAt(cases, share);
  if (power(1) < POWER) return null;
  let [low, high] = [0.5, 1];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (power(middle) >= POWER) high = middle;
    else low = middle;
  }
  return {
    difference: (2 * high - 1) * changed * typicalChange,
    better: n * changed * high,
    worse: n * changed * (1 - high),
  };
}

type ChangedCase = {
  readonly m: number;
  readonly mass: number;
  /** The fewest better of m that the test calls better; above m where none are enough. */
  readonly critical: number;
};

/** Each number of changed queries that is not negligibly rare (beyond nine standard deviations). */
function changedCases(n: number, changed: number): readonly ChangedCase[] {
  const spread = 9 * Math.sqrt(n * changed * (1 - changed)) + 9;
  const from = Math.max(0, Math.floor(n * changed - spread));
  const to = Math.min(n, Math.ceil(n * changed + spread));
  const cases: ChangedCase[] = [];
  for (let m = from, critical = 0; m <= to; m++) {
    critical = criticalNumber(m, critical);
    cases.push({ m, mass: atLeast(n, m, changed) - atLeast(n, m + 1, changed), critical });
  }
  return cases;
}

/** It only grows with m, so the last one is where the search begins. */
function criticalNumber(m: number, start: number): number {
  let critical = Math.max(start, Math.floor(m / 2) + 1);
  while (critical <= m && 2 * atLeast(m, critical, 0.5) >= ALPHA) critical++;
  return critical;
}

function powerAt(cases: readonly ChangedCase[], share: number): number {
  return cases.reduce((sum, { m, mass, critical }) => sum + mass * atLeast(m, critical, share), 0);
}

/** P(Binomial(n, p) >= k), as an incomplete beta (DLMF 8.17.5). */
function atLeast(n: number, k: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return incompleteBeta(p, k, n - k + 1);
}

/** Beyond so many cases the exact sums take minutes, and any difference worth having is told. */
const MOST_CASES = 1_000_000;

function checkBeforehand({ n, changed, typicalChange }: Required<Beforehand>): void {
  const say = (name: string, value: unknown, wanted: string): never => {
    throw new LabError(`detectableBeforehand: ${name} is ${value}, wanted ${wanted}; correct it`);
  };
  if (!(Number.isInteger(n) && n >= 1 && n <= MOST_CASES))
    say('n', n, `a whole number of cases from 1 to ${MOST_CASES}`);
  if (!(changed > 0 && changed <= 1)) say('changed', changed, 'a share above 0 and at most 1');
  if (!(typicalChange > 0 && Number.isFinite(typicalChange)))
    say('typicalChange', typicalChange, 'a number above 0');
}

import { madeRun } from '../src/compare/made-run.contract.js';
import { flipsPValue } from '../src/compare/randomization-test.js';
import { sampledFlips } from '../src/compare/sign-flips.js';
import { ActiveJudging } from '../src/judge/active-judging.js';
import type { PoolItem } from '../src/judge/pool.js';
import { randomInt, randomWords } from '../src/measure/random.js';
import type { Run, Verdict } from '../src/types.js';
import { DL19_SYSTEMS, topics } from './dl19.js';

/** Two runs over the same queries with no label at all, and what judges would say. */
export type HiddenPair = {
  readonly name: string;
  readonly a: Run;
  readonly b: Run;
  readonly gradeOf: (item: Pick<PoolItem, 'caseId' | 'page'>) => number;
};

/** After how many judgments something was as it stayed, of how many in all. */
export type Settled = {
  readonly verdict: number;
  readonly sign: number;
  readonly all: number;
  /** With all judged. */
  readonly final: Verdict;
};

export const ORDERS = ['active', 'depth', 'random'] as const;
export type Order = (typeof ORDERS)[number];

/**
 * Pairs made of the six systems of TREC DL 2019, of which there are 15 only: each over one half of the topics, and over the other; then the same over other halves. The halves
 * are drawn from a seed. Pairs that share a system or topics are not independent of each other.
 */
export function dl19Pairs(metric: string, k: number, count: number): readonly HiddenPair[] {
  const judged = new Map(DL19_SYSTEMS.map((system) => [system, topics(system)]));
  const names = [...judged.get('BM25')!.keys()];
  const found: HiddenPair[] = [];
  for (let split = 1; found.length < count; split++)
    for (const [i, first] of DL19_SYSTEMS.entries())
      for (const second of DL19_SYSTEMS.slice(i + 1))
        for (const half of halvesOf(names, split)) {
          if (found.length === count) return found;
          found.push(hiddenPair(`${first} and ${second}, ${split}`, half, [first, second], metric, k));
        }
  return found;

  function hiddenPair(
    name: string,
    half: readonly string[],
    systems: readonly (typeof DL19_SYSTEMS)[number][],
    metric: string,
    k: number,
  ): HiddenPair {
    const cases = half.map((id) => ({ id, query: `topic ${id}`, kind: 'dl19', labels: [], fields: {} }));
    const [a, b] = systems.map((system) => {
      const rankings = half.map((id) => judged.get(system)!.get(id)!.pages);
      return madeRun({ name: system, cases, rankings, metrics: [metric], k, depth: 100 });
    });
    const gradeOf = ({ caseId, page }: Pick<PoolItem, 'caseId' | 'page'>) =>
      Math.max(0, judged.get('BM25')!.get(caseId)!.grades.get(page) ?? 0);
    return { name, a: a!, b: b!, gradeOf };
  }
}

function halvesOf(names: readonly string[], seed: number): readonly (readonly string[])[] {
  const mixed = shuffled(names, seed);
  const middle = Math.ceil(names.length / 2);
  return [mixed.slice(0, middle), mixed.slice(middle)];
}

function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  const words = randomWords(seed);
  const mixed = [...values];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = randomInt(words, i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}

/** Judges the pair's pages one by one in an order, and looks back from the end how long verdict and sign have been what they are there. */
export function settledAfter(pair: HiddenPair, metric: string, order: Order, resamples = 9_999): Settled {
  const judging = new ActiveJudging(pair.a, pair.b, { metric, best: 3 });
  const places = new Map(judging.pairs.map(({ caseId }, i) => [caseId, i]));
  const steps: { readonly at: number; readonly before: number }[] = [];
  const deltas = judging.rows().map(({ delta }) => delta!);
  for (const next of sequence(pair, judging, order)) {
    const at = places.get(next.caseId)!;
    steps.push({ at, before: deltas[at]! });
    judging.judge({ caseId: next.caseId, page: next.page, grade: pair.gradeOf(next) });
    deltas[at] = judging.answered[at]!.delta();
  }
  const said = {
    verdict: (of: readonly number[]) => verdictOf(of, resamples),
    sign: (of: readonly number[]) => String(signOf(of)),
  };
  return {
    verdict: lastChange(deltas, steps, said.verdict),
    sign: lastChange(deltas, steps, said.sign),
    all: steps.length,
    final: said.verdict(deltas),
  };
}

/** The active order hangs on the judgments so far, so it is asked for one page at a time. */
function* sequence(pair: HiddenPair, judging: ActiveJudging, order: Order): Generator<PoolItem> {
  if (order === 'active') {
    for (let [next] = judging.next(); next !== undefined; [next] = judging.next()) yield next;
    return;
  }
  const all = judging.answered.flatMap(({ item: { id, query }, unjudged }) =>
    unjudged.map((page) => ({ caseId: id, query, page })),
  );
  const mixed = shuffled(all, 7);
  if (order === 'random') return yield* mixed;
  const rank = rankIn(pair);
  yield* [...mixed].sort((x, y) => rank(x) - rank(y));
}

/** The better of the ranks that the two runs give a page: pools of depth 1, 2, 3 and so on hold just those up to it. */
function rankIn({ a, b }: HiddenPair): (item: PoolItem) => number {
  const ranks = new Map<string, number>();
  for (const { results } of [a, b])
    for (const { caseId, hits } of results)
      for (const [i, { docId }] of hits.entries()) {
        const key = `${caseId} ${docId}`;
        ranks.set(key, Math.min(i, ranks.get(key) ?? i));
      }
  return ({ caseId, page }) => ranks.get(`${caseId} ${page}`)!;
}

function lastChange(
  end: readonly number[],
  steps: readonly { readonly at: number; readonly before: number }[],
  say: (deltas: readonly number[]) => string,
): number {
  const deltas = [...end];
  const final = say(deltas);
  for (let i = steps.length - 1; i >= 0; i--) {
    const { at, before } = steps[i]!;
    if (deltas[at] === before) continue;
    deltas[at] = before;
    if (say(deltas) !== final) return i + 1;
  }
  return 0;
}

function signOf(deltas: readonly number[]): number {
  const sum = deltas.reduce((total, delta) => total + delta, 0);
  return Math.abs(sum) <= 1e-9 ? 0 : Math.sign(sum);
}

/** The one rule with drawn flips throughout, as it is where there are too many sums to count. */
function verdictOf(deltas: readonly number[], resamples: number): Verdict {
  if (deltas.every((delta) => Math.abs(delta) <= 1e-9)) return 'identical';
  const p = flipsPValue(sampledFlips(deltas, 42, { resamples }));
  if (p >= 0.05) return 'cannot-tell';
  return signOf(deltas) > 0 ? 'better' : 'worse';
}

/** The lower quartile, the median and the upper one, each a value that was observed. */
export function quartilesOf(values: readonly number[]): readonly [number, number, number] {
  const sorted = [...values].sort((x, y) => x - y);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;
  return [at(0.25), at(0.5), at(0.75)];
}

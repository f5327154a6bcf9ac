import { normalCdf } from '../compare/special-functions.js';
import { type Extreme, extremeOf } from '../compare/unjudged-extremes.js';
import { randomWords } from '../measure/random.js';
import type { ActiveJudging } from './active-judging.js';

/** How far judging has come, and whether more of it could change what is said. */
export type ActiveProgress = {
  readonly judged: number;
  /** Pages within the cut that still have no label. */
  readonly left: number;
  /** With the labels so far. */
  readonly now: Extreme;
  /** With labels for all that is left which favour run a, or run b. */
  readonly forA: Extreme;
  readonly forB: Extreme;
  /** Whether the two are over all labels that there could be; else they are as far apart as a search finds them, where pages of a query are many. */
  readonly exact: boolean;
  /** What the probability is computed with, for every page that is left. */
  readonly relevantShare: number;
  /** That b's mean is above a's once all is judged. */
  readonly probabilityBHigher: number;
  /**
   * `verdict`: the one rule says the same at both extremes. `sign`: the mean difference has one sign at both. `likely`: it has with the wanted
   * confidence. `no`: judge on.
   */
  readonly settled: 'verdict' | 'sign' | 'likely' | 'no';
};

/** Draws of each query; over many queries fewer do, since the errors of their moments even out. */
const DRAWS = { most: 200, least: 20, together: 200_000 } as const;

/**
 * Whether it is settled. As in the paper the mean difference over all ways in which the rest could be judged is taken to be normal, each page being relevant with probability
 * p on its own; its moments are there a closed form of average precision, here the sums over queries of means and variances over seeded draws. The paper stops at
 * the sign; the verdict is the one rule's, at both extremes: strictly it might differ somewhere between them, where labels favour a here and b there.
 */
export function progressOf(judging: ActiveJudging, confidence = 0.95): ActiveProgress {
  const extreme = (rows: Parameters<typeof extremeOf>[0]) => extremeOf(rows, { seed: 42 });
  const now = extreme(judging.rows());
  const [forA, forB] = [extreme(judging.rowsFavouring('a')), extreme(judging.rowsFavouring('b'))];
  const probabilityBHigher = probabilityOf(judging);
  const sure = Math.max(probabilityBHigher, 1 - probabilityBHigher) >= confidence;
  const sameSign = forA.delta > 0 === forB.delta > 0 && forA.delta < 0 === forB.delta < 0;
  const sameVerdict = now.verdict !== null && [forA, forB].every(({ verdict }) => verdict === now.verdict);
  return {
    judged: judging.judgments.length,
    left: judging.left,
    now,
    forA,
    forB,
    exact: judging.exactExtremes,
    relevantShare: judging.relevantShare,
    probabilityBHigher,
    settled: sameVerdict ? 'verdict' : sameSign ? 'sign' : sure ? 'likely' : 'no',
  };
}

/** P(Δ > 0) of the normal distribution with the mean and variance of the sum over queries; where nothing varies, by the sum alone. */
function probabilityOf(judging: ActiveJudging): number {
  const cases = judging.answered;
  const draws = Math.round(Math.min(DRAWS.most, Math.max(DRAWS.least, DRAWS.together / cases.length)));
  const words = randomWords(judging.seed);
  let [mean, variance] = [0, 0];
  for (const one of cases) {
    if (one.unjudged.length === 0) {
      mean += one.delta();
      continue;
    }
    const values = Array.from({ length: draws }, () => one.drawn(judging.relevantShare, words));
    const middle = values.reduce((sum, value) => sum + value, 0) / draws;
    mean += middle;
    variance += values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (draws - 1);
  }
  if (variance === 0) return mean > 0 ? 1 : mean < 0 ? 0 : 0.5;
  return normalCdf(mean / Math.sqrt(variance));
}

import { pText, rangeText, signed } from '../../compare/verdict.js';
import type { Verdict } from '../../types.js';
import { formatMetric } from '../tables.js';
import { VERDICT_WORDS } from '../verdict-words.js';
import { brief, NAME } from './brief.js';
import type { PairNumbers } from './review-types.js';

type Names = {
  readonly runA: { readonly name: string };
  readonly runB: { readonly name: string };
  readonly metric: string;
};

export function headlineOf(verdict: Verdict, { runA, runB, metric }: Names): string {
  const [a, b] = [brief(runA.name, NAME), brief(runB.name, NAME)];
  const said = {
    better: `${b} is better than ${a} on ${metric}`,
    worse: `${b} is worse than ${a} on ${metric}`,
    'cannot-tell': `whether ${b} differs from ${a} on ${metric}`,
    identical: `${b} and ${a} are the same on every query by ${metric}`,
  }[verdict];
  return `${VERDICT_WORDS[verdict]}${verdict === 'cannot-tell' ? ' ' : ': '}${said}`;
}

/** `0.570 → 0.528, difference −0.042 (95 % interval −0.083 to −0.001, p = 0.044 of this pair alone, n = 87)`. */
export function numbersLine({
  meanA,
  meanB,
  delta,
  interval,
  pValue,
  n,
  family,
}: Omit<PairNumbers, 'better' | 'worse' | 'same' | 'failed'>): string {
  if (delta === null) return 'No query was answered by both runs';
  const together = family === null ? ' of this pair alone' : ` for ${family.size} comparisons together`;
  const how =
    interval === null
      ? 'identical on all of them'
      : `95 % interval ${rangeText(interval)}, p = ${pText(pValue ?? 1)}${together}`;
  return `Mean ${formatMetric(meanA)} → ${formatMetric(meanB)}, difference ${signed(delta)} (${how}, n = ${n})`;
}

export function disputedLine(left: number, numbers: PairNumbers, verdict: Verdict): string {
  return `Without the ${left === 1 ? 'query' : `${left} queries`} whose labels are disputed: ${VERDICT_WORDS[verdict]}. ${numbersLine(numbers)}; ${numbers.worse} worse, ${numbers.better} better, ${numbers.same} same`;
}

import type { Comparison, Interval, PairedDifference, PairedResult, Verdict } from '../types.js';
import { ALPHA } from './randomization-test.js';

/** The one rule, on the answered pairs and again with failures as 0; where the two disagree there is no verdict. */
export function verdictOf(
  pairs: readonly PairedResult[],
  answered: PairedDifference,
  asZero: PairedDifference,
): Verdict {
  const verdict = rule(answered);
  if (pairs.every((row) => row.status !== 'failed')) return verdict;
  return verdict === rule(asZero) ? verdict : 'cannot-tell';
}

function rule({ delta, interval, pValue }: PairedDifference): Verdict {
  if (delta === null || pValue === null) return 'cannot-tell';
  if (interval === null) return 'identical';
  if (pValue >= ALPHA) return 'cannot-tell';
  return delta > 0 ? 'better' : 'worse';
}

type Facts = Pick<
  Comparison,
  | 'metric'
  | 'runA'
  | 'runB'
  | 'n'
  | 'meanA'
  | 'meanB'
  | 'delta'
  | 'interval'
  | 'pValue'
  | 'better'
  | 'worse'
  | 'same'
  | 'failed'
  | 'withFailuresAsZero'
  | 'verdict'
> & { readonly family?: Comparison['family'] };

/** The verdict in one sentence with the numbers it rests on. */
export function sentenceOf(facts: Facts): string {
  const { metric, runA, runB, n, verdict, failed } = facts;
  if (n === 0)
    return `Can't tell ${runB.name} from ${runA.name} on ${metric}: no query was answered by both (${failed} failed).`;
  if (verdict === 'identical')
    return `${runB.name} and ${runA.name} are identical on all ${n} queries by ${metric} (${fixed(facts.meanA)})${failures(facts)}.`;
  const words = {
    better: `${runB.name} is better than ${runA.name} on ${metric}`,
    worse: `${runB.name} is worse than ${runA.name} on ${metric}`,
    'cannot-tell': `Can't tell ${runB.name} from ${runA.name} on ${metric}`,
  }[verdict];
  return `${words}: ${numbers(facts)}${failures(facts)}.`;
}

function numbers({ n, meanA, meanB, delta, interval, pValue, better, worse, same, family }: Facts): string {
  const corrected = family ? ` for ${family.size} comparisons together` : '';
  const range =
    interval === null
      ? 'identical on all of them'
      : `95 % interval ${rangeText(interval)}, p = ${pText(pValue ?? 1)}${corrected}`;
  return `${fixed(meanB)} against ${fixed(meanA)}, ${signed(delta ?? 0)} (${range}, n = ${n}; ${better} better, ${worse} worse, ${same} same)`;
}

function failures({ failed, withFailuresAsZero: zero, verdict }: Facts): string {
  if (failed === 0) return '';
  const text = `; ${failed} failed, with those as 0 ${fixed(zero.meanB)} against ${fixed(zero.meanA)}, ${signed(zero.delta ?? 0)}, p = ${pText(zero.pValue ?? 1)}`;
  return verdict === 'cannot-tell' ? `${text}, and a verdict needs both to agree` : text;
}

/** `+0.031 to +0.142`; an end that the data do not bound is said so. */
export function rangeText([low, high]: Interval): string {
  return `${low === null ? 'unbounded' : signed(low)} to ${high === null ? 'unbounded' : signed(high)}`;
}

export function signed(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return text === '0.000' ? text : `${value < 0 ? '−' : '+'}${text}`;
}

export function pText(p: number): string {
  return p < 0.001 ? p.toExponential(1) : p.toFixed(3);
}

function fixed(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

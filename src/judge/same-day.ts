import type { Judgment } from '../store/judgment.js';

/**
 * A sentence where a later pass is begun on the day of an earlier one by the same judge, by the local calendar: what is remembered is not judged anew. Takes all judgments of
 * one judge on one dataset; null where there is nothing to say.
 */
export function sameDayNote(judgments: readonly Judgment[], pass: number, now: Date): string | null {
  const day = (at: string | Date) => new Date(at).toDateString();
  const begun = judgments.find((one) => one.pass === pass)?.judgedAt ?? now;
  const earlier = judgments.find((one) => one.pass < pass && day(one.judgedAt) === day(begun));
  if (earlier === undefined) return null;
  return `Pass ${pass} is begun on the same day as pass ${earlier.pass} by the same judge: it should be another day, since what is remembered is not judged anew.`;
}

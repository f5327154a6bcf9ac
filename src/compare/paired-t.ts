import { TOLERANCE } from '../measure/protocol.js';
import { moments } from './moments.js';
import { studentTwoSided } from './special-functions.js';

export type PairedT = {
  /** Null where it is not defined: the differences have no spread. */
  readonly t: number | null;
  /** Null where the differences are all the same and not 0: no spread to hold the mean against. */
  readonly pValue: number | null;
  readonly freedom: number;
};

/**
 * Student's paired t test, two-sided (Student 1908): t = mean / (sd / √n) with n - 1 degrees of freedom. It takes the mean
 * for normal, which few distinct differences are not. Null below two differences. Where all are equal there is no t: p is
 * then 1 if they are 0, and null if not, where the formula would give 0 of twelve equal gains and of two alike.
 */
export function pairedT(differences: readonly number[]): PairedT | null {
  const { n, mean, sd } = moments(differences);
  if (sd === null) return null;
  const freedom = n - 1;
  if (sd === 0) return { t: null, pValue: Math.abs(mean) <= TOLERANCE ? 1 : null, freedom };
  const t = mean / (sd / Math.sqrt(n));
  return { t, pValue: studentTwoSided(t, freedom), freedom };
}

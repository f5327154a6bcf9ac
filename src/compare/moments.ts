import { TOLERANCE } from '../measure/protocol.js';

export type Moments = {
  readonly n: number;
  readonly mean: number;
  /** With n - 1 below; null for fewer than two values. 0 where all are equal to the tolerance. */
  readonly sd: number | null;
};

/** Mean and standard deviation of differences, in two passes, so that a small spread about a large mean is not lost. */
export function moments(values: readonly number[]): Moments {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { n, mean, sd: null };
  if (values.every((value) => Math.abs(value - values[0]!) <= TOLERANCE)) return { n, mean, sd: 0 };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { n, mean, sd: Math.sqrt(squares / (n - 1)) };
}

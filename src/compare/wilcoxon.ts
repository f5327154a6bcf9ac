import { TOLERANCE } from '../measure/protocol.js';
import { normalTwoSided } from './special-functions.js';

export type Wilcoxon = {
  /** The smaller of the rank sums of better and of worse. */
  readonly w: number;
  readonly z: number;
  readonly pValue: number;
  /** Differences other than 0, which alone are ranked. */
  readonly n: number;
};

/**
 * The signed-rank test, two-sided (Wilcoxon 1945). Zeros are dropped, sizes within the tolerance share their mean rank. p is
 * the normal approximation with the variance corrected for ties and without continuity correction, at every n: what
 * scipy's `wilcoxon(mode='approx')` gives. Below some ten ranked differences it is rough. It asks whether the differences lie
 * evenly about 0, not what their mean is. Null where all are 0.
 */
export function wilcoxon(differences: readonly number[]): Wilcoxon | null {
  const moved = differences.filter((value) => Math.abs(value) > TOLERANCE);
  const n = moved.length;
  if (n === 0) return null;
  const { ranks, tied } = ranked(moved.map(Math.abs));
  const plus = ranks.reduce((sum, rank, i) => sum + (moved[i]! > 0 ? rank : 0), 0);
  const w = Math.min(plus, (n * (n + 1)) / 2 - plus);
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - tied / 48;
  const z = (w - (n * (n + 1)) / 4) / Math.sqrt(variance);
  return { w, z, pValue: normalTwoSided(z), n };
}

/** Mean ranks from 1, in the order of `sizes`, and Σ t³ - t over the groups of t tied ones. */
function ranked(sizes: readonly number[]): { readonly ranks: readonly number[]; readonly tied: number } {
  const order = sizes.map((_, i) => i).sort((i, j) => sizes[i]! - sizes[j]!);
  const ranks = new Array<number>(sizes.length).fill(0);
  let tied = 0;
  for (let start = 0, end = 0; start < order.length; start = end) {
    while (end < order.length && sizes[order[end]!]! - sizes[order[start]!]! <= TOLERANCE) end++;
    for (const i of order.slice(start, end)) ranks[i] = (start + 1 + end) / 2;
    tied += (end - start) ** 3 - (end - start);
  }
  return { ranks, tied };
}

import { TOLERANCE } from '../measure/protocol.js';
import { START, type States, StateTable } from './state-table.js';

/** Sums of n draws with replacement, ascending, each with its probability. */
export type SumDistribution = { readonly sums: Float64Array; readonly weights: ArrayLike<number> };

/** Additions of a state that the exact distribution may cost: some tenths of a second at most. */
const MAX_WORK = 2_000_000;

/**
 * The bootstrap distribution of the sum itself, by n-fold convolution over the distinct values; sums within the tolerance
 * are one. Null where that would be long: many distinct values off any grid, or thousands of rows.
 */
export function exactSums(values: readonly number[]): SumDistribution | null {
  const n = values.length;
  const distinct = shares(values);
  let states: States = START;
  let work = 0;
  for (let draw = 0; draw < n; draw++) {
    const size = states.sums.length * distinct.length;
    work += size;
    if (work + size * (n - draw - 1) > MAX_WORK) return null;
    const table = new StateTable(size);
    for (let s = 0; s < states.sums.length; s++)
      for (const { value, share } of distinct)
        table.add(states.sums[s]! + value, 0, states.weights[s]! * share);
    states = table.states();
  }
  const order = Array.from(states.sums.keys()).sort((i, j) => states.sums[i]! - states.sums[j]!);
  return {
    sums: Float64Array.from(order, (i) => states.sums[i]!),
    weights: Float64Array.from(order, (i) => states.weights[i]!),
  };
}

function shares(values: readonly number[]): readonly { readonly value: number; readonly share: number }[] {
  const groups: { value: number; rows: number }[] = [];
  for (const value of Float64Array.from(values).sort()) {
    const last = groups.at(-1);
    if (last !== undefined && value - last.value <= TOLERANCE) last.rows++;
    else groups.push({ value, rows: 1 });
  }
  return groups.map(({ value, rows }) => ({ value, share: rows / values.length }));
}

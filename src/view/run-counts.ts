import type { Run } from '../types.js';

/** `n = 38 queries`; an interrupted run has fewer than the others, and then each number is said. */
export function countText(runs: readonly Run[]): string {
  return `n = ${counts(runs.map((run) => run.results.length))} queries`;
}

/** One number where all are the same, else each. */
export function counts(all: readonly number[]): string {
  return new Set(all).size === 1 ? String(all[0]) : all.join(' / ');
}

import { createHash } from 'node:crypto';
import type { PoolItem } from './pool.js';

/** Weights within this factor of each other count as equal. */
const NEAR = Math.SQRT2;

/**
 * Where a page stands in an order by weight that gives no arm away: by the order of magnitude of its weight (steps of the square root of 2), and among those near
 * each other by a hash of seed, query and page. Weights are absolute changes and the hash knows no run, so two runs that change places give the same order.
 */
export function blindKey({ caseId, page }: Pick<PoolItem, 'caseId' | 'page'>, seed: number): string {
  return createHash('sha1').update(`${seed}\0${caseId}\0${page}`).digest('hex');
}

/** The step that a weight belongs to, so that sums of fractions of different make fall into one; the higher the step, the earlier. */
export function stepOf(weight: number): number {
  return weight < 1e-9 ? Number.NEGATIVE_INFINITY : Math.floor(Math.log(weight) / Math.log(NEAR) + 1e-6);
}

/** One bit of a key, which is as good as the throw of a coin and always falls alike. */
export function bitOf(key: string, bit: number): boolean {
  return ((Number.parseInt(key[bit >> 2]!, 16) >> (bit & 3)) & 1) === 1;
}

import { createHash } from 'node:crypto';
import type { Case, Split } from '../types.js';

/**
 * Which half of the set a case belongs to: by the last run of digits in its id, even is the frozen test set; an id
 * without digits goes by the first byte of its sha1. By id, so that adding a case moves no other.
 */
export function splitOf(id: string): 'dev' | 'test' {
  const runs = id.match(/\d+/g);
  const last = runs?.at(-1);
  // The last digit alone decides evenness, however long the number.
  const parity =
    last === undefined ? createHash('sha1').update(id, 'utf8').digest()[0]! : Number(last.at(-1));
  return parity % 2 === 0 ? 'test' : 'dev';
}

/** The cases of a split, in their order. `all` holds the test set too, so evaluating on it is a look at test. */
export function casesOf<T extends Case | { readonly id: string }>(
  cases: readonly T[],
  split: Split,
): readonly T[] {
  return split === 'all' ? cases : cases.filter((item) => splitOf(item.id) === split);
}

import { createHash } from 'node:crypto';
import type { Json, Run } from '../../types.js';

/** Eight digits of a retriever and its configuration, whatever the order of the keys: the same whenever it is run again. */
export function configDigest({ retriever, config }: Pick<Run, 'retriever' | 'config'>): string {
  return createHash('sha1')
    .update(sorted([retriever, config]))
    .digest('hex')
    .slice(0, 8);
}

function sorted(value: Json): string {
  return JSON.stringify(value, (_, one: Json) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

import { LabError } from '../errors.js';
import type { Context } from '../store/rag-answer.js';
import { BUCKETS, type Bucket } from './buckets.js';
import { contextName } from './context.js';
import type { BucketTransition, ContextDiagnosis } from './diagnosis-types.js';

/** What moves between two of the contexts that were looked at; a LabError where one of them was not. */
export function bucketTransition(
  contexts: readonly ContextDiagnosis[],
  from: Context,
  to: Context,
): BucketTransition {
  const [before, after] = [named(contexts, from), named(contexts, to)];
  const later = new Map(after.cases.map((one) => [one.id, one]));
  const counts = emptyMatrix();
  const moved: BucketTransition['moved'][number][] = [];
  for (const { id, query, bucket } of before.cases) {
    const there = later.get(id)!.bucket;
    counts[bucket][there]++;
    if (there !== bucket) moved.push({ id, query, from: bucket, to: there });
  }
  return { from, to, n: before.n, counts, moved };
}

function named(contexts: readonly ContextDiagnosis[], wanted: Context): ContextDiagnosis {
  const found = contexts.find(({ name }) => name === contextName(wanted));
  if (found !== undefined) return found;
  throw new LabError(
    `diagnoseAll: between names the context ${contextName(wanted)}, wanted one of ${contexts.map(({ name }) => name).join(', ')}; add it to contexts`,
  );
}

function emptyMatrix(): Record<Bucket, Record<Bucket, number>> {
  const row = () => Object.fromEntries(BUCKETS.map((bucket) => [bucket, 0])) as Record<Bucket, number>;
  return Object.fromEntries(BUCKETS.map((bucket) => [bucket, row()])) as Record<
    Bucket,
    Record<Bucket, number>
  >;
}

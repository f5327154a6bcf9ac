type Masses = { readonly start: number; readonly target: number; readonly whole: number };

const BUCKETS = 4096;

/**
 * The lowest of `values` at which `start` and the weights of all values up to it reach the share `target` of `whole`; null
 * where none does. What a sort would find, without one: masses are added up in buckets, and only the bucket in which the
 * target is reached is sorted. Values may be minus infinity; `start` alone is below the target.
 */
export function lowestReaching(
  values: Float64Array,
  weights: Float64Array,
  { start, target, whole }: Masses,
): number | null {
  const scale = scaleOf(values);
  const buckets = new Float64Array(BUCKETS);
  for (let i = 0; i < values.length; i++) buckets[bucketOf(values[i]!, scale)]! += weights[i]!;
  let mass = start;
  let bucket = 0;
  for (; bucket < BUCKETS && (mass + buckets[bucket]!) / whole < target; bucket++) mass += buckets[bucket]!;
  if (bucket === BUCKETS) return null;
  const inside = sortedMembers(values, scale, bucket);
  for (const i of inside) {
    mass += weights[i]!;
    if (mass / whole >= target) return values[i]!;
  }
  return values[inside.at(-1)!]!; // the bucket reached it: added up in another order the last digit may differ
}

type Scale = { readonly lowest: number; readonly perUnit: number };

function scaleOf(values: Float64Array): Scale {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === Number.NEGATIVE_INFINITY) continue;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const perUnit = (BUCKETS - 2) / (highest - lowest);
  return { lowest, perUnit: Number.isFinite(perUnit) ? perUnit : 0 };
}

/** Never falls as the value grows: 0 is for minus infinity, the finite ones follow. */
function bucketOf(value: number, { lowest, perUnit }: Scale): number {
  if (value === Number.NEGATIVE_INFINITY) return 0;
  return Math.min(BUCKETS - 1, 1 + Math.floor((value - lowest) * perUnit));
}

function sortedMembers(values: Float64Array, scale: Scale, bucket: number): Uint32Array {
  let found = 0;
  const members = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) if (bucketOf(values[i]!, scale) === bucket) members[found++] = i;
  return members.subarray(0, found).sort((i, j) => values[i]! - values[j]! || 0);
}

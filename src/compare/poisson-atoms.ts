import { type AliasTable, aliasTable } from './alias-table.js';

/**
 * Some distinct values, each drawn a Poisson number of times: every pattern of counts with what it adds to sum and count.
 * `sums` is overwritten when the next atom is made.
 */
export type Atom = {
  readonly table: AliasTable;
  readonly sums: Float64Array;
  readonly counts: Int32Array;
};

export type Weighted = { readonly value: number; readonly multiplicity: number };

const MAX_PATTERNS = 4096;
/** Less than the rounding of the masses that are kept. */
const NEGLIGIBLE = 1e-17;

/**
 * Values joined into atoms for as long as the patterns of their counts stay few; `rate` is the mean number of draws per
 * row. Atoms of the same multiplicities share their patterns.
 */
export function* poissonAtoms(values: readonly Weighted[], rate: number): Generator<Atom> {
  let sums = new Float64Array(MAX_PATTERNS);
  const patternsOf = patternsAtRate(rate);
  let start = 0;
  for (let end = 1; end <= values.length; end++) {
    if (end < values.length && patternsOf(values, start, end + 1) !== null) continue;
    const { byMember, weights, table, counts } = patternsOf(values, start, end)!;
    if (sums.length < weights.length) sums = new Float64Array(weights.length);
    sums.fill(0);
    byMember.forEach((member, m) => {
      const { value } = values[start + m]!;
      for (let p = 0; p < member.length; p++) sums[p]! += member[p]! * value;
    });
    yield { table, sums, counts };
    start = end;
  }
}

/** The count of each member in each pattern, their total, and the mass of each pattern. */
type Patterns = {
  readonly byMember: readonly Int32Array[];
  readonly counts: Int32Array;
  readonly weights: Float64Array;
  readonly table: AliasTable;
};

type PatternsOf = (values: readonly Weighted[], start: number, end: number) => Patterns | null;

/** Patterns by multiplicities, each made once; null where they are too many to stand in one atom. */
function patternsAtRate(rate: number): PatternsOf {
  const known = new Map<string, Patterns | null>();
  const patternsOf: PatternsOf = (values, start, end) => {
    const { multiplicity } = values[end - 1]!;
    let key = '';
    for (let i = start; i < end; i++) key += `${values[i]!.multiplicity},`;
    let found = known.get(key);
    if (found !== undefined) return found;
    const fewer = end - 1 > start ? patternsOf(values, start, end - 1) : undefined;
    found = fewer === null ? null : extended(fewer, rate * multiplicity);
    known.set(key, found);
    return found;
  };
  return patternsOf;
}

/** The patterns with one member more, whose draws have this mean. */
function extended(fewer: Patterns | undefined, mean: number): Patterns | null {
  const { first, masses } = poisson(mean);
  const from: number[] = [];
  const last: number[] = [];
  const weights: number[] = [];
  for (let p = 0; p < (fewer?.weights.length ?? 1); p++) {
    for (let j = 0; j < masses.length; j++) {
      const weight = (fewer?.weights[p] ?? 1) * masses[j]!;
      if (weight < NEGLIGIBLE) continue;
      from.push(p);
      last.push(first + j);
      weights.push(weight);
    }
    if (fewer !== undefined && weights.length > MAX_PATTERNS) return null;
  }
  const byMember = (fewer?.byMember ?? []).map((member) => Int32Array.from(from, (p) => member[p]!));
  byMember.push(Int32Array.from(last));
  const counts = Int32Array.from(last, (_, p) => byMember.reduce((sum, member) => sum + member[p]!, 0));
  return { byMember, counts, weights: Float64Array.from(weights), table: aliasTable(weights) };
}

/** Poisson masses that are not negligible, from the mode outwards by ratios: no exp, whose last digit machines differ in. */
export function poisson(mean: number): { readonly first: number; readonly masses: readonly number[] } {
  const mode = Math.floor(mean);
  const below: number[] = [];
  const above: number[] = [1];
  for (let k = mode, mass = 1; k > 0; k--) {
    mass *= k / mean;
    if (mass < NEGLIGIBLE) break;
    below.push(mass);
  }
  for (let k = mode + 1, mass = 1; ; k++) {
    mass *= mean / k;
    if (mass < NEGLIGIBLE) break;
    above.push(mass);
  }
  const masses = [...below.reverse(), ...above];
  const whole = masses.reduce((a, b) => a + b, 0);
  return { first: mode - below.length, masses: masses.map((mass) => mass / whole) };
}

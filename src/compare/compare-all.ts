import { LabError } from '../errors.js';
import { TOLERANCE } from '../measure/protocol.js';
import type { Comparison, FamilyRef, Interval, PairedResult, Run } from '../types.js';
import { comparisonOf, type InFamily, pairsOf } from './compare.js';
import { type CompareOptions, checkArguments } from './compare-options.js';
import { benjaminiHochberg, holm } from './corrections.js';
import { withFailuresAsZero } from './difference.js';
import { familyWise } from './max-t.js';
import { ALPHA, randomizationTest } from './randomization-test.js';

export type CompareAllOptions = Omit<CompareOptions, 'cluster'> & {
  /** How p and intervals are corrected for the number of comparisons. Default max-t. */
  readonly correction?: FamilyRef['correction'];
};

const CORRECTIONS: readonly string[] = ['max-t', 'holm', 'benjamini-hochberg'];

/**
 * Several runs against one baseline, or several, on one metric: each pair as `compare` has it, with p and interval for all pairs together, so that
 * the chance of any false alarm is at most 5 %. A case that any run failed is failed in every pair: all of them are over the same queries.
 */
export function compareAll(
  baselines: readonly Run[],
  runs: readonly Run[],
  named?: string,
  options: CompareAllOptions = {},
): readonly Comparison[] {
  const { correction = 'max-t', ...rest } = options;
  if (!CORRECTIONS.includes(correction))
    throw new LabError(
      `compareAll: the correction is ${JSON.stringify(correction)}, wanted one of ${CORRECTIONS.join(', ')}; pick one`,
    );
  checkLists(baselines, runs, options);
  const couples = couplesOf(baselines, runs);
  if (couples.length === 0)
    throw new LabError(
      'compareAll: there is nothing to compare, wanted a baseline and another run; pass both',
    );
  for (const { a, b } of couples) checkArguments(a, b, rest);
  const paired = couples.map(({ a, b }) => ({ a, b, ...pairsOf(a, b, named, rest) }));
  if (paired.length === 1) {
    const [{ a, b, metric, pairs, notes }] = paired as [(typeof paired)[number]];
    return [comparisonOf(a, b, metric, pairs, notes, rest, null)];
  }
  const rows = overSameCases(paired.map(({ pairs }) => pairs));
  const members = membersOf(rows, correction, rest.seed ?? 42);
  return paired.map(({ a, b, metric, notes }, i) =>
    comparisonOf(a, b, metric, rows[i]!, notes, rest, members[i]!),
  );
}

/** Each pair once, whichever stands first; no run is compared with itself. */
function couplesOf(baselines: readonly Run[], runs: readonly Run[]): readonly { a: Run; b: Run }[] {
  const seen = new Set<string>();
  return baselines.flatMap((a) =>
    runs.flatMap((b) => {
      const key = [a.id, b.id].sort().join(' ');
      if (a.id === b.id || seen.has(key)) return [];
      seen.add(key);
      return [{ a, b }];
    }),
  );
}

function checkLists(baselines: unknown, runs: unknown, options: object): void {
  if (!Array.isArray(baselines) || !Array.isArray(runs))
    throw new LabError(
      'compareAll: found no lists, wanted a list of baselines and one of runs; write compareAll([baseline], [b, c])',
    );
  if ('cluster' in options && options.cluster !== undefined)
    throw new LabError('compareAll: cluster is for two runs, wanted none; compare them pair by pair');
}

/** Only cases that every pair has; one that failed anywhere is failed everywhere. */
function overSameCases(columns: readonly (readonly PairedResult[])[]): readonly (readonly PairedResult[])[] {
  const maps = columns.map((pairs) => new Map(pairs.map((row) => [row.caseId, row])));
  const ids = columns[0]!.map((row) => row.caseId).filter((id) => maps.every((map) => map.has(id)));
  const failed = new Set(ids.filter((id) => maps.some((map) => map.get(id)!.status === 'failed')));
  return maps.map((map) =>
    ids.map((id) => {
      const row = map.get(id)!;
      return failed.has(id) ? { ...row, status: 'failed' as const, delta: null } : row;
    }),
  );
}

function membersOf(
  columns: readonly (readonly PairedResult[])[],
  correction: FamilyRef['correction'],
  seed: number,
): readonly InFamily[] {
  const answered = together(columns.map(deltas), correction, seed);
  const asZero = together(
    columns.map((rows) => deltas(rows.map(withFailuresAsZero))),
    correction,
    seed,
  );
  return columns.map((_, i) => ({
    ref: { size: columns.length, correction, uncorrected: answered.members[i]!.uncorrected },
    test: `paired randomization, ${WORDS[correction]} over ${columns.length} comparisons (${answered.how}${PROMISE[correction]})`,
    answered: testOf(answered.members[i]!),
    asZero: testOf(asZero.members[i]!),
  }));
}

function testOf({ pValue, interval }: Member) {
  return { pValue, interval };
}

/** What the intervals promise, where that is less than to hold all at once. */
const PROMISE = {
  'max-t': '',
  holm: '; intervals agree with p, but are not promised to hold all at once',
  'benjamini-hochberg': '; of the differences that are told, 5 % are false on average',
} as const;

const WORDS = { 'max-t': 'max-T', holm: 'Holm', 'benjamini-hochberg': 'Benjamini-Hochberg' } as const;

function deltas(rows: readonly PairedResult[]): readonly number[] {
  return rows.flatMap((row) => row.delta ?? []);
}

type Member = {
  readonly pValue: number;
  readonly interval: Interval | null;
  readonly uncorrected: number;
};

function together(
  columns: readonly (readonly number[])[],
  correction: FamilyRef['correction'],
  seed: number,
): { readonly members: readonly Member[]; readonly how: string } {
  const sampled = `Monte Carlo, 99999 resamples, seed ${seed}`;
  if (columns[0]!.length === 0)
    return {
      members: columns.map(() => ({ pValue: 1, interval: null, uncorrected: 1 })),
      how: 'no pair',
    };
  if (correction === 'max-t') {
    const { columns: members, method } = familyWise(columns, seed);
    return {
      members: members.map(({ adjusted, interval, pValue }) => ({
        pValue: adjusted,
        interval,
        uncorrected: pValue,
      })),
      how: method === 'exact' ? 'exact' : sampled,
    };
  }
  const alone = columns.map((column) => randomizationTest(column, seed));
  const raw = alone.map((test) => test.pValue);
  const adjusted = correction === 'holm' ? holm(raw) : benjaminiHochberg(raw);
  const alpha = levelOf(adjusted, correction);
  return {
    members: columns.map((column, i) => ({
      pValue: adjusted[i]!,
      interval: column.every((value) => Math.abs(value) <= TOLERANCE)
        ? null
        : randomizationTest(column, seed, { alpha }).interval,
      uncorrected: raw[i]!,
    })),
    how: alone.every((test) => test.method === 'exact') ? 'exact' : sampled,
  };
}

/**
 * The level at which each pair's own interval leaves out 0 exactly where its corrected p is below 0.05. Of m pairs with r called different, Holm's next
 * step is at 0.05 / (m - r), and Benjamini and Hochberg's last at 0.05 r / m (the intervals of Benjamini and Yekutieli 2005).
 */
function levelOf(adjusted: readonly number[], correction: FamilyRef['correction']): number {
  const m = adjusted.length;
  const rejected = adjusted.filter((p) => p < ALPHA).length;
  if (correction === 'benjamini-hochberg') return (ALPHA * Math.max(1, rejected)) / m;
  return ALPHA / Math.max(1, m - rejected);
}

import { differenceOf, withFailuresAsZero } from '../../compare/difference.js';
import { familyWise } from '../../compare/max-t.js';
import { verdictOf } from '../../compare/verdict.js';
import type { PairedDifference, PairedResult, Verdict } from '../../types.js';
import type { PairNumbers, ReviewCase, ReviewRow } from './review-types.js';

export type Judgement = { readonly numbers: PairNumbers; readonly verdict: Verdict };

/**
 * The one rule on some of the cases: each column holds the rows of one run against the baseline, all over the same cases. With several columns p and
 * interval are corrected together by max-T, as they are in `compareAll`. Needs no run, so a page can ask again when its reader leaves cases out.
 */
export function numbersOf(columns: readonly (readonly PairedResult[])[], seed: number): readonly Judgement[] {
  const answered = differences(columns, seed);
  const asZero = differences(
    columns.map((rows) => rows.map(withFailuresAsZero)),
    seed,
  );
  return columns.map((rows, i) => ({
    numbers: { ...answered[i]!, ...countsOf(rows) },
    verdict: verdictOf(rows, answered[i]!, asZero[i]!),
  }));
}

type Difference = PairedDifference & Pick<PairNumbers, 'family'>;

function differences(columns: readonly (readonly PairedResult[])[], seed: number): readonly Difference[] {
  const own = columns.map((rows) => differenceOf(rows, { seed }).difference);
  const deltas = columns.map((rows) => rows.flatMap(({ delta }) => delta ?? []));
  if (columns.length < 2 || deltas[0]!.length === 0) return own.map((one) => ({ ...one, family: null }));
  return familyWise(deltas, seed).columns.map(({ pValue, adjusted, interval }, i) => ({
    ...own[i]!,
    pValue: adjusted,
    interval,
    family: { size: columns.length, correction: 'max-t' as const, uncorrected: pValue },
  }));
}

function countsOf(rows: readonly PairedResult[]) {
  const count = (status: PairedResult['status']) => rows.filter((row) => row.status === status).length;
  return { better: count('better'), worse: count('worse'), same: count('same'), failed: count('failed') };
}

/** The rows of each pair in the order of the cases, without some of them: tests flip the same cases together, so they must stand in one order. */
export function columnsOf(
  pairs: readonly { readonly rows: readonly ReviewRow[] }[],
  cases: readonly ReviewCase[],
  leftOut: ReadonlySet<string>,
): readonly (readonly PairedResult[])[] {
  return pairs.map(({ rows }) =>
    [...rows]
      .sort((x, y) => x.case - y.case)
      .flatMap(({ case: at, status, a, b, delta }) => {
        const { id, kind, query } = cases[at]!;
        return leftOut.has(id) ? [] : [{ caseId: id, kind, query, status, a, b, delta }];
      }),
  );
}

import { LabError } from '../errors.js';

/** Two grades of one page for one query. */
export type GradePair = { readonly id: string; readonly first: number; readonly second: number };

export type GradeAgreement = {
  readonly grade: number;
  /** How often either judgment gave it. */
  readonly first: number;
  readonly second: number;
  readonly both: number;
  /** Of all times it was given, the share in which both did: 2 both / (first + second). Null where it never was. */
  readonly agreement: number | null;
};

export type Agreement = {
  readonly n: number;
  /** One judge twice is called intra-judge: it says how steady the judge is, and nothing of whether others would agree. */
  readonly kind: 'between judges' | 'intra-judge';
  /** Share of equal grades. */
  readonly observed: number;
  /** Cohen's kappa (1960); null where chance alone explains everything, as when both gave one grade throughout. */
  readonly kappa: number | null;
  /** Cohen's weighted kappa (1968), a disagreement weighing as far as the grades are apart (linear). */
  readonly weightedKappa: number | null;
  readonly grades: readonly GradeAgreement[];
  /** Pairs that differ, the widest first: to be judged again, rewritten or dropped. */
  readonly disagreements: readonly GradePair[];
};

/** How far two passes of judgments agree, corrected for chance. Throws a LabError where there is no pair, or a grade is no whole number from 0. */
export function agreement(
  pairs: readonly GradePair[],
  options: { readonly sameJudge?: boolean } = {},
): Agreement {
  check(pairs);
  const n = pairs.length;
  const highest = Math.max(...pairs.flatMap(({ first, second }) => [first, second]));
  const levels = Array.from({ length: highest + 1 }, (_, grade) => grade);
  const grades = levels.map((grade) => gradeAgreement(pairs, grade));
  return {
    n,
    kind: options.sameJudge ? 'intra-judge' : 'between judges',
    observed: pairs.filter(({ first, second }) => first === second).length / n,
    kappa: kappa(pairs, grades, (a, b) => (a === b ? 0 : 1)),
    weightedKappa: kappa(pairs, grades, (a, b) => Math.abs(a - b)),
    grades: grades.filter(({ first, second }) => first + second > 0),
    disagreements: pairs
      .filter(({ first, second }) => first !== second)
      .sort((a, b) => Math.abs(b.first - b.second) - Math.abs(a.first - a.second) || (a.id < b.id ? -1 : 1)),
  };
}

function gradeAgreement(pairs: readonly GradePair[], grade: number): GradeAgreement {
  const first = pairs.filter((pair) => pair.first === grade).length;
  const second = pairs.filter((pair) => pair.second === grade).length;
  const both = pairs.filter((pair) => pair.first === grade && pair.second === grade).length;
  return {
    grade,
    first,
    second,
    both,
    agreement: first + second === 0 ? null : (2 * both) / (first + second),
  };
}

/** 1 - observed disagreement / disagreement of two judges who give the same grades as often, and independently. */
function kappa(
  pairs: readonly GradePair[],
  grades: readonly GradeAgreement[],
  weight: (a: number, b: number) => number,
): number | null {
  const n = pairs.length;
  const observed = pairs.reduce((sum, { first, second }) => sum + weight(first, second), 0) / n;
  let chance = 0;
  for (const a of grades)
    for (const b of grades) chance += (weight(a.grade, b.grade) * a.first * b.second) / (n * n);
  return chance === 0 ? null : 1 - observed / chance;
}

function check(pairs: readonly GradePair[]): void {
  if (pairs.length === 0)
    throw new LabError(
      'agreement: there are no pairs, wanted pages that were judged twice; judge some again',
    );
  for (const { id, first, second } of pairs)
    for (const grade of [first, second])
      if (!(Number.isInteger(grade) && grade >= 0))
        throw new LabError(
          `agreement: ${id} has the grade ${grade}, wanted a whole number of at least 0; correct it`,
        );
}

import { LabError } from '../errors.js';
import type { Judgment } from '../store/judgment.js';
import { type Agreement, agreement, type GradePair } from './agreement.js';
import { pairKey } from './worklist.js';

/** A pass of one judge. */
export type PassOf = { readonly judge: string; readonly pass: number };

/** How far two passes agree, and which queries they part on. */
export type PassAgreement = {
  readonly first: PassOf;
  readonly second: PassOf;
  readonly agreement: Agreement;
  /** Queries with pages graded apart, those with most of them first; to be judged again, rewritten or dropped. */
  readonly queries: readonly {
    readonly caseId: string;
    readonly query: string;
    /** Pages graded apart, of how many that both passes graded. */
    readonly apart: number;
    readonly of: number;
    /** One pass calls a page an answer that the other calls nothing. */
    readonly opposed: number;
  }[];
};

/** Whose passes are in the judgments, by pass and then by name. */
export function passesIn(judgments: readonly Judgment[]): readonly PassOf[] {
  const found = new Map(judgments.map(({ judge, pass }) => [`${pass}\0${judge}`, { judge, pass }]));
  return [...found.values()].sort((a, b) => a.pass - b.pass || (a.judge < b.judge ? -1 : 1));
}

/** Of judgments in the order in which they were made. Throws a LabError where the two have no graded page in common. */
export function passAgreement(judgments: readonly Judgment[], first: PassOf, second: PassOf): PassAgreement {
  const [one, two] = [gradedBy(judgments, first), gradedBy(judgments, second)];
  const both = [...one].flatMap(([key, a]) => {
    const b = two.get(key);
    return b === undefined ? [] : [{ a, b }];
  });
  if (both.length === 0)
    throw new LabError(
      `agreement: pass ${first.pass} of ${first.judge} and pass ${second.pass} of ${second.judge} graded no page in common, wanted some; judge the same pool`,
    );
  const pairs = both.map(
    ({ a, b }): GradePair => ({ id: `${a.caseId} · ${a.doc}`, first: a.grade!, second: b.grade! }),
  );
  return {
    first,
    second,
    agreement: agreement(pairs, { sameJudge: first.judge === second.judge }),
    queries: byQuery(both),
  };
}

/** The last word of a pass on each page; one that ends in passing over grades nothing. */
function gradedBy(judgments: readonly Judgment[], { judge, pass }: PassOf): ReadonlyMap<string, Judgment> {
  const words = new Map<string, Judgment>();
  for (const one of judgments) if (one.judge === judge && one.pass === pass) words.set(pairKey(one), one);
  return new Map([...words].filter(([, { grade }]) => grade !== null));
}

function byQuery(both: readonly { readonly a: Judgment; readonly b: Judgment }[]): PassAgreement['queries'] {
  const queries = new Map<
    string,
    { caseId: string; query: string; apart: number; of: number; opposed: number }
  >();
  for (const { a, b } of both) {
    const { caseId, query } = a;
    const row = queries.get(caseId) ?? { caseId, query, apart: 0, of: 0, opposed: 0 };
    row.of += 1;
    if (a.grade !== b.grade) row.apart += 1;
    if (Math.min(a.grade!, b.grade!) === 0 && Math.max(a.grade!, b.grade!) >= 2) row.opposed += 1;
    queries.set(caseId, row);
  }
  return [...queries.values()]
    .filter(({ apart }) => apart > 0)
    .sort((x, y) => y.opposed - x.opposed || y.apart - x.apart || (x.caseId < y.caseId ? -1 : 1));
}

import { type CaseChange, type ChangeCounts, HAPPENINGS } from './change-types.js';

/** In how many of these cases each thing happened, by how the case moved. All words are there, in their order. */
export function countChanges(slice: string, cases: readonly CaseChange[]): ChangeCounts {
  const words = new Map(cases.map((one) => [one, new Set(one.happened.map(({ what }) => what))]));
  const count = (status: CaseChange['status'], of: readonly CaseChange[]) =>
    of.filter((one) => one.status === status).length;
  const numbers = (of: readonly CaseChange[]) => ({
    worse: count('worse', of),
    better: count('better', of),
    failed: count('failed', of),
  });
  return {
    slice,
    ...numbers(cases),
    counts: HAPPENINGS.map((what) => ({
      what,
      ...numbers(cases.filter((one) => words.get(one)!.has(what))),
    })),
  };
}

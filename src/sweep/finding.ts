import type { Case } from '../types.js';

/** Something that would spoil a comparison, or only limit it; `cases` are those that show it. */
export type Finding = {
  readonly check: string;
  readonly level: 'spoils' | 'limits';
  readonly sentence: string;
  readonly cases: readonly string[];
};

export function finding(
  check: string,
  level: Finding['level'],
  sentence: string,
  cases: readonly string[] = [],
): Finding {
  return { check, level, sentence, cases };
}

/** The finding about these cases, where there are any. */
export function some(cases: readonly Case[], make: (ids: readonly string[]) => Finding): readonly Finding[] {
  return cases.length === 0 ? [] : [make(cases.map((item) => item.id))];
}

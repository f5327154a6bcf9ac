import type { JudgedSpan, Judgment } from '../store/judgment.js';
import { pairKey } from './worklist.js';

/** What is done where the judges of the last pass give a page different grades; nothing is decided unless said. */
export const APART_RULES = ['lowest', 'highest', 'last'] as const;
export type ApartRule = (typeof APART_RULES)[number];

export type DecideOptions = {
  readonly apart?: ApartRule;
  /** Of several judgments with the grade that was decided, whose passages stand: of the last (unless said) or of the first that marked any. */
  readonly spans?: 'last' | 'first';
};

/** What holds for one page of one query. */
export type Decided = {
  readonly caseId: string;
  readonly doc: string;
  readonly grade: number;
  readonly spans: readonly JudgedSpan[];
  /** Whose grade it is. */
  readonly pass: number;
};

export type Decisions = {
  readonly decided: readonly Decided[];
  /** Pairs that the last pass leaves apart, with each judge's grade. */
  readonly apart: readonly {
    readonly caseId: string;
    readonly doc: string;
    readonly grades: Readonly<Record<string, number>>;
  }[];
};

/**
 * One grade for each page that was graded: that of the last pass which graded it, so that a pass over the pages which two others left apart settles them. Of one judge in one pass the last
 * word counts. Expects judgments in the order in which they were made.
 */
export function decide(judgments: readonly Judgment[], options: DecideOptions = {}): Decisions {
  const byPair = new Map<string, Judgment[]>();
  for (const one of lastOfEach(judgments))
    if (one.grade !== null) byPair.set(pairKey(one), [...(byPair.get(pairKey(one)) ?? []), one]);
  const decided: Decided[] = [];
  const apart: Decisions['apart'][number][] = [];
  for (const said of byPair.values()) {
    const { caseId, doc } = said[0]!;
    const grade = gradeOf(said, options.apart);
    if (typeof grade === 'number')
      decided.push({ caseId, doc, grade, spans: spansOf(said, grade, options.spans), pass: lastPass(said) });
    else apart.push({ caseId, doc, grades: grade });
  }
  return { decided, apart };
}

/** Of each judge, pass and page the last word, in the order in which they were made. */
function lastOfEach(judgments: readonly Judgment[]): readonly Judgment[] {
  const last = new Map(judgments.map((one) => [`${pairKey(one)}\0${one.pass}\0${one.judge}`, one]));
  return judgments.filter((one) => last.get(`${pairKey(one)}\0${one.pass}\0${one.judge}`) === one);
}

function gradeOf(
  said: readonly Judgment[],
  rule: ApartRule | undefined,
): number | Readonly<Record<string, number>> {
  const pass = lastPass(said);
  const words = said.filter((one) => one.pass === pass);
  const grades = words.map(({ grade }) => grade!);
  if (new Set(grades).size === 1 || rule === 'last') return grades.at(-1)!;
  if (rule === 'lowest') return Math.min(...grades);
  if (rule === 'highest') return Math.max(...grades);
  return Object.fromEntries(words.map(({ judge, grade }) => [judge, grade!]));
}

function lastPass(said: readonly Judgment[]): number {
  return Math.max(...said.map(({ pass }) => pass));
}

function spansOf(
  said: readonly Judgment[],
  grade: number,
  which: 'last' | 'first' = 'last',
): readonly JudgedSpan[] {
  if (grade === 0) return [];
  const marked = said.filter((one) => one.grade === grade && one.spans.length > 0);
  return (which === 'last' ? marked.at(-1) : marked[0])?.spans ?? [];
}

import type { Verdict } from '../types.js';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  better: 'BETTER',
  worse: 'WORSE',
  'cannot-tell': "CAN'T TELL",
  identical: 'IDENTICAL',
};

import type { Verdict } from '../../types.js';

/** A text, or a difference that the one rule has spoken on; other values are left out. */
export type Said =
  | { readonly text: string }
  | { readonly verdict: Verdict; readonly line: number; readonly name: string };

/** A sentence that says more of a difference than the one rule does. */
export type Claim = {
  readonly line: number;
  readonly word: string;
  readonly verdict: Verdict;
  readonly name: string;
};

const WIN =
  /^(better|best|beats?|beat(en|ing)|wins?|won|winn(er|ers|ing)|improv(e|es|ed|ing|ement|ements)|outperform(s|ed|ing)?|outdo(es)?|superior|surpass(es|ed)?|exceed(s|ed)?|gain(s|ed)?|help(s|ed)?|boost(s|ed)?|lift(s|ed)?)$/;
const LOSS =
  /^(worse|worst|los(e|es|ing)|lost|hurts?|harm(s|ed)?|degrad(e|es|ed)|inferior|underperform(s|ed)?)$/;
/** Before a word of these it is denied, asked or supposed. */
const DENIES = /^(not|no|none|never|neither|nor|cannot|can't|without|whether|if|\w+n't)$/;
const REACH = 6;
const OPEN = /\b(can(?:not|'t| not) (?:be told|tell)|not be told|no difference)\b/i;

type Word = { readonly word: string; readonly claims: 'better' | 'worse' };
type Difference = Extract<Said, { readonly verdict: Verdict }>;
type Step = Word | Difference;

/**
 * Differences that are written as a win, or as a loss, where the one rule does not call them one. A word speaks of the differences that follow it in its clause up to the
 * next such word, or of those before it where none follows; a denial up to six words before it takes it back.
 */
export function claimsBeyond(said: readonly Said[]): readonly Claim[] {
  return clausesOf(said).flatMap(claimsIn);
}

/** Clauses end where sentences, list items, headings, cells and paragraphs do. */
function clausesOf(said: readonly Said[]): readonly (readonly Said[])[] {
  const clauses: Said[][] = [[]];
  for (const piece of said) {
    if ('verdict' in piece) {
      clauses.at(-1)!.push(piece);
      continue;
    }
    for (const [i, text] of piece.text.split(CLAUSE_END).entries()) {
      if (i > 0) clauses.push([]);
      clauses.at(-1)!.push({ ...piece, text });
    }
  }
  return clauses;
}

const CLAUSE_END =
  /(?<=[.!?;])(?=\s)|(?<=[.!?;]["')*_]+)(?=\s)|\n[ \t]*\n|\n(?=[ \t>]*(?:[-*+]|\d+[.)]|#+)[ \t])|\|/;

function claimsIn(clause: readonly Said[]): readonly Claim[] {
  const whole = clause.map((piece) => ('text' in piece ? piece.text : '')).join('');
  if (/\?\s*$/.test(whole) || OPEN.test(straight(whole))) return [];
  const steps = clause.flatMap((piece): readonly Step[] => ('text' in piece ? wordsOf(piece.text) : [piece]));
  return steps.flatMap((step, i) =>
    'word' in step ? spokenOf(steps, i).flatMap((one) => beyond(step, one)) : [],
  );
}

/** The differences between this word and the next; where there are none, those between it and the one before. */
function spokenOf(steps: readonly Step[], at: number): readonly Difference[] {
  const after = untilWord(steps.slice(at + 1));
  return after.length > 0 ? after : untilWord(steps.slice(0, at).reverse()).reverse();
}

function untilWord(steps: readonly Step[]): Difference[] {
  const next = steps.findIndex((step) => 'word' in step);
  return steps.slice(0, next < 0 ? steps.length : next).filter((step) => 'verdict' in step);
}

function beyond({ word, claims }: Word, { verdict, line, name }: Difference): readonly Claim[] {
  return claims === verdict ? [] : [{ line, word, verdict, name }];
}

function straight(text: string): string {
  return text.replace(/[’ʼ]/g, "'");
}

function wordsOf(text: string): readonly Word[] {
  const words = straight(text.toLowerCase()).match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.flatMap((word, i): readonly Word[] => {
    const claims = WIN.test(word) ? 'better' : LOSS.test(word) ? 'worse' : null;
    if (claims === null || words.slice(Math.max(0, i - REACH), i).some((one) => DENIES.test(one))) return [];
    return [{ word, claims }];
  });
}

import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../types.js';
import { claimsBeyond, type Said } from './claims.js';

/** Texts in which {better}, {worse}, {cannot-tell} or {identical} stands for a difference with that verdict. */
function wordsFound(text: string): readonly string[] {
  const said = text.split(/(\{[a-z-]+\})/).map((part, i): Said => {
    const verdict = /^\{(.*)\}$/.exec(part)?.[1];
    return verdict === undefined ? { text: part } : { verdict: verdict as Verdict, line: i, name: 'delta' };
  });
  return claimsBeyond(said).map(({ word, verdict }) => `${word}: ${verdict}`);
}

describe('what is said of a difference', () => {
  it.each([
    'Windows beat sections by {cannot-tell}.',
    'Windows are better than sections: {cannot-tell}.',
    'With {cannot-tell}, hybrid wins.',
    'Hybrid outperforms BM25 (by {identical}).',
    'Headers improve recall, {worse}.',
    'Vectors lose {cannot-tell}.',
    'Windows **win** ({cannot-tell}).',
    'It can be said that headers help:\n{cannot-tell}',
  ])('is beyond the one rule in: %s', (text) => {
    expect(wordsFound(text)).toHaveLength(1);
  });

  it.each([
    'Windows beat sections by {better}.',
    'Vectors are worse than BM25: {worse}.',
    'Windows differ from sections by {cannot-tell}.',
    'Windows are not better than sections ({cannot-tell}).',
    'Neither overlap nor headers improve it: {cannot-tell}.',
    "It isn't better: {cannot-tell}.",
    'Whether windows beat sections is open ({cannot-tell}).',
    'Do windows beat sections, {cannot-tell}?',
    'Windows cannot be told to be better: {cannot-tell}.',
    'We can’t tell a winner: {cannot-tell}.',
    'Windows beat sections. The rest differs by {cannot-tell}.',
    '# A better way\n\nThey differ by {cannot-tell}.',
    '- Windows are better\n- Headers: {cannot-tell}',
    '| better | {cannot-tell} |',
  ])('is within it in: %s', (text) => {
    expect(wordsFound(text)).toEqual([]);
  });

  it('is said of each difference of a list, and of each by its own word', () => {
    expect(wordsFound('Windows beat sections: {better}, {cannot-tell} and {better}.')).toEqual([
      'beat: cannot-tell',
    ]);
    expect(wordsFound('Windows beat sections ({better}), while vectors are worse ({worse}).')).toEqual([]);
    expect(wordsFound('Windows beat sections ({better}), and vectors beat them ({worse}).')).toEqual([
      'beat: worse',
    ]);
  });
});

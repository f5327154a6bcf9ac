import { describe, expect, it } from 'vitest';
import { emsOf, fit, pixelsOf, wrap, wrapWords } from './text-width.js';

describe('the width of a text', () => {
  it('is more for wide letters, none for marks, and twice for East Asian ones', () => {
    expect(emsOf('mmm')).toBeGreaterThan(emsOf('iii') * 2);
    expect(emsOf('e\u0301')).toBe(emsOf('e'));
    expect(emsOf('日本')).toBeCloseTo(2.2, 12);
  });

  it('comes to 0.55 to 0.65 em a letter in common prose', () => {
    const text = 'Can tell sections from pages on recall: the mean over the queries that were answered';
    expect(emsOf(text) / text.length).toBeGreaterThan(0.53);
    expect(emsOf(text) / text.length).toBeLessThan(0.65);
  });

  it('decides where lines break, and never within "n = 108"', () => {
    const lines = wrap('one two n = 108 three', 12, pixelsOf('one two n =', 12));
    expect(lines).toEqual(['one two', 'n = 108', 'three']);
  });

  it('decides where names break: after an underscore, a hyphen, a dot or a slash', () => {
    expect(wrapWords('version_specific_question', 12, 70)).toEqual(['version_', 'specific_', 'question']);
    expect(wrapWords('all', 12, 70)).toEqual(['all']);
  });

  it('decides how much of a name stays', () => {
    expect(fit('a name', 12, 100)).toBe('a name');
    const short = fit('a name that is far too long', 12, 60);
    expect(short.endsWith('…')).toBe(true);
    expect(pixelsOf(short, 12)).toBeLessThanOrEqual(60);
  });
});

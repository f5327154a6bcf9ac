import { describe, expect, it } from 'vitest';
import { INK } from './looks.js';
import { contrast, inkOn, luminance, shade } from './shades.js';

const shares = Array.from({ length: 101 }, (_, i) => i / 100);

describe('shades', () => {
  it('grow darker all the way, so that grey print keeps their order', () => {
    const greys = shares.map((share) => luminance(shade(share)));
    expect(greys).toEqual([...greys].sort((a, b) => b - a));
    expect(new Set(greys).size).toBe(greys.length);
    expect([shade(-1), shade(2)]).toEqual([shade(0), shade(1)]);
  });

  it('carry letters that can be read', () => {
    for (const share of shares) expect(contrast(shade(share), inkOn(shade(share), INK))).toBeGreaterThan(3.9);
    expect(inkOn(shade(0), INK)).toBe(INK);
    expect(inkOn(shade(1), INK)).toBe('#ffffff');
  });

  it('are measured as the standard does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

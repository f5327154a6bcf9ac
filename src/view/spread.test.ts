import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from './spread.js';

describe('places of labels', () => {
  it('are those wanted where these are far enough apart', () => {
    expect(spread([10, 30, 90], 15, 0, 100)).toEqual([10, 30, 90]);
    expect(spread([], 15, 0, 100)).toEqual([]);
  });

  it('move apart evenly, and back inside at the ends', () => {
    expect(spread([50, 50, 50], 10, 0, 100)).toEqual([40, 50, 60]);
    expect(spread([0, 0, 50], 10, 0, 100)).toEqual([0, 10, 50]);
    expect(spread([99, 100], 10, 0, 100)).toEqual([90, 100]);
  });

  it('come nearer to each other where there is no room', () => {
    expect(spread([5, 5, 5], 10, 0, 10)).toEqual([0, 5, 10]);
  });

  it('keep order, gap and bounds, and no other places that do are nearer to those wanted', () => {
    const place = fc.double({ min: 0, max: 300, noNaN: true });
    const places = fc.array(fc.tuple(place, place), { maxLength: 20 });
    fc.assert(
      fc.property(places, (given) => {
        const rising = (which: 0 | 1) => given.map((pair) => pair[which]).sort((a, b) => a - b);
        const [wanted, found] = [rising(0), spread(rising(0), 10, 0, 300)];
        found.forEach((at, i) => {
          expect(at).toBeGreaterThanOrEqual(-1e-9);
          expect(at).toBeLessThanOrEqual(300 + 1e-9);
          if (i > 0) expect(at - found[i - 1]!).toBeGreaterThanOrEqual(10 - 1e-9);
        });
        // Any rising numbers, squeezed into what the gaps leave, are places that keep the rules.
        const free = 300 - 10 * Math.max(0, given.length - 1);
        const other = rising(1).map((at, i) => (at / 300) * free + 10 * i);
        expect(moved(wanted, found)).toBeLessThanOrEqual(moved(wanted, other) + 1e-6);
      }),
    );
  });
});

function moved(wanted: readonly number[], found: readonly number[]): number {
  return found.reduce((sum, at, i) => sum + (at - wanted[i]!) ** 2, 0);
}

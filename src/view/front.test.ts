import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FrontPoint, frontOf } from './front.js';

/** Each against each, as the definition has it. */
function naiveFront(points: readonly FrontPoint[]): readonly FrontPoint[] {
  const beats = (q: FrontPoint, p: FrontPoint) =>
    (q.value >= p.value - 1e-9 && q.cost < p.cost) || (q.value > p.value + 1e-9 && q.cost <= p.cost);
  return points.filter((p) => !points.some((q) => beats(q, p)));
}

const point = (value: number, cost: number): FrontPoint => ({ value, cost });

describe('the front', () => {
  it('is what nothing beats, by rising cost', () => {
    const [dear, cheap, beaten, middle] = [point(0.9, 50), point(0.2, 1), point(0.5, 20), point(0.6, 10)];
    expect(frontOf([dear, cheap, beaten, middle])).toEqual([cheap, middle, dear]);
    expect(frontOf([])).toEqual([]);
    expect(frontOf([dear])).toEqual([dear]);
  });

  it('keeps both of two that are the same', () => {
    expect(frontOf([point(0.5, 1), point(0.5, 1)])).toHaveLength(2);
  });

  it('takes the cheaper of two that are as good, and the better of two that cost the same', () => {
    expect(frontOf([point(0.5, 2), point(0.5, 1)])).toEqual([point(0.5, 1)]);
    expect(frontOf([point(0.5, 1), point(0.6, 1)])).toEqual([point(0.6, 1)]);
  });

  it('does not take a rounding for a gain', () => {
    expect(frontOf([point(0.3, 1), point(0.1 + 0.2, 2)])).toEqual([point(0.3, 1)]);
  });

  it('is what comparing each with each finds', () => {
    const few = fc.integer({ min: 0, max: 5 });
    const points = fc.array(fc.record({ value: few.map((value) => value / 5), cost: few }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(points, (given) => {
        const front = frontOf(given);
        expect(new Set(front)).toEqual(new Set(naiveFront(given)));
        expect(front.map(({ cost }) => cost)).toEqual(
          [...front.map(({ cost }) => cost)].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('refuses what is no number', () => {
    expect(() => frontOf([point(Number.NaN, 1)])).toThrow(
      'frontOf: a point has the value NaN and the cost 1, wanted two finite numbers; leave it out',
    );
  });
});

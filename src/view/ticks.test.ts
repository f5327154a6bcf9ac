import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logTicks, niceTicks, tickText } from './ticks.js';

describe('ticks', () => {
  it('are round numbers around what they have to hold', () => {
    expect(niceTicks(0.218, 0.609)).toEqual([0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
    expect(niceTicks(0, 10_724)).toEqual([0, 2000, 4000, 6000, 8000, 10_000, 12_000]);
    expect(niceTicks(-0.05, 0.33)).toEqual([-0.1, 0, 0.1, 0.2, 0.3, 0.4]);
    expect(niceTicks(0.1, 0.3, 2)).toEqual([0.1, 0.2, 0.3]);
  });

  it('are two at least, where there is nothing to hold apart', () => {
    expect(niceTicks(0, 0).length).toBeGreaterThanOrEqual(2);
    expect(niceTicks(0.5, 0.5).length).toBeGreaterThanOrEqual(2);
    expect(logTicks(100, 100).length).toBeGreaterThanOrEqual(2);
  });

  it('hold both ends, rise evenly and are not many', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(high - low > 1e-6 * Math.max(1e-3, Math.abs(low), Math.abs(high)));
        const ticks = niceTicks(low, high);
        const slack = (high - low) * 1e-6;
        expect(ticks[0]).toBeLessThanOrEqual(low + slack);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high - slack);
        expect(ticks.length).toBeLessThanOrEqual(8);
        const step = ticks[1]! - ticks[0]!;
        ticks.slice(1).forEach((tick, i) => {
          expect(tick - ticks[i]!).toBeCloseTo(step, 6 - Math.ceil(Math.log10(step)));
        });
      }),
    );
  });

  it('multiply where numbers are of different sizes', () => {
    expect(logTicks(334, 10_724)).toEqual([200, 500, 1000, 2000, 5000, 10_000, 20_000]);
    expect(logTicks(0.003, 45)).toEqual([0.001, 0.01, 0.1, 1, 10, 100]);
    fc.assert(
      fc.property(
        fc.double({ min: 1e-4, max: 1e9, noNaN: true }),
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        (low, times) => {
          const ticks = logTicks(low, low * times);
          expect(ticks[0]).toBeLessThanOrEqual(low * (1 + 1e-6));
          expect(ticks.at(-1)! * (1 + 1e-6)).toBeGreaterThanOrEqual(low * times);
          expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('are written with as many decimals as they need, and thousands apart', () => {
    const texts = (ticks: readonly number[]) => ticks.map((tick) => tickText(tick, ticks));
    expect(texts([0.2, 0.25, 0.3])).toEqual(['0.20', '0.25', '0.30']);
    expect(texts([0, 5000, 1_000_000])).toEqual(['0', '5,000', '1,000,000']);
    expect(texts([-0.1, 0, 0.1])).toEqual(['−0.1', '0.0', '0.1']);
    expect(texts([0.0001, 1000])).toEqual(['0.0001', '1,000.0000']);
  });
});

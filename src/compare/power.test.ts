import { describe, expect, it } from 'vitest';
import { randomWords } from '../measure/random.js';
import { detectable, detectableBeforehand } from './power.js';
import { randomizationTest } from './randomization-test.js';
import { signTest } from './sign-test.js';

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/** The power of the test where each query changes with a chance, to the better with a share, term by term. */
function powerOf(n: number, changed: number, share: number): number {
  let power = 0;
  for (let m = 0; m <= n; m++)
    for (let better = Math.ceil(m / 2); better <= m; better++) {
      if (signTest(better, m - better) >= 0.05) continue;
      const mass = choose(n, m) * changed ** m * (1 - changed) ** (n - m);
      power += mass * choose(m, better) * share ** better * (1 - share) ** (m - better);
    }
  return power;
}

describe('what a pair of runs could have shown', () => {
  it('is 2.80 standard errors of its differences', () => {
    const differences = [0.5, -0.25, 0, 1, 0, 0.25, 0, -0.5, 0.5, 0];
    const mean = 0.15;
    const sd = Math.sqrt(differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / 9);
    expect(detectable(differences)).toBeCloseTo((2.8015852 * sd) / Math.sqrt(10), 7);
  });

  it('is unknown of one difference and of equal ones', () => {
    expect([detectable([1]), detectable([0, 0, 0]), detectable([0.1, 0.1])]).toEqual([null, null, null]);
  });
});

describe('what a set of queries can show beforehand', () => {
  it.each([
    [45, 0.2],
    [45, 0.5],
    [75, 0.2],
    [100, 1],
  ])('%i queries of which a share of %d change reaches 80 % power there, and not below', (n, changed) => {
    const { difference, better, worse } = detectableBeforehand({ n, changed })!;
    const share = better / (better + worse);
    expect(better + worse).toBeCloseTo(n * changed, 9);
    expect(difference).toBeCloseTo((better - worse) / n, 12);
    expect(powerOf(n, changed, share)).toBeCloseTo(0.8, 9);
    expect(powerOf(n, changed, share - 0.01)).toBeLessThan(0.8);
  });

  it('is nothing where not even all changes for the better would be told', () => {
    expect(powerOf(45, 0.1, 1)).toBeLessThan(0.8);
    expect(detectableBeforehand({ n: 45, changed: 0.1 })).toBeNull();
    expect(detectableBeforehand({ n: 5, changed: 1 })).toBeNull();
    expect(detectableBeforehand({ n: 6, changed: 1 })).not.toBeNull();
  });

  it('scales with the typical change', () => {
    const whole = detectableBeforehand({ n: 90, changed: 0.3 })!;
    const half = detectableBeforehand({ n: 90, changed: 0.3, typicalChange: 0.5 })!;
    expect(half).toEqual({ ...whole, difference: whole.difference / 2 });
  });

  it('is what the randomization test does in simulated runs', () => {
    const [n, changed] = [60, 0.4];
    const { better, worse } = detectableBeforehand({ n, changed, typicalChange: 0.5 })!;
    const share = better / (better + worse);
    const words = randomWords(11);
    const uniform = () => words() / 2 ** 32;
    let told = 0;
    for (let run = 0; run < 2000; run++) {
      const differences = Array.from({ length: n }, () =>
        uniform() >= changed ? 0 : uniform() < share ? 0.5 : -0.5,
      );
      const { pValue, mean } = randomizationTest(differences, run);
      if (pValue < 0.05 && mean > 0) told++;
    }
    expect(Math.abs(told / 2000 - 0.8)).toBeLessThan(0.03);
  });

  it('is quick for thousands of queries', () => {
    const { difference } = detectableBeforehand({ n: 6980, changed: 0.5 })!;
    expect(difference).toBeGreaterThan(0.02);
    expect(difference).toBeLessThan(0.03);
  });
});

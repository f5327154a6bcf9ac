import { describe, expect, it } from 'vitest';
import { dl19Values } from '../../test/dl19.js';
import { asUsed, skewedArms, swappedArms, withFewFlips } from '../../test/false-alarms.js';
import { nodeHttpValues } from '../../test/node-http.js';
import { hasSharedData } from '../../test/shared-data.js';

/** 5 % and three standard errors. */
const bound = (trials: number) => 0.05 + 3 * Math.sqrt((0.05 * 0.95) / trials);

describe.skipIf(!hasSharedData)('two real systems whose values change places at random', () => {
  const of = ['ndcg@10', 'recall@10'].flatMap((metric) => [20, 45, 75].map((n) => [metric, n] as const));

  it.each(of)(
    'on %s over %i queries are called different in no more than one trial in twenty',
    (metric, n) => {
      const [a, b] = ['BM25', 'SPLADE_P_P_ENSEMBLE_DISTIL'].map((system) => dl19Values(system, metric));
      const { rate, atOdds } = swappedArms(a!, b!, { n, trials: 1500, rule: withFewFlips });
      expect(rate).toBeLessThan(bound(1500));
      expect(rate).toBeGreaterThan(0.03);
      expect(atOdds).toBe(0);
    },
  );

  it('have p, interval and verdict at one with all 99,999 flips too', () => {
    const [a, b] = ['BM25', 'SPLADE_P_P_ENSEMBLE_DISTIL'].map((system) => dl19Values(system, 'ndcg@10'));
    expect(swappedArms(a!, b!, { n: 45, trials: 20, rule: asUsed }).atOdds).toBe(0);
  });
});

describe('two chunkings of node-http whose values change places at random', async () => {
  const [pages, sections] = await nodeHttpValues('recall@5');

  it.each([20, 45, 75])('over %i queries are called different in no more than one trial in twenty', (n) => {
    const { rate, atOdds } = swappedArms(pages, sections, { n, trials: 500, rule: asUsed });
    expect(rate).toBeLessThan(bound(500));
    expect(atOdds).toBe(0);
  });
});

describe('arms with one true mean but skewed differences', () => {
  it('are called different too often, which is the limit of the test: arms must be exchangeable query by query', () => {
    const { rate, atOdds } = skewedArms({ n: 45, trials: 1500, rule: asUsed });
    expect(rate).toBeGreaterThan(bound(1500));
    expect(atOdds).toBe(0);
  });
});

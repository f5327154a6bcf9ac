import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import type { MetricSummary } from '../types.js';
import { evaluate } from './evaluate.js';
import { bootstrapMean, meanInterval, wilson } from './interval.js';
import { summarize } from './summarize.js';

const Z = 1.959963984540054;
const same = (n: number, value: number) => new Array<number>(n).fill(value);

/** From the definition (Wilson 1927): the true shares whose own standard error puts the observed one within z of them, looked for by halving. */
function naiveWilson(successes: number, n: number): readonly [number, number] {
  const observed = successes / n;
  const fits = (share: number) => (observed - share) ** 2 <= (Z ** 2 * share * (1 - share)) / n + 1e-15;
  const edge = (out: number) => {
    let [inside, outside] = [observed, out];
    if (fits(out)) return out;
    for (let i = 0; i < 80; i++) {
      const middle = (inside + outside) / 2;
      if (fits(middle)) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return [edge(0), edge(1)];
}

describe('the interval of a single mean', () => {
  it('of 12 equal values of 1 is Wilson’s, from 12 / (12 + z²) to 1', () => {
    expect(meanInterval(same(12, 1), 'unit')).toEqual({
      interval: [expect.closeTo(12 / 15.841_459, 6), 1],
      intervalMethod: 'wilson',
    });
    expect(meanInterval(same(12, 0), 'unit')).toEqual({
      interval: [expect.closeTo(0, 12), expect.closeTo(3.841_459 / 15.841_459, 6)],
      intervalMethod: 'wilson',
    });
  });

  it('is Wilson’s for shares, and for values from 0 to 1 that are all at one end; else the bootstrap’s', () => {
    const ends = fc.constantFrom(0, 1);
    const values = fc.oneof(
      fc.array(ends, { minLength: 2, maxLength: 60 }),
      fc.tuple(fc.integer({ min: 2, max: 60 }), ends).map(([n, value]) => same(n, value)),
      fc.array(fc.constantFrom(0, 0.25, 0.5, 1), { minLength: 2, maxLength: 30 }),
    );
    fc.assert(
      fc.property(values, (given) => {
        const ones = given.filter((value) => value === 1).length;
        const [low, high] = naiveWilson(ones, given.length);
        const asWilson = {
          interval: [expect.closeTo(low, 6), expect.closeTo(high, 6)],
          intervalMethod: 'wilson',
        };
        const asBootstrap = { interval: bootstrapMean(given), intervalMethod: 'bootstrap' };
        const constant = new Set(given).size === 1 && (given[0] === 0 || given[0] === 1);
        const share = given.every((value) => value === 0 || value === 1);
        expect(meanInterval(given, 'binary')).toEqual(share ? asWilson : asBootstrap);
        expect(meanInterval(given, 'unit')).toEqual(constant ? asWilson : asBootstrap);
        expect(meanInterval(given, 'any')).toEqual(asBootstrap);
      }),
      { numRuns: 60 },
    );
  });

  it('is none below two values', () => {
    expect(meanInterval([1], 'unit').interval).toBeNull();
    expect(meanInterval([], 'binary').interval).toBeNull();
  });

  it('holds more the more equal values there are', () => {
    const lows = [2, 12, 90, 1000].map((n) => wilson(n, n)[0]);
    expect(lows.map((low) => low.toFixed(3))).toEqual(['0.342', '0.758', '0.959', '0.996']);
  });
});

it('a run without a miss has an interval in its summary; counts and metrics of one’s own have no bound to lean on', async () => {
  const cases = [1, 2, 3, 4].map((n) => caseOf(`c-${n}`, ['a']));
  const answers = Object.fromEntries(cases.map(({ query }) => [query, ['a']]));
  const metrics = [
    'recall@5',
    'hit@5',
    'num_rel',
    function mine() {
      return 1;
    },
  ];
  const run = await evaluate(tableRetriever('t', answers), cases, { metrics });
  const found = (name: string): MetricSummary =>
    summarize(run).metrics.find(({ metric }) => metric === name)!;
  expect(found('recall@5')).toMatchObject({ interval: wilson(4, 4), intervalMethod: 'wilson' });
  expect(found('hit@5')).toMatchObject({ interval: wilson(4, 4), intervalMethod: 'wilson' });
  for (const unbounded of ['num_rel', 'mine'])
    expect(found(unbounded)).toMatchObject({ interval: [1, 1], intervalMethod: 'bootstrap' });
});

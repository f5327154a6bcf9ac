import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { evaluate } from '../measure/evaluate.js';
import type { Case, Retriever, Run } from '../types.js';
import { compare } from './compare.js';
import { compareAll } from './compare-all.js';

const cases = (n: number): readonly Case[] =>
  Array.from({ length: n }, (_, i) => ({
    ...caseOf(`c-${i + 1}`, ['a'], i % 3 === 0 ? 'semantic' : 'exact_term'),
    fields: { user: `u-${i % 5}` },
  }));

async function runWhere(name: string, found: (n: number) => boolean, of = cases(45)): Promise<Run> {
  const table = Object.fromEntries(of.map((item, i) => [item.query, found(i + 1) ? ['a'] : ['x']]));
  return evaluate(tableRetriever(name, table), of, { name });
}

describe('several comparisons', () => {
  it('have p and interval for all of them together, and the verdict rests on those', async () => {
    const base = await runWhere('base', (n) => n > 18);
    const same = await runWhere('same', (n) => n > 18);
    const arms = await Promise.all([
      runWhere('six', (n) => n > 18 || n < 7),
      runWhere('six others', (n) => n > 18 || (n > 6 && n < 13)),
      runWhere('one', (n) => n > 17),
    ]);
    const alone = arms.map((arm) => compare(base, arm, 'recall@5'));
    const together = compareAll([base], [...arms, same], 'recall@5');
    together.slice(0, 3).forEach((one, i) => {
      expect(one.family).toEqual({ size: 4, correction: 'max-t', uncorrected: alone[i]!.pValue });
      expect(one.pValue!).toBeGreaterThanOrEqual(alone[i]!.pValue!);
      const [low, high] = one.interval!;
      expect((low !== null && low > 0) || (high !== null && high < 0)).toBe(one.pValue! < 0.05);
      expect(one.verdict === 'better').toBe(one.pValue! < 0.05);
    });
    // Six of six: 2 / 2^6 alone. Two such arms share no query: 1 - (1 - 2 / 2^6)^2 together.
    expect(together[0]!.pValue).toBeCloseTo(1 - (1 - 1 / 32) ** 2, 12);
    expect(alone[0]).toMatchObject({ pValue: 0.03125, verdict: 'better' });
    expect(together[0]!.verdict).toBe('cannot-tell');
    expect(together[0]!.sentence).toMatch(/p = 0\.\d+ for 4 comparisons together, n = 45/);
    expect(together[3]!.verdict).toBe('identical');
    expect(together[0]!.test).toBe('paired randomization, max-T over 4 comparisons (exact)');
  });

  it('may be corrected by Holm or by Benjamini and Hochberg, never at odds with their intervals', async () => {
    const base = await runWhere('base', (n) => n > 12);
    const arms = await Promise.all([
      runWhere('a', (n) => n > 12 || n < 7),
      runWhere('b', (n) => n > 12 || n < 10),
      runWhere('c', (n) => n > 11),
      runWhere('d', () => true),
    ]);
    const raw = arms.map((arm) => compare(base, arm, 'recall@5').pValue!);
    for (const correction of ['holm', 'benjamini-hochberg'] as const) {
      const together = compareAll([base], arms, 'recall@5', { correction });
      for (const one of together) {
        const [low, high] = one.interval!;
        expect((low !== null && low > 0) || (high !== null && high < 0)).toBe(one.pValue! < 0.05);
      }
      // The smallest of four is multiplied by four in both.
      expect(together[3]!.pValue).toBeCloseTo(Math.min(4 * raw[3]!, 1), 12);
    }
    expect(() => compareAll([base], arms, 'recall@5', { correction: 'bonferroni' as never })).toThrow(
      'compareAll: the correction is "bonferroni", wanted one of max-t, holm, benjamini-hochberg; pick one',
    );
  });

  it('are over the same queries: one that any run failed is failed in all', async () => {
    const of = cases(30);
    const base = await runWhere('base', (n) => n > 9, of);
    const good = await runWhere('good', () => true, of);
    const table = tableRetriever('t', Object.fromEntries(of.map((item) => [item.query, ['a']])));
    const broken: Retriever = {
      name: 'broken',
      search: (query, depth) => {
        if (query === 'query c-3') throw new Error('down');
        return table.search(query, depth);
      },
    };
    const [first, second] = compareAll([base], [good, await evaluate(broken, of)], 'recall@5');
    expect([first!.n, first!.failed, second!.n, second!.failed]).toEqual([29, 1, 29, 1]);
    expect(first!.withFailuresAsZero).toMatchObject({ n: 30, meanB: 1 });
    expect(second!.withFailuresAsZero.meanB).toBeCloseTo(29 / 30, 12);
  });

  it('are refused where they are no lists, and count a pair once whichever way it is given', async () => {
    const [a, b, c] = [
      await runWhere('a', (n) => n > 9),
      await runWhere('b', (n) => n > 5),
      await runWhere('c', () => true),
    ];
    expect(
      compareAll([a, b], [a, b, c, c], 'recall@5').map((one) => `${one.runA.name}${one.runB.name}`),
    ).toEqual(['ab', 'ac', 'bc']);
    expect(() => compareAll(a as never, b as never)).toThrow(
      'compareAll: found no lists, wanted a list of baselines and one of runs',
    );
    expect(() => compareAll([a], [b], 'mrr', { cluster: () => 'x' } as never)).toThrow(
      'compareAll: cluster is for two runs',
    );
    expect(() => compare(a, b, 'mrr', { seed: Number.NaN })).toThrow(
      'compare: seed is null, wanted a whole number of at least 0',
    );
    expect(() => compare(a, b, 'mrr', { also: 't' as never })).toThrow(
      'compare: also is "t", wanted a list; write [\'bootstrap\'], say',
    );
  });

  it('could have shown less together than alone, and nothing where so few moved', async () => {
    const base = await runWhere('base', (n) => n > 20);
    const arms = [
      await runWhere('b', (n) => n > 20 || n < 15),
      await runWhere('c', (n) => n > 20 || (n > 4 && n < 19)),
    ];
    const alone = compare(base, arms[0]!, 'recall@5').detectable!;
    expect(compareAll([base], arms, 'recall@5')[0]!.detectable!).toBeGreaterThan(alone);
    expect(compare(base, await runWhere('d', (n) => n > 15), 'recall@5').detectable).toBeNull();
  });

  it('against several baselines are one family', async () => {
    const [a, b, c] = [
      await runWhere('a', (n) => n > 9),
      await runWhere('b', (n) => n > 5),
      await runWhere('c', () => true),
    ];
    const together = compareAll([a, b], [c], 'recall@5');
    expect(together.map((one) => [one.runA.name, one.runB.name, one.family!.size])).toEqual([
      ['a', 'c', 2],
      ['b', 'c', 2],
    ]);
  });
});

describe('slices', () => {
  it('are corrected together, so that none is told by chance more often than one test would be', async () => {
    const a = await runWhere('a', (n) => n > 12);
    const b = await runWhere('b', () => true);
    const { slices } = compare(a, b, 'recall@5');
    for (const slice of slices) {
      const p = slice.uncorrected.pValue!;
      expect(slice.pValue).toBeCloseTo(1 - (1 - p) ** 2, 12);
      const [low, high] = slice.interval!;
      expect((low !== null && low > 0) || (high !== null && high < 0)).toBe(slice.pValue! < 0.05);
    }
    const [only] = compare(a, b, 'recall@5', { by: () => 'all' }).slices;
    expect(only!.pValue).toBe(only!.uncorrected.pValue);
  });

  it('say which of them makes the difference, and between which runs', async () => {
    const semantic = (n: number) => (n - 1) % 3 === 0;
    const a = await runWhere('a', (n) => !semantic(n));
    const b = await runWhere('b', () => true);
    expect(compare(a, b, 'recall@5').notes[0]).toBe(
      'the difference of b from a comes from semantic (n = 15): without these queries the runs are identical on the other 30',
    );
    const both = compare(await runWhere('c', (n) => n % 2 === 0), b, 'recall@5');
    expect(both.notes.some((note) => note.includes(' comes from '))).toBe(false);
  });
});

describe('clusters', () => {
  it('are flipped as one, so that ten gains of one user weigh as one', async () => {
    const firstUser = (n: number) => (n - 1) % 5 === 0;
    const a = await runWhere('a', (n) => !firstUser(n));
    const b = await runWhere('b', () => true);
    expect(compare(a, b, 'recall@5').verdict).toBe('better');
    const clustered = compare(a, b, 'recall@5', {
      cluster: (item) => String(item.fields['user']),
      also: ['bootstrap'],
    });
    expect(clustered).toMatchObject({ verdict: 'cannot-tell', pValue: 1, clusters: 5, delta: 0.2 });
    expect(clustered.test).toBe('paired randomization (exact, 5 clusters)');
    expect(clustered.beside[0]!.interval).toEqual([0, 0.6]);
    expect(() => compare(a, b, 'recall@5', { cluster: (item) => item.kind, also: ['t'] })).toThrow(
      'compare: "t" takes each case for itself, found clusters, wanted bootstrap alone; drop it or the clusters',
    );
  });
});

describe('statistics beside the one rule', () => {
  it('are shown on request and decide nothing', async () => {
    const comparison = compare(
      await runWhere('a', (n) => n > 7 || n === 7),
      await runWhere('b', (n) => n !== 7),
      'recall@5',
      {
        also: ['bootstrap', 'bca', 't', 'wilcoxon', 'd_z'],
      },
    );
    // Six up by 1 and one down of 45: twice the differences of a vector that scipy 1.10 was given.
    const [bootstrap, bca, t, wilcoxon, dz] = comparison.beside;
    expect(bootstrap!.interval).toEqual([0, expect.closeTo(2 / 9, 9)]);
    expect(bca!.interval).toEqual([expect.closeTo(1 / 45, 9), expect.closeTo(11 / 45, 9)]);
    expect(t).toMatchObject({
      statistic: expect.closeTo(1.947589137440405, 9),
      pValue: expect.closeTo(0.05786263200607741, 9),
    });
    expect(wilcoxon!.statistic).toBe(4);
    expect(dz!.statistic).toBeCloseTo(1.947589137440405 / Math.sqrt(45), 9);
    expect(comparison.verdict).toBe('cannot-tell');
    // 2.8016 standard errors of 1/9 by t = 1.9476.
    expect(comparison.detectable).toBeCloseTo((2.8015852 * (1 / 9)) / 1.947589137440405, 6);
  });

  it('are refused by name where they are unknown', async () => {
    const run = await runWhere('a', () => true);
    expect(() => compare(run, run, 'mrr', { also: ['wilcoxn' as never] })).toThrow(
      'compare: the statistic "wilcoxn" is unknown, wanted one of bootstrap, bca, t, wilcoxon, d_z; did you mean "wilcoxon"?',
    );
  });
});

describe('a retriever that does not always give the same', () => {
  it('is averaged for each query, and the queries that change sides are counted', async () => {
    const of = cases(4);
    const base = await runWhere('base', (n) => n === 1 || n === 2, of);
    let call = 0;
    const moody: Retriever = {
      name: 'moody',
      // Of four searches: always found, never found, found in one of four, always found.
      search: (query) => {
        const found = query === 'query c-3' ? call++ === 0 : query !== 'query c-2';
        const page = found ? 'a' : 'x';
        return [{ chunkId: page, docId: page, score: 1 }];
      },
    };
    const run = await evaluate(moody, of, { repeats: 4, metrics: ['recall@5'] });
    expect(run.results.map((result) => result.metrics['recall@5'])).toEqual([1, 0, 0.25, 1]);
    const comparison = compare(base, run, 'recall@5');
    expect(comparison.flips).toEqual({ cases: 1, of: 4 });
    const rates = new Map(comparison.results.map((row) => [row.caseId, row.flipRate]));
    // Better on the mean of c-3, but in three searches of four it is the same as the baseline.
    expect([...['c-1', 'c-2', 'c-3', 'c-4'].map((id) => rates.get(id))]).toEqual([0, 0, 0.75, 0]);
    expect(() => compare(base, run, 'recall@3')).toThrow(
      `recall@3 was not recorded by run moody (${run.id}), which searched each case several times, wanted one of recall@5; name one of those, or run it again with recall@3`,
    );
  });
});

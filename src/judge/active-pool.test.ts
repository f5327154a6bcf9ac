import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settledAfter } from '../../test/active-judging.js';
import { caseOf } from '../../test/examples.js';
import { madeRun } from '../compare/made-run.contract.js';
import { LabError } from '../errors.js';
import { judged } from '../measure/judged.js';
import { metric } from '../measure/registry.js';
import type { Case, Label, Run } from '../types.js';
import type { ToJudge } from './active-judging.js';
import { activePool, nextToJudge } from './active-pool.js';
import { blindKey } from './blind-order.js';

const LETTERS = [...'abcdefg'];
const ranking = fc.shuffledSubarray(LETTERS, { minLength: 1 });
const topic = fc.tuple(
  fc.dictionary(fc.constantFrom(...LETTERS), fc.integer({ min: -1, max: 2 })),
  ranking,
  ranking,
);
const topics = fc.array(topic, { minLength: 1, maxLength: 5 });
const METRICS = [
  'precision@3',
  'recall@3',
  'hit@3',
  'mrr@3',
  'mrr',
  'map',
  'map@3',
  'ndcg@3',
  'ndcg',
  'all@3',
  'f1@3',
  'rprec',
  'bpref',
  'rbp(0.8)',
  'recall@3,rel=2',
  'judged@3',
];

type Topic = readonly [Readonly<Record<string, number>>, readonly string[], readonly string[]];

function twoRuns(rows: readonly Topic[], name: string, k = 3): readonly [Run, Run] {
  const cases = rows.map(
    ([grades], i): Case => ({
      ...caseOf(`q${i}`, []),
      labels: Object.entries(grades).map(([doc, grade]) => ({ doc, grade })),
    }),
  );
  const run = (title: string, at: 1 | 2) =>
    madeRun({ name: title, cases, rankings: rows.map((row) => row[at]), metrics: [name], k, depth: 8 });
  return [run('a', 1), run('b', 2)];
}

/** The mean difference with labels of one query written out. */
function deltaWith([a, b]: readonly [Run, Run], name: string, caseId: string, more: readonly Label[]) {
  const { value } = metric(name);
  const pages = new Set(more.map(({ doc }) => doc));
  const deltas = a.cases.map((item, i) => {
    const labels = [...item.labels.filter(({ doc }) => !pages.has(doc)), ...more];
    const labelled = item.id === caseId ? { ...item, labels } : item;
    const of = (run: Run) => value(judged(labelled, run.results[i]!.hits));
    return of(b) - of(a);
  });
  return deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length;
}

/** The mean over eight ways to judge the other pages of the query, which the bits of their keys say. */
function naiveWeight(
  runs: readonly [Run, Run],
  name: string,
  items: readonly ToJudge[],
  { caseId, page }: ToJudge,
  best: number,
): number {
  const others = items.filter((one) => one.caseId === caseId && one.page !== page);
  const changes = [0, 1, 2, 3, 4, 5, 6, 7].map((draw) => {
    const drawn = others.map((other) => ({
      doc: other.page,
      grade: (BigInt(`0x${[...blindKey(other, 1)].reverse().join('')}`) >> BigInt(draw)) & 1n ? best : 0,
    }));
    const [high, low] = [best, 0].map((grade) =>
      deltaWith(runs, name, caseId, [...drawn, { doc: page, grade }]),
    );
    return Math.abs(high! - low!);
  });
  return changes.reduce((sum, change) => sum + change, 0) / changes.length;
}

const rounded = (weight: number) => Math.floor(Math.log(weight) / Math.log(Math.SQRT2) + 1e-6);

describe('pages in the order in which they are worth judging', () => {
  it('are all without a label within the cut, and weigh what the metric says with their label written out', () => {
    fc.assert(
      fc.property(topics, fc.constantFrom(...METRICS), (rows, name) => {
        const runs = twoRuns(rows, name);
        const items = activePool(...runs, { metric: name });
        const k = metric(name).k ?? 8;
        const naive = rows.flatMap(([grades, left, right], i) =>
          [...new Set([...left.slice(0, k), ...right.slice(0, k)])]
            .filter((page) => (grades[page] ?? -1) < 0)
            .map((page) => `q${i} ${page}`),
        );
        expect(items.map(({ caseId, page }) => `${caseId} ${page}`).sort()).toEqual(naive.sort());
        const rel = name.includes('rel=2') ? 2 : 1;
        const best = Math.max(rel, ...rows.flatMap(([grades]) => Object.values(grades)));
        for (const item of items)
          expect(item.weight).toBeCloseTo(naiveWeight(runs, name, items, item, best), 12);
        const steps = items.map(({ weight }) => (weight < 1e-9 ? Number.NEGATIVE_INFINITY : rounded(weight)));
        expect(steps).toEqual([...steps].sort((x, y) => (x === y ? 0 : y - x)));
      }),
      { numRuns: 120 },
    );
  });

  it('stand in one order whichever run is named first, and carry nothing that says who showed them', () => {
    fc.assert(
      fc.property(topics, fc.constantFrom(...METRICS), (rows, name) => {
        const [a, b] = twoRuns(rows, name);
        const items = activePool(a, b);
        const swapped = activePool(b, a);
        expect(swapped.map(({ page, caseId }) => [caseId, page])).toEqual(
          items.map(({ page, caseId }) => [caseId, page]),
        );
        for (const item of items)
          expect(Object.keys(item).sort()).toEqual(['caseId', 'page', 'query', 'weight']);
      }),
    );
  });

  it('are mixed where they weigh the same: a seed mixes them anew', () => {
    const row: Topic = [{}, ['a', 'b', 'c'], ['d', 'e', 'f']];
    const [a, b] = twoRuns([row], 'precision@3');
    const order = (seed: number) =>
      activePool(a, b, { seed })
        .map(({ page }) => page)
        .join('');
    const orders = [1, 2, 3, 4, 5, 6, 7, 8].map(order);
    expect(new Set(orders).size).toBeGreaterThan(4);
    expect(order(1)).toBe(order(1));
    expect(activePool(a, b, { most: 2 }).map(({ page }) => page)).toEqual([...order(1)].slice(0, 2));
  });
});

describe('what to judge next', () => {
  /**
   * Of ten queries b wins seven at rank 3, by a page that is relevant against one that is not; 7 of 7 has p = 0.016, 6 of 6 p = 0.031, 5 of 5 p = 0.063. What a shows there in
   * q0 and q1 nobody has judged, as nobody has what both show at ranks 1 and 2.
   */
  const flips = (): readonly [Run, Run] => {
    const both = ['u', 'v'];
    const open: Topic = [{ w: 1 }, [...both, 'o'], [...both, 'w']];
    const won: Topic = [{ w: 1, o: 0 }, [...both, 'o'], [...both, 'w']];
    const same: Topic = [{ w: 1 }, [...both, 'w'], [...both, 'w']];
    return twoRuns([open, open, won, won, won, won, won, same, same, same], 'precision@3');
  };
  const truth = (caseId: string, page: string) => ({ caseId, page, grade: page === 'o' ? 1 : 0 });

  it('is what could turn the verdict, and after two judgments it has turned', () => {
    const [a, b] = flips();
    const before = nextToJudge(a, b, []);
    expect(before.now.verdict).toBe('better');
    expect(before.forA.verdict).toBe('cannot-tell');
    expect(before).toMatchObject({ judged: 0, left: 22, exact: true, relevantShare: 1 / 2, settled: 'sign' });
    const first = before.items.slice(0, 2).map(({ caseId, page }) => `${caseId} ${page}`);
    expect(first.sort()).toEqual(['q0 o', 'q1 o']);
    const one = nextToJudge(a, b, [truth('q0', 'o')], { count: 1 });
    expect(one.now.verdict).toBe('better');
    expect(one.items).toMatchObject([{ caseId: 'q1', page: 'o' }]);
    const two = nextToJudge(a, b, [truth('q0', 'o'), truth('q1', 'o')]);
    expect(two).toMatchObject({ now: { verdict: 'cannot-tell' }, judged: 2, relevantShare: 3 / 4 });
    // What both show at one rank changes nothing, however it is judged.
    expect(two.settled).toBe('verdict');
  });

  it('needs fewer judgments for that than pools of depth 1, 2 and 3', () => {
    const [a, b] = flips();
    const pair = {
      name: 'made',
      a,
      b,
      gradeOf: ({ caseId, page }: { caseId: string; page: string }) => truth(caseId, page).grade,
    };
    expect(settledAfter(pair, 'precision@3', 'active')).toMatchObject({ verdict: 2, all: 22 });
    expect(settledAfter(pair, 'precision@3', 'depth')).toMatchObject({ verdict: 22, all: 22 });
  });

  it('has nothing left when all is judged, and is settled then', () => {
    const [a, b] = flips();
    let said: { caseId: string; page: string; grade: number }[] = [];
    for (let rounds = 0; rounds < 30; rounds++) {
      const { items } = nextToJudge(a, b, said, { count: 1 });
      if (items.length === 0) break;
      said = [...said, { caseId: items[0]!.caseId, page: items[0]!.page, grade: 0 }];
    }
    const last = nextToJudge(a, b, said);
    expect(last).toMatchObject({ left: 0, exact: true, settled: 'verdict', items: [] });
    expect(last.forA).toEqual(last.now);
    expect(last.forB).toEqual(last.now);
    expect(last.probabilityBHigher).toBe(1);
  });
});

/** The mean difference for each way in which the open pages could be judged. */
function allWays(runs: readonly [Run, Run], name: string): readonly number[] {
  const open = activePool(...runs, { metric: name });
  return Array.from({ length: 2 ** open.length }, (_, way) => {
    const said = open.map(({ caseId, page }, i) => ({ caseId, page, grade: (way >> i) & 1 }));
    const deltas = runs[0].cases.map((item, i) => {
      const labels = said
        .filter(({ caseId }) => caseId === item.id)
        .map(({ page, grade }) => ({ doc: page, grade }));
      const labelled = { ...item, labels: [...item.labels, ...labels] };
      const of = (run: Run) => metric(name).value(judged(labelled, run.results[i]!.hits));
      return of(runs[1]) - of(runs[0]);
    });
    return deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length;
  });
}

describe('how far judging has come', () => {
  const binary = fc.tuple(
    fc.dictionary(fc.constantFrom(...LETTERS), fc.integer({ min: 0, max: 1 })),
    ranking,
    ranking,
  );
  const few = fc.array(binary, { minLength: 1, maxLength: 2 });
  const of = (rows: readonly Topic[], name: string) => {
    const runs = twoRuns(rows, name);
    return { ways: allWays(runs, name), found: nextToJudge(...runs, [], { metric: name }) };
  };

  it.each(['precision@3', 'hit@3', 'mrr@3', 'recall@3', 'map@3', 'ndcg@3'])(
    'has for %s the lowest and highest difference of all ways to judge the rest',
    (name) => {
      fc.assert(
        fc.property(few, (rows) => {
          const { ways, found } = of(rows, name);
          expect(found.forA.delta).toBeCloseTo(Math.min(...ways), 12);
          expect(found.forB.delta).toBeCloseTo(Math.max(...ways), 12);
        }),
        { numRuns: 60, seed: 1 },
      );
    },
  );

  it('says where the extremes are those that a search found, since pages of a query are many', () => {
    const rows: Topic[] = [[{}, [...'abcde'], [...'fghij']]];
    const found = nextToJudge(...twoRuns(rows, 'precision@5', 5), [], { metric: 'precision@5' });
    expect(found).toMatchObject({ exact: false, forA: { delta: -1 }, forB: { delta: 1 }, left: 10 });
  });

  it('has the probability that b is higher, near the share of all ways in which it is', () => {
    const rows: Topic[] = Array.from({ length: 4 }, (_, i) => [
      i < 2 ? { p: 1 } : {},
      ['a', 'b'],
      i === 0 ? ['p', 'c'] : ['c', 'b'],
    ]);
    const { ways, found } = of(rows, 'precision@2');
    const above =
      ways.filter((delta) => delta > 1e-12).length +
      ways.filter((delta) => Math.abs(delta) <= 1e-12).length / 2;
    expect(found.probabilityBHigher).toBeGreaterThan(above / ways.length - 0.1);
    expect(found.probabilityBHigher).toBeLessThan(above / ways.length + 0.1);
    const [a, b] = twoRuns(rows, 'precision@2');
    const swapped = nextToJudge(b, a, []).probabilityBHigher;
    expect(Math.abs(swapped + found.probabilityBHigher - 1)).toBeLessThan(0.1);
  });
});

describe('what makes no order', () => {
  const [a, b] = twoRuns([[{ x: 1 }, ['x', 'y'], ['y', 'z']]], 'recall@3');
  const bare = { ...b, results: b.results.map((result) => ({ ...result, hits: [] })) };
  const repeated = {
    ...b,
    results: b.results.map((result) => ({ ...result, metrics: { 'recall@3': 0.5 } })),
  };
  const down = {
    ...b,
    results: b.results.map((result) => ({
      ...result,
      status: 'error' as const,
      metrics: { 'recall@3': null },
    })),
  };
  const mine = (run: Run) => ({ ...run, metrics: ['mine'] });

  it.each<[string, () => unknown, string]>([
    [
      "somebody's own metric",
      () => activePool(mine(a), mine(b)),
      'activePool: "mine" is somebody\'s own metric, wanted a built-in one, which can be computed again; take recall@5, say',
    ],
    [
      'a metric of passages',
      () => activePool(a, b, { metric: 'span_recall@3' }),
      'activePool: span_recall@3 is computed from passages, wanted a metric of pages, since pages are judged; take recall@5, say',
    ],
    [
      'a run without its hits',
      () => activePool(a, bare),
      'activePool: run "b" (id-b) was read without the hits of q0, wanted them; read it with store.run(name)',
    ],
    [
      'values that are not those of the hits',
      () => activePool(a, repeated),
      'activePool: recall@3 of q0 does not come out as recorded from the hits on record (1 and 0, recorded 1 and 0.5), wanted a single search of each query over these labels; score the runs again',
    ],
    [
      'runs of which one never answered',
      () => activePool(a, down),
      'activePool: no query was answered by both "a" and "b", wanted at least one; run them again',
    ],
    [
      'no grade',
      () => activePool(a, b, { best: 0 }),
      'activePool: best is 0, wanted a whole grade of at least 1; correct it',
    ],
    [
      'no seed',
      () => activePool(a, b, { seed: -1 }),
      'activePool: seed is -1, wanted a whole number of at least 0; correct it',
    ],
    [
      'no number of pages',
      () => activePool(a, b, { most: 0 }),
      'activePool: most is 0, wanted a whole number of at least 1; correct it',
    ],
    [
      'no count',
      () => nextToJudge(a, b, [], { count: 1.5 }),
      'nextToJudge: count is 1.5, wanted a whole number of at least 1; correct it',
    ],
    [
      'no confidence',
      () => nextToJudge(a, b, [], { confidence: 95 }),
      'nextToJudge: confidence is 95, wanted a number between 0.5 and 1; 0.95 is usual',
    ],
    [
      'a judgment of another query',
      () => nextToJudge(a, b, [{ caseId: 'q1', page: 'y', grade: 1 }]),
      'nextToJudge: "q1" is no query that both runs answered; did you mean "q0"?',
    ],
    [
      'a judgment without a grade',
      () => nextToJudge(a, b, [{ caseId: 'q0', page: 'y', grade: -1 }]),
      'nextToJudge: q0 × y has the grade -1, wanted a whole number of at least 0; correct it',
    ],
    [
      'a judgment that contradicts a label',
      () => nextToJudge(a, b, [{ caseId: 'q0', page: 'x', grade: 0 }]),
      'nextToJudge: q0 × x has the grade 0 and a label of 1, wanted one of them; drop the other',
    ],
  ])('%s', (_, act, message) => {
    expect(act).toThrow(new LabError(message));
  });

  it('is not a judgment that says again what is known', () => {
    const y = { caseId: 'q0', page: 'y', grade: 0 };
    expect(nextToJudge(a, b, [y, y, { caseId: 'q0', page: 'x', grade: 1 }]).judged).toBe(1);
  });
});

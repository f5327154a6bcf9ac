import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseOf, hitsOf, tableRetriever } from '../../test/examples.js';
import { evaluate } from '../measure/evaluate.js';
import { judged, pagesOf } from '../measure/judged.js';
import { metric } from '../measure/registry.js';
import type { Case, Run } from '../types.js';
import { compare } from './compare.js';
import { madeRun } from './made-run.contract.js';
import { differencesAtExtremes, unjudgedExtremes } from './unjudged-extremes.js';
import { onlyHere, unjudgedHits } from './unjudged-hits.js';

const LETTERS = [...'abcdefgh'];
const ranking = fc.shuffledSubarray(LETTERS, { minLength: 1 });
const topic = fc.tuple(
  fc.dictionary(fc.constantFrom(...LETTERS), fc.integer({ min: -1, max: 2 }), { minKeys: 1 }),
  ranking,
  ranking,
);
const topics = fc.array(topic, { minLength: 1, maxLength: 7 });
const METRICS = ['recall@3', 'precision@3', 'ndcg@3', 'mrr@3', 'map@2', 'hit@1', 'mrr', 'bpref'] as const;

const cut = { unit: 'page', k: 3, tokens: null, rel: 1, textOf: () => undefined } as const;

type Topic = readonly [Readonly<Record<string, number>>, readonly string[], readonly string[]];

function twoRuns(rows: readonly Topic[], name: string): readonly [Run, Run] {
  const cases = rows.map(
    ([grades], i): Case => ({
      ...caseOf(`q${i}`, []),
      labels: Object.entries(grades).map(([doc, grade]) => ({ doc, grade })),
    }),
  );
  return runsOver(cases, rows, name);
}

function runsOver(cases: readonly Case[], rows: readonly Topic[], name: string): readonly [Run, Run] {
  const run = (title: string, at: 1 | 2) =>
    madeRun({ name: title, cases, rankings: rows.map((row) => row[at]), metrics: [name], k: 3, depth: 8 });
  return [run('a', 1), run('b', 2)];
}

/** By the definition: each way to label what is open within the cut is written out and scored, the best one for a side is kept, and all is compared again. */
function naiveExtreme(rows: readonly Topic[], name: string, side: 'a' | 'b') {
  const [a, b] = twoRuns(rows, name);
  const k = Number(/@(\d)/.exec(name)?.[1] ?? 8);
  const sign = side === 'a' ? -1 : 1;
  const cases = a.cases.map((item, i) => {
    const [hitsA, hitsB] = [a.results[i]!.hits, b.results[i]!.hits];
    const known = item.labels.filter(({ grade }) => grade >= 0).map(({ doc }) => doc);
    const shown = [...pagesOf(hitsA).slice(0, k), ...pagesOf(hitsB).slice(0, k)];
    const open = [...new Set(shown)].filter((page) => !known.includes(page));
    const grade = Math.max(1, ...item.labels.map((label) => label.grade));
    const kept = item.labels.filter((label) => !open.includes(label.doc));
    const ways = Array.from({ length: 2 ** open.length }, (_, way): Case => {
      const more = open.map((doc, bit) => ({ doc, grade: (way >> bit) & 1 ? grade : 0 }));
      return { ...item, labels: [...kept, ...more] };
    });
    const value = (way: Case, hits: Run['results'][number]['hits']) => metric(name).value(judged(way, hits));
    const scores = ways.map((way) => sign * (value(way, hitsB) - value(way, hitsA)));
    return ways[scores.indexOf(Math.max(...scores))]!;
  });
  return compare(...runsOver(cases, rows, name), name);
}

describe('what unjudged pages could change', () => {
  it('is what comes out when the labels are written out, scored and compared again', async () => {
    let changed = 0;
    fc.assert(
      fc.property(topics, fc.constantFrom(...METRICS), (rows, name) => {
        const runs = twoRuns(rows, name);
        const comparison = compare(...runs, name);
        const found = unjudgedExtremes(...runs, comparison);
        if (typeof found === 'string') throw new Error(found);
        const naive = { a: naiveExtreme(rows, name, 'a'), b: naiveExtreme(rows, name, 'b') };
        expect(found.forA.delta).toBeCloseTo(naive.a.delta!, 12);
        expect(found.forB.delta).toBeCloseTo(naive.b.delta!, 12);
        expect(found.asLabelled.delta).toBeCloseTo(comparison.delta!, 12);
        expect(found.tried).toBe('all');
        expect(found.asLabelled.verdict).toBe(comparison.verdict);
        expect([found.forA.verdict, found.forB.verdict]).toEqual([naive.a.verdict, naive.b.verdict]);
        const others = [naive.a, naive.b].filter(({ verdict }) => verdict !== comparison.verdict);
        expect(found.verdictCouldChange).toBe(others.length > 0);
        if (others.length > 0) changed++;
      }),
      { numRuns: 60 },
    );
    expect(changed).toBeGreaterThan(5);
  });

  it('is a verdict that turns: six queries won by pages whose rivals nobody has looked at', async () => {
    const rows = Array.from({ length: 6 }, (): Topic => [{ y: 1 }, ['x'], ['y']]);
    const [a, b] = twoRuns(rows, 'recall@1');
    const comparison = compare(a, b);
    expect(comparison.verdict).toBe('better');
    expect(unjudgedExtremes(a, b, comparison)).toEqual({
      asLabelled: { delta: 1, verdict: 'better' },
      forA: { delta: 0, verdict: 'identical' },
      forB: { delta: 1, verdict: 'better' },
      tried: 'all',
      verdictCouldChange: true,
      signCouldChange: true,
    });
    const allJudged = rows.map(([grades, ...rankings]): Topic => [{ ...grades, x: 0 }, ...rankings]);
    const [c, d] = twoRuns(allJudged, 'recall@1');
    expect(unjudgedExtremes(c, d, compare(c, d))).toMatchObject({
      verdictCouldChange: false,
      signCouldChange: false,
    });
  });

  it('is a verdict that turns by a page that both show at other ranks', () => {
    for (const name of ['mrr@5', 'ndcg@5']) {
      const rows = Array.from({ length: 30 }, (): Topic => [{ r: 1 }, ['x', 'r'], ['r', 'x']]);
      const [a, b] = twoRuns(rows, name);
      const comparison = compare(a, b, name);
      expect(comparison.verdict).toBe('better');
      const found = unjudgedExtremes(a, b, comparison);
      expect(found).toMatchObject({ tried: 'all', verdictCouldChange: true, signCouldChange: true });
      expect(found).toMatchObject({ forA: { delta: 0, verdict: 'identical' }, forB: { verdict: 'better' } });
      const labelled = rows.map(([, ...rankings]): Topic => [{ r: 1, x: 1 }, ...rankings]);
      expect(compare(...twoRuns(labelled, name), name).verdict).toBe('identical');
    }
  });

  it('is searched for where pages are many, and as wide as the labels that are written out', () => {
    const long = fc.shuffledSubarray([...'abcdefghijkl'], { minLength: 10 });
    fc.assert(
      fc.property(long, long, fc.constantFrom('precision@7', 'ndcg@10', 'mrr'), (x, y, name) => {
        const rows: Topic[] = [[{ z: 1 }, x, y]];
        const [a, b] = runsOver([caseOf('q0', ['z'])], rows, name);
        const found = unjudgedExtremes(a, b, compare(a, b, name));
        if (typeof found === 'string') throw new Error(found);
        // The runs were asked for eight pages.
        const k = Math.min(Number(/@(\d+)/.exec(name)?.[1] ?? 8), 8);
        const open = new Set([...x.slice(0, k), ...y.slice(0, k)]);
        expect(found.tried).toBe(open.size > 8 ? 'search' : 'all');
        const onlyIn = (here: readonly string[], there: readonly string[]) =>
          here.slice(0, k).filter((page) => !there.slice(0, k).includes(page)).length;
        if (name === 'precision@7') {
          expect(found.forA.delta).toBeCloseTo(-onlyIn(x, y) / 7, 12);
          expect(found.forB.delta).toBeCloseTo(onlyIn(y, x) / 7, 12);
        }
        expect(found.forA.delta).toBeLessThanOrEqual(0);
        expect(found.forB.delta).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 30 },
    );
  });

  it('is of what one run alone shows where there are more queries than all labels are tried for', () => {
    const rows = Array.from({ length: 2001 }, (): Topic => [{ r: 1 }, ['x', 'r'], ['r', 'y']]);
    const [a, b] = twoRuns(rows, 'mrr@5');
    const found = unjudgedExtremes(a, b, compare(a, b, 'mrr@5'));
    expect(found).toMatchObject({ tried: 'one side', verdictCouldChange: null, signCouldChange: true });
    expect(found).toMatchObject({ forA: { delta: 0 }, forB: { delta: 0.5 } });
  });

  it('keeps to the clusters that the comparison was made with', async () => {
    const rows = Array.from({ length: 8 }, (): Topic => [{ y: 1 }, ['x'], ['y']]);
    const [a, b] = twoRuns(rows, 'recall@1');
    const cluster = () => 'one and all';
    const comparison = compare(a, b, 'recall@1', { cluster });
    expect(comparison.verdict).toBe('cannot-tell');
    expect(unjudgedExtremes(a, b, comparison, { cluster })).toMatchObject({
      asLabelled: { verdict: 'cannot-tell' },
    });
  });

  it('looks at unlabelled pages within k, each once', () => {
    const item: Case = { ...caseOf('q', []), labels: [{ doc: 'a', grade: 0 }] };
    const here = unjudgedHits(item, hitsOf(['a', 'b', 'b', 'c', 'd']), cut);
    expect(here.map(({ docId }) => docId)).toEqual(['b', 'c']);
    expect(onlyHere(here, hitsOf(['c'])).map(({ docId }) => docId)).toEqual(['b']);
  });

  it('is not guessed where it cannot be told', async () => {
    const [a, b] = twoRuns([[{ x: 1 }, ['x', 'y'], ['y']]], 'recall@3');
    expect(differencesAtExtremes(a, b, [], 'mine', cut)).toBe('mine is no built-in metric');
    const comparison = compare(a, b);
    const bare = { ...b, results: b.results.map((result) => ({ ...result, hits: [] })) };
    expect(unjudgedExtremes(a, bare, comparison)).toBe('the hits of b were not read');
    const other = { ...b, results: b.results.map((result) => ({ ...result, hits: hitsOf(['x']) })) };
    expect(unjudgedExtremes(a, other, comparison)).toBe(
      'recall@3 does not come out as recorded from the hits that are on record',
    );
    expect(unjudgedExtremes(a, b, { ...comparison, results: [] })).toBe('no query was answered by both');
  });

  it('leaves failed queries as they are, and wants both verdicts to agree', async () => {
    const cases = Array.from({ length: 8 }, (_, i) => caseOf(`q${i}`, ['y']));
    const answers = (page: string) => Object.fromEntries(cases.map(({ query }) => [query, [page]]));
    const good = tableRetriever('b', answers('y'));
    const failing = {
      ...good,
      search: (query: string, depth: number) => {
        if (query === 'query q7' || query === 'query q6') throw new Error('down');
        return good.search(query, depth);
      },
    };
    const options = { k: 1, metrics: ['recall@1'] };
    const a = await evaluate(tableRetriever('a', answers('x')), cases, options);
    const b = await evaluate(failing, cases, options);
    const comparison = compare(a, b);
    expect(comparison.verdict).toBe('better');
    const found = unjudgedExtremes(a, b, comparison);
    expect(found).toMatchObject({ asLabelled: { verdict: 'better' }, forA: { delta: 0 } });
  });
});

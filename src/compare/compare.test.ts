import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { evaluate } from '../measure/evaluate.js';
import type { Case, Retriever, Run } from '../types.js';
import { compare } from './compare.js';

const cases = (n: number): readonly Case[] =>
  Array.from({ length: n }, (_, i) => caseOf(`c-${i + 1}`, ['a'], i % 3 === 0 ? 'semantic' : 'exact_term'));

/** A run in which the given cases (by number, from 1) find their page, and the others nothing of use. */
async function runWhere(
  name: string,
  found: (n: number) => boolean,
  of: readonly Case[] = cases(45),
): Promise<Run> {
  const retriever = tableRetriever(
    name,
    Object.fromEntries(of.map((item, i) => [item.query, found(i + 1) ? ['a'] : ['x']])),
  );
  return evaluate(retriever, of, { name });
}

const failingOn = async (
  name: string,
  found: (n: number) => boolean,
  fails: (n: number) => boolean,
  of = cases(75),
) => {
  const table: Retriever = tableRetriever(
    name,
    Object.fromEntries(of.map((item, i) => [item.query, found(i + 1) ? ['a'] : ['x']])),
  );
  const search: Retriever['search'] = (query, depth) => {
    if (fails(of.findIndex((item) => item.query === query) + 1)) throw new Error('down');
    return table.search(query, depth);
  };
  return evaluate({ ...table, search }, of, { name });
};

describe('a comparison', () => {
  it('dares to say that 6 better and 1 worse of 45 tell nothing: p = 0.125', async () => {
    const a = await runWhere('a', (n) => n > 7 || n === 7);
    const b = await runWhere('b', (n) => n !== 7);
    const { better, worse, same, pValue, verdict, sentence, interval } = compare(a, b, 'recall@5');
    expect([better, worse, same, verdict]).toEqual([6, 1, 38, 'cannot-tell']);
    expect(pValue).toBeCloseTo(0.125, 12);
    expect(interval![0]).toBeLessThanOrEqual(0);
    expect(sentence).toMatch(
      /^Can't tell b from a on recall@5: 0\.978 against 0\.867, \+0\.111 \(95 % interval .* p = 0\.125, n = 45; 6 better, 1 worse, 38 same\)\.$/,
    );
  });

  it('calls 20 small gains against 4 great losses no improvement, whatever the sign test says', async () => {
    const of = cases(24);
    const rank = (r: number) => [...Array.from({ length: r - 1 }, (_, i) => `x${i}`), 'a'];
    const tableOf = (pick: (i: number) => readonly string[]) =>
      Object.fromEntries(of.map((item, i) => [item.query, pick(i)]));
    const a = await evaluate(
      tableRetriever(
        'a',
        tableOf((i) => (i < 20 ? rank(6) : rank(1))),
      ),
      of,
    );
    const b = await evaluate(
      tableRetriever(
        'b',
        tableOf((i) => (i < 20 ? rank(4) : ['x'])),
      ),
      of,
    );
    const { better, worse, verdict, signTest } = compare(a, b, 'mrr');
    expect([better, worse]).toEqual([20, 4]);
    expect(signTest.pValue).toBeLessThan(0.01);
    expect(verdict).not.toBe('better');
  });

  it('says better where the difference is told, worse the other way round', async () => {
    const a = await runWhere('a', (n) => n > 12);
    const b = await runWhere('b', () => true);
    expect(compare(a, b).verdict).toBe('better');
    expect(compare(b, a).verdict).toBe('worse');
    expect(compare(b, a).interval![1]).toBeLessThan(0);
  });

  it('says identical on all n instead of an interval from 0 to 0', async () => {
    const a = await runWhere('a', (n) => n > 12);
    const { verdict, interval, sentence } = compare(a, await runWhere('b', (n) => n > 12), 'recall@5');
    expect([verdict, interval]).toEqual(['identical', null]);
    expect(sentence).toBe('b and a are identical on all 45 queries by recall@5 (0.733).');
  });

  it('sorts the queries by change, worst first, and slices them with n', async () => {
    const comparison = compare(
      await runWhere('a', (n) => n > 7 || n === 7),
      await runWhere('b', (n) => n !== 7),
      'recall@5',
    );
    expect(comparison.results[0]).toMatchObject({ caseId: 'c-7', status: 'worse', delta: -1 });
    expect(comparison.results.at(-1)).toMatchObject({ status: 'better', delta: 1 });
    expect(comparison.slices.map(({ slice, n, small }) => [slice, n, small])).toEqual([
      ['exact_term', 30, false],
      ['semantic', 15, false],
    ]);
    expect(
      compare(await runWhere('a', () => true), await runWhere('b', () => true), 'mrr', {
        by: (item) => (item.id === 'c-1' ? 'one' : 'rest'),
      }).slices[0],
    ).toMatchObject({ slice: 'one', n: 1, small: true });
  });
});

describe('failed queries', () => {
  const tenth = (n: number) => n % 10 === 0;

  it('are neither better nor worse, and both means are given', async () => {
    const comparison = compare(
      await failingOn(
        'a',
        () => true,
        () => false,
      ),
      await failingOn('b', () => true, tenth),
      'recall@5',
    );
    expect([comparison.n, comparison.failed, comparison.same]).toEqual([68, 7, 68]);
    expect(comparison.withFailuresAsZero).toMatchObject({ n: 75, meanA: 1 });
    expect(comparison.withFailuresAsZero.meanB).toBeCloseTo(68 / 75, 12);
    expect(
      comparison.results
        .slice(0, 7)
        .every((row) => row.status === 'failed' && row.b === null && row.a === 1 && row.delta === null),
    ).toBe(true);
  });

  it('give no verdict where the answered ones and all with failures as 0 disagree', async () => {
    const clean = await failingOn(
      'clean',
      (n) => n % 2 === 0,
      () => false,
    );
    const better = await failingOn(
      'b',
      (n) => n % 2 === 0 || n < 20,
      (n) => n >= 30 && n % 3 === 0,
    );
    const { verdict, pValue, withFailuresAsZero, sentence } = compare(clean, better, 'recall@5');
    expect(pValue).toBeLessThan(0.05);
    expect(withFailuresAsZero.pValue).toBeGreaterThan(0.05);
    expect(verdict).toBe('cannot-tell');
    expect(sentence).toMatch(
      /^Can't tell b from clean on recall@5: .*16 failed, with those as 0 .*, and a verdict needs both to agree\.$/,
    );
  });
});

describe('runs that are not alike', () => {
  it('are refused with the cases that only one has', async () => {
    const [a, b] = [await runWhere('forty', () => true, cases(40)), await runWhere('full', () => true)];
    expect(() => compare(a, b)).toThrow(
      `forty (${a.casesVersion}) and full (${b.casesVersion}) have different cases: 5 only in full (c-41, c-42, c-43, c-44, c-45); run both over the same, or add --on-shared-cases to compare what they share`,
    );
  });

  it('are compared on shared cases on request, which the result says', async () => {
    const edited = cases(45).map((item, i) => (i === 0 ? { ...item, query: 'other' } : item));
    const comparison = compare(
      await runWhere('a', () => true, cases(40)),
      await runWhere('b', () => true, edited),
      'recall@5',
      { onSharedCases: true },
    );
    expect(comparison.n).toBe(39);
    expect(comparison.notes[0]).toMatch(
      /^compared on shared cases: a .* and b .* have different cases: 5 only in b \(.*\), 1 edited \(c-1\)$/,
    );
  });

  it('are refused where the pages differ, by name', async () => {
    const over = async (name: string, pages: Record<string, string>): Promise<Run> => ({
      ...(await runWhere(name, () => true)),
      corpusVersion: `version of ${name}`,
      corpusPages: pages,
    });
    const a = await over('a', { p: '1', q: '2', r: '3' });
    const b = await over('b', { p: '1', q: 'x', s: '4' });
    expect(() => compare(a, b)).toThrow(
      'a (version of a) and b (version of b) searched different pages: 1 only in a (r), 1 only in b (s), 1 edited (q); run both',
    );
  });

  it('are refused where one stopped early', async () => {
    const whole = await runWhere('a', () => true);
    const half: Run = { ...whole, name: 'half', status: 'interrupted', results: whole.results.slice(0, 20) };
    expect(() => compare(whole, half)).toThrow(
      `run half (${half.id}) is interrupted with 20 of 45 cases answered; run both`,
    );
    expect(compare(whole, half, 'mrr', { onSharedCases: true }).n).toBe(20);
  });

  it('are refused on mrr over different depths, and on a k beyond the depth', async () => {
    const of = cases(3);
    const table = tableRetriever('t', { 'query c-1': ['a'] });
    const [a, b] = [await evaluate(table, of, { depth: 20 }), await evaluate(table, of, { depth: 30 })];
    expect(() => compare(a, b, 'mrr')).toThrow(
      'mrr looks at the whole depth, which is 20 chunks in t and 30 in t; compare mrr@10, say, or run both to one depth',
    );
    expect(() => compare(a, a, 'recall@25')).toThrow(
      `recall@25 cannot be told from run t (${a.id}), which holds 20 chunks a query; run it again with depth 25 or more`,
    );
  });

  it('are refused where numbers were made otherwise, and told where ties were broken otherwise', async () => {
    const a = await runWhere('a', () => true);
    const b = await runWhere('b', () => true);
    const gains = { ...b, protocol: { ...b.protocol, gains: '2^grade - 1' as never } };
    expect(() => compare(a, gains)).toThrow(
      `a (${a.id}) and b (${b.id}) were measured by different protocols (gains: linear and 2^grade - 1), wanted one; run both again with this release`,
    );
    const { ideal: _, ...older } = b.protocol;
    expect(compare(a, { ...b, protocol: older as never }).n).toBe(45);
    const imported = { ...b, protocol: { ...b.protocol, ties: 'by the rank in the file' as const } };
    expect(compare(a, imported).notes).toContain(
      'ties: as the retriever ordered them in a, by the rank in the file in b',
    );
  });

  it('without a corpus version are compared, and the result says so', async () => {
    const { notes } = compare(await runWhere('a', () => true), await runWhere('b', () => true));
    expect(notes[0]).toMatch(
      /^a \(.*\) and b \(.*\): no corpus version, so nothing shows that the pages are the same$/,
    );
  });
});

describe('what is no run', () => {
  it('is refused, as are misspelled options and a slicer that is a name', async () => {
    const run = await runWhere('a', () => true);
    expect(() => compare(runWhere('b', () => true) as never, run)).toThrow(
      'compare: found a promise, wanted a run; await evaluate(…), or read one with store.run(name)',
    );
    expect(() => compare(run, run, 'mrr', { onSharedCasess: true } as object)).toThrow(
      'compare: the option "onSharedCasess" is unknown, wanted one of by, onSharedCases, seed, cluster, also; did you mean "onSharedCases"?',
    );
    expect(() => compare(run, run, 'mrr', { by: 'kind' } as object)).toThrow(
      'compare: by is "kind", wanted a function of a case; write (item) => item.kind, say',
    );
  });
});

describe('a metric that was not recorded', () => {
  it('is computed from the stored hits, and says where rankings were shorter than k', async () => {
    const comparison = compare(
      await runWhere('a', (n) => n > 5),
      await runWhere('b', () => true),
      'recall@3',
    );
    expect(comparison.better).toBe(5);
    const strict = compare(
      await runWhere('a', () => true),
      await runWhere('b', () => true),
      'recall@3,rel=2',
    );
    expect(strict.notes).toContain('a: 45 of 45 rankings hold fewer than 3 pages (depth 20 chunks)');
    expect(
      comparison.notes.some(
        (note) => note === 'a: 45 of 45 rankings hold fewer than 3 pages (depth 20 chunks)',
      ),
    ).toBe(true);
  });
});

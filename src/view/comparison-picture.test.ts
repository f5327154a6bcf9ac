import { describe, expect, it } from 'vitest';
import { compare } from '../compare/compare.js';
import { comparisonPicture } from './comparison-picture.js';
import { exampleComparison, examplePages } from './example.contract.js';

type Trace = { readonly type: string; readonly x: readonly number[]; readonly y: readonly number[] };
const tracesOf = (figure: ReturnType<typeof comparisonPicture>, type: string) =>
  (figure.data as unknown as readonly Trace[]).filter((trace) => trace.type === type);
const ticksOf = (figure: ReturnType<typeof comparisonPicture>) =>
  (figure.layout['xaxis'] as { readonly ticktext: readonly string[] }).ticktext;

describe('a comparison at a glance', () => {
  it('has a bar for each query that moved, worst first, with the letter of its kind', () => {
    const figure = comparisonPicture(exampleComparison);
    const moved = exampleComparison.results.filter(({ status }) => status === 'worse' || status === 'better');
    const bars = tracesOf(figure, 'bar').flatMap(({ x, y }) => x.map((at, i) => [at, y[i]!] as const));
    const inOrder = [...bars].sort((a, b) => a[0] - b[0]).map(([, change]) => change);
    expect(inOrder).toEqual(moved.map(({ delta }) => delta!).sort((a, b) => a - b));
    expect(ticksOf(figure)).toHaveLength(moved.length);
    const kinds = [...new Set(moved.map(({ kind }) => kind))].map((kind) => kind[0]!.toUpperCase()).sort();
    expect([...new Set(ticksOf(figure))].sort()).toEqual(kinds);
    expect(figure.title).toBe(`CAN'T TELL · ${exampleComparison.sentence}`);
  });

  it('has the slices’ means beside it, all pairs first, each with its n', () => {
    const figure = comparisonPicture(exampleComparison);
    const slices = figure.table.rows.filter(([what]) => what === 'slice');
    expect(slices).toEqual([
      ['slice', 'all', exampleComparison.n, exampleComparison.delta, ...exampleComparison.interval!],
      ...exampleComparison.slices.map(({ slice, n, delta, interval }) => [
        'slice',
        slice,
        n,
        delta,
        interval?.[0] ?? null,
        interval?.[1] ?? null,
      ]),
    ]);
    const labels = JSON.stringify(figure.layout['annotations']);
    for (const { slice, n } of exampleComparison.slices) expect(labels).toContain(`${slice} n=${n}`);
  });

  it('letters kinds A, B, C where two begin alike, and none where there are too many bars', () => {
    const lettered = (n: number) => {
      const row = exampleComparison.results.find(({ status }) => status === 'worse')!;
      const results = Array.from({ length: n }, (_, i) => ({
        ...row,
        kind: i % 2 ? 'same one' : 'same two',
      }));
      return ticksOf(comparisonPicture({ ...exampleComparison, results }));
    };
    expect([...new Set(lettered(16))].sort()).toEqual(['A', 'B']);
    expect(lettered(45)).toEqual([]);
  });

  it('says so where no query moved', () => {
    const figure = comparisonPicture(compare(examplePages, examplePages, 'recall@5'));
    expect(JSON.stringify(figure.layout['annotations'])).toContain('no query moved');
    expect(tracesOf(figure, 'bar').every(({ x }) => x.length === 0)).toBe(true);
  });
});

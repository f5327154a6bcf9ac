import { describe, expect, it } from 'vitest';
import { compareAll } from '../compare/compare-all.js';
import type { Run } from '../types.js';
import { crowd, withCosts } from '../view/example.contract.js';
import { reportFigures } from './report-figures.js';

const runs = crowd(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 40, ['semantic']).map((run, i) =>
  withCosts(run, { tokens: 100 * (i + 1) }),
);
const names = (some: readonly Run[]) => {
  const comparisons = some.length < 2 ? [] : compareAll([some[0]!], some.slice(1), 'mrr@10');
  return reportFigures('mrr@10', some, comparisons).map(({ name }) => name);
};

describe('the figures of a report', () => {
  it('are those that say something for so many arms', () => {
    expect(names(runs.slice(0, 1))).toEqual(['recall-by-kind', 'recall-at-k']);
    expect(names(runs.slice(0, 2))).toEqual(['recall-by-kind', 'recall-at-k', 'paired-differences']);
    expect(names(runs.slice(0, 3))).toEqual([
      'differences',
      'recall-by-kind',
      'recall-at-k',
      'pareto-front',
      'paired-differences',
      'paired-differences',
    ]);
  });

  it('show query by query only the best and the worst of more than four comparisons', () => {
    const comparisons = compareAll([runs[0]!], runs.slice(1), 'mrr@10');
    const moved = comparisons.filter(({ verdict }) => verdict !== 'identical');
    expect(moved.length).toBeGreaterThan(4);
    const paired = reportFigures('mrr@10', runs, comparisons).filter(
      ({ name }) => name === 'paired-differences',
    );
    const deltas = moved.map((one) => one.delta!);
    expect(paired.map(({ title }) => title)).toEqual([
      moved.find((one) => one.delta === Math.max(...deltas))!.sentence,
      moved.findLast((one) => one.delta === Math.min(...deltas))!.sentence,
    ]);
  });

  it('hold nothing against costs that fewer than three runs recorded', () => {
    const old = runs.map((run, i): Run => {
      const results = run.results.map(({ contextTokens: _, ...row }) => row);
      return i < 2 ? run : { ...run, results };
    });
    expect(names(old.slice(0, 4))).not.toContain('pareto-front');
  });

  it('hold the metric of the verdict against the index where that metric has a budget of tokens of its own', () => {
    const name = 'span_recall@2000tok';
    const spans = (indexBytes: number | null) =>
      runs.slice(0, 3).map((run) => ({
        ...run,
        costs: { indexBytes, chunkTokens: null, embedding: null },
        metrics: [name, 'budget_filled@2000tok', 'hit@5'],
        results: run.results.map((row) => ({
          ...row,
          metrics: { ...row.metrics, [name]: 0.5 },
        })),
      }));
    const titleOf = (some: readonly Run[]) =>
      reportFigures(name, some, []).find((one) => one.name === 'pareto-front')?.title;
    expect(titleOf(spans(5000))).toBe('span_recall@2000tok against size of the index (n = 40 queries)');
    expect(titleOf(spans(null))).toBe(
      'span_recall@2000tok against tokens in the first 5 chunks (n = 40 queries)',
    );
  });

  it('draw nothing of a pair in which no query moved', () => {
    const [a, b] = [runs[0]!, { ...runs[0]!, id: 'twin', name: 'twin' }];
    const drawn = reportFigures('mrr@10', [a, b], compareAll([a], [b], 'mrr@10'));
    expect(drawn.map(({ name }) => name)).toEqual(['recall-by-kind', 'recall-at-k']);
  });

  it('are the same whatever the latencies', () => {
    const slower = runs.slice(0, 3).map((run) => ({
      ...run,
      results: run.results.map((row) => ({ ...row, latencyMs: 1e4 })),
    }));
    const comparisons = compareAll([runs[0]!], runs.slice(1, 3), 'mrr@10');
    expect(reportFigures('mrr@10', slower, comparisons)).toEqual(
      reportFigures('mrr@10', runs.slice(0, 3), comparisons),
    );
  });
});

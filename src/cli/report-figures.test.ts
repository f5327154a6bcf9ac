import { describe, expect, it } from 'vitest';
import { compareAll } from '../compare/compare-all.js';
import type { Run } from '../types.js';
import { crowd, withCosts } from '../view/example.contract.js';
import { reportFigures } from './report-figures.js';

const runs = crowd(['a', 'b', 'c', 'd', 'e', 'f'], 40, ['semantic']).map((run, i) =>
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
    const paired = reportFigures('mrr@10', runs, comparisons).filter(
      ({ name }) => name === 'paired-differences',
    );
    const deltas = comparisons.map((one) => one.delta!);
    const sentenceOf = (delta: number) => comparisons.find((one) => one.delta === delta)!.sentence;
    expect(paired.map(({ title }) => title)).toEqual([
      sentenceOf(Math.max(...deltas)),
      sentenceOf(Math.min(...deltas)),
    ]);
  });

  it('hold nothing against costs that fewer than three runs recorded', () => {
    const old = runs.map((run, i): Run => {
      const results = run.results.map(({ contextTokens: _, ...row }) => row);
      return i < 2 ? run : { ...run, results };
    });
    expect(names(old.slice(0, 4))).not.toContain('pareto-front');
  });

  it('hold another metric against the tokens where the primary one has a budget of its own', () => {
    const name = 'span_recall@2000tok';
    const spans = runs.slice(0, 3).map((run) => ({
      ...run,
      metrics: [name, 'budget_filled@2000tok', 'hit@5'],
      results: run.results.map((row) => ({ ...row, metrics: { ...row.metrics, [name]: 0.5 } })),
    }));
    const figure = reportFigures(name, spans, []).find((one) => one.name === 'pareto-front');
    expect(figure?.title).toBe('hit@5 against tokens in the first 5 chunks (n = 40 queries)');
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

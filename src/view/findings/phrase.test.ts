import { describe, expect, it } from 'vitest';
import { LabError } from '../../errors.js';
import { isBlock, readAsk } from './ask.js';
import { readPhrase } from './phrase.js';

describe('a placeholder', () => {
  it.each([
    [
      ' recall@5 of heading-bm25 ',
      { kind: 'mean', metric: 'recall@5', of: 'heading-bm25', on: null, withInterval: false },
    ],
    [
      'span_recall@2000tok,rel=2 of recursive 200 · bm25 on kind=semantic with interval',
      {
        kind: 'mean',
        metric: 'span_recall@2000tok,rel=2',
        of: 'recursive 200 · bm25',
        on: 'kind=semantic',
        withInterval: true,
      },
    ],
    ['n of bm25 on semantic', { kind: 'n', of: 'bm25', on: 'semantic' }],
    [
      'delta recall@5 of hybrid over bm25 on semantic',
      { kind: 'delta', metric: 'recall@5', of: 'hybrid', over: 'bm25', on: 'semantic' },
    ],
    [
      'verdict mrr of sizes/a over sizes/b',
      { kind: 'verdict', metric: 'mrr', of: 'sizes/a', over: 'sizes/b', on: null },
    ],
    ['counts of b over a', { kind: 'counts', metric: null, of: 'b', over: 'a', on: null }],
    ['table leaderboard of chunk-size', { kind: 'leaderboard', of: 'chunk-size' }],
    [
      'table metrics recall@5,rel=2, mrr of a, b',
      { kind: 'metrics', metrics: ['recall@5,rel=2', 'mrr'], of: ['a', 'b'] },
    ],
    ['table slices of b over a', { kind: 'slices', metric: null, of: 'b', over: 'a' }],
    ['table costs of a,b', { kind: 'costs', of: ['a', 'b'] }],
    [
      'figure recall-by-kind of bm25, hybrid',
      { kind: 'figure', name: 'recall-by-kind', metric: null, of: ['bm25', 'hybrid'], over: null },
    ],
    ['figure slope mrr of b over a', { kind: 'figure', name: 'slope', metric: 'mrr', of: ['b'], over: 'a' }],
    ['methods', { kind: 'methods', of: [] }],
    ['methods of a, b', { kind: 'methods', of: ['a', 'b'] }],
    [
      'delta recall@5 of "best of, both" over "a on b"',
      { kind: 'delta', metric: 'recall@5', of: 'best of, both', over: 'a on b', on: null },
    ],
  ])('reads %s', (text, ask) => {
    expect(readAsk(text)).toEqual(ask);
  });

  it.each([
    [
      '',
      'does not say what is wanted of it, wanted a metric, or a word such as delta or table; begin with one',
    ],
    [
      'dleta recall@5 of a over b',
      'begins with "dleta", wanted a metric, or one of delta, verdict, counts, n, table, figure, methods; did you mean "delta"?',
    ],
    ['recall@5', 'does not say of what, wanted recall@5 of and a name; add it'],
    ['delta of a over b', 'names no metric, wanted delta METRIC of ARM over ARM; write delta recall@5, say'],
    [
      'delta recall@5 of a',
      'names no arm to compare with, wanted delta … of ARM over ARM; add over and its name',
    ],
    [
      'table leaderbord of x',
      'asks for the table "leaderbord", wanted one of leaderboard, metrics, slices, costs; did you mean "leaderboard"?',
    ],
    [
      'figure recall-by-knd of x',
      'asks for the figure "recall-by-knd", wanted one of recall-by-kind, recall-at-k, first-rank, heat-map, pareto-front, stages, differences, paired-differences, slope; did you mean "recall-by-kind"?',
    ],
    [
      'table costs of a on semantic',
      'has "on", which goes not with table, wanted no more than of; drop it, or put a name that holds the word in double quotes',
    ],
    [
      'recall@5 of a, b',
      'names 2 things after of, wanted one; put a name that holds a comma in double quotes',
    ],
    ['n of "a', 'has a quote that is not closed, wanted a name between two; close it'],
    ['n recall@5 of a', 'has the word "recall@5" after n, wanted of; drop it'],
  ])('says what is wrong with {{ %s }}', (text, message) => {
    expect(() => readAsk(text)).toThrow(new LabError(message));
  });

  it('keeps its words in linear time, whatever they are', () => {
    const hostile = ' of over on'.repeat(90);
    expect(readPhrase(`a${hostile.slice(0, 900)}`).head).toEqual(['a']);
    expect(() => readPhrase('a'.repeat(1001))).toThrow('1001 characters');
  });

  it('of a table, figure or the methods fills lines of its own', () => {
    expect(
      ['methods', 'table costs of a', 'figure slope of a over b'].map((text) => isBlock(readAsk(text))),
    ).toEqual([true, true, true]);
    expect(isBlock(readAsk('n of a'))).toBe(false);
  });
});

import { expect, it } from 'vitest';
import type { MetricSummary } from '../types.js';
import { equalValuesNote, intervalWords } from './interval-words.js';

const of = (
  metric: string,
  intervalMethod: MetricSummary['intervalMethod'],
  known = true,
): MetricSummary => ({
  metric,
  mean: 1,
  meanWithFailuresAsZero: 1,
  interval: known ? [0.8, 1] : null,
  intervalMethod,
  ceiling: 1,
});

it('says how intervals were found, and where equal values have another', () => {
  expect(intervalWords([of('recall@5', 'bootstrap'), null])).toBe('bootstrap');
  expect(intervalWords([of('hit@5', 'wilson')])).toBe('Wilson');
  // Of a binary metric that was searched several times.
  expect(intervalWords([of('hit@5', 'bootstrap')])).toBe('bootstrap');
  const both = [of('recall@5', 'bootstrap'), of('recall@5', 'wilson')];
  expect(intervalWords(both)).toBe('bootstrap; Wilson where all values are 1, or all are 0');
  expect(equalValuesNote(both)).toEqual([
    '(95 % intervals of a mean: Wilson where all values are 1, or all are 0)',
  ]);
  expect(equalValuesNote([of('hit@5', 'wilson'), of('recall@5', 'bootstrap'), null])).toEqual([]);
  expect(equalValuesNote([of('recall@5', 'wilson', false)])).toEqual([]);
});

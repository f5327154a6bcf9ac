import { expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import { evaluate } from '../measure/evaluate.js';
import { bootstrapMean, wilson } from '../measure/interval.js';
import { metricsTable } from './print-metrics.js';

const cases = [1, 2, 3, 4].map((n) => caseOf(`c-${n}`, ['a', 'b']));
const answers = { 'query c-1': ['a', 'b'], 'query c-2': ['x', 'a'], 'query c-3': ['x'] };

it('tells each mean with its interval, also of what a run did not record, and names datasets where they differ', async () => {
  const run = await evaluate(tableRetriever('t', answers), cases, { dataset: 'one', metrics: ['recall@2'] });
  const range = ([low, high]: readonly [number, number]) => `${low.toFixed(3)} to ${high.toFixed(3)}`;
  const recall = `0.375 (${range(bootstrapMean([1, 0.5, 0, 0]))})`;
  const hit = `0.250 (${range(wilson(1, 4))})`;
  expect(metricsTable([run], ['recall@2', 'hit@1'], 'markdown')).toBe(
    ['| run | n | recall@2 | hit@1 |', '| --- | ---: | --- | --- |', `| t | 4 | ${recall} | ${hit} |`].join(
      '\n',
    ),
  );
  const failing = () => {
    throw new Error('down');
  };
  const other = await evaluate(failing, cases, { dataset: 'two', metrics: ['recall@2'], name: 'u' });
  const lines = metricsTable([run, other], ['recall@2']).split('\n');
  expect(lines[0]).toMatch(/^dataset {2}run {2}n {7}recall@2$/);
  expect(lines[3]).toMatch(/^two {6}u {4}0 of 4 {2}–$/);
});

import { describe, expect, it } from 'vitest';
import { caseOf, tableRetriever } from '../../test/examples.js';
import type { Case } from '../types.js';
import { evaluate } from './evaluate.js';
import { rescore } from './rescore.js';

const quarter = () => 0.25;
const cases = [caseOf('c-1', ['a', 'b']), caseOf('c-2', ['z'])];
const retriever = tableRetriever('t', { 'query c-1': ['x', 'a', 'y', 'b'], 'query c-2': ['z'] });

describe('answers scored again', () => {
  it('have the numbers that a run of the same would have, and say whose they are', async () => {
    const run = await evaluate(retriever, cases, { k: 2 });
    const again = rescore(run, cases, { k: 4, metrics: ['recall@4', 'mrr', 'recall@2'], name: 'again' });
    const fresh = await evaluate(retriever, cases, { k: 4, metrics: ['recall@4', 'mrr', 'recall@2'] });
    expect(again).toMatchObject({ name: 'again', k: 4, answersOf: run.id, retriever: 't', status: 'done' });
    expect(again.results.map(({ metrics, ranks }) => [metrics, ranks])).toEqual(
      fresh.results.map(({ metrics, ranks }) => [metrics, ranks]),
    );
    expect(rescore(again, cases).answersOf).toBe(run.id);
  });

  it('take newer labels of the same queries, and a part of the cases', async () => {
    const run = await evaluate(retriever, cases);
    const [first] = cases as [Case];
    const newer: Case = { ...first, labels: [...first.labels, { doc: 'x', grade: 2 }] };
    const again = rescore(run, [newer], { metrics: ['ndcg@3', 'recall@1'] });
    const fresh = await evaluate(retriever, [newer], { metrics: ['ndcg@3', 'recall@1'] });
    expect(again.results.map((one) => one.metrics)).toEqual(fresh.results.map((one) => one.metrics));
    expect(again.casesVersion).toBe(fresh.casesVersion);
    expect(again.casesVersion).not.toBe(run.casesVersion);
  });

  it('keep failures, and the built-in metrics of the run unless others are named', async () => {
    let calls = 0;
    const failing = () => {
      if (calls++ === 0) throw new Error('down');
      return retriever.search('query c-2', 5) as never;
    };
    const run = await evaluate(failing, cases, { metrics: ['mrr', quarter] });
    const again = rescore(run, cases);
    expect(again.results[0]).toMatchObject({ status: 'error', message: 'down', metrics: { mrr: null } });
    expect(again.metrics).toEqual(['mrr']);
  });

  it('are refused where they are not enough', async () => {
    const run = await evaluate(retriever, cases, { depth: 5 });
    const say = (over: readonly Case[], options: object) => () => rescore(run, over, options);
    expect(say([{ ...cases[0]!, query: 'another' }], {})).toThrow(
      `rescore: run t (${run.id}) was not asked "another" (c-1), wanted the same queries; evaluate the retriever again`,
    );
    expect(say(cases, { metrics: ['recall@6'] })).toThrow(
      'recall@6 cannot be told from 5 chunks; raise depth or lower k',
    );
    const repeated = await evaluate(retriever, cases, { repeats: 2 });
    expect(() => rescore(repeated, cases, { metrics: ['recall@3'] })).toThrow(
      'searched each case several times and holds the hits of the first alone, too few for recall@3',
    );
    expect(rescore(repeated, cases).results[0]!.metrics).toEqual(repeated.results[0]!.metrics);
    expect(() => rescore({ ...run, status: 'interrupted' }, cases)).toThrow(
      'is interrupted, wanted one that is done',
    );
  });
});

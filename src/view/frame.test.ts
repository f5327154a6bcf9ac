import { describe, expect, it, vi } from 'vitest';
import type { Run } from '../types.js';
import { exampleComparison, exampleSections } from './example.contract.js';
import { frame } from './frame.js';

const renamed = (ids: readonly string[]): Run => ({
  ...exampleSections,
  cases: ids.map((id, i) => ({ ...exampleSections.cases[i]!, id })),
  results: ids.map((caseId, i) => ({ ...exampleSections.results[i]!, caseId })),
});

describe('a data frame', () => {
  it('of a run has a row a case, and a typed column for each thing that is known of it', async () => {
    const table = await frame(exampleSections);
    expect(table.shape).toEqual([15, 12]);
    expect(Object.fromEntries(table.columns.map((name, i) => [name, table.dtypes[i]]))).toEqual({
      caseId: 'string',
      kind: 'string',
      queryText: 'string',
      status: 'string',
      message: 'string',
      'recall@5': 'float32',
      'hit@5': 'float32',
      'mrr@10': 'float32',
      relevant: 'int32',
      bestRank: 'float32',
      latencyMs: 'float32',
      'field.applies_to': 'string',
    });
  });

  it('of a comparison has a row a pair', async () => {
    const table = await frame(exampleComparison);
    expect(table.columns).toEqual(['caseId', 'kind', 'queryText', 'status', 'a', 'b', 'delta']);
    expect((table.values as unknown[][])[0]).toEqual([
      'q09',
      'semantic',
      expect.any(String),
      'failed',
      1,
      null,
      null,
    ]);
  });

  it('keeps ids as they are written, and apart', async () => {
    const table = await frame(renamed(['a_b', 'a-b', '007', '7']));
    expect(table.column('caseId').values).toEqual(['a_b', 'a-b', '007', '7']);
    expect(table.query(table.column('caseId').eq('007')).shape).toEqual([1, 12]);
  });

  it('has null for what is unknown, which means leave out', async () => {
    const table = await frame(exampleSections);
    expect((table.column('recall@5').values as unknown[])[8]).toBeNull();
    expect(table.column('recall@5').count()).toBe(14);
    expect(table.column('recall@5').mean()).toBeCloseTo(0.75, 12);
  });

  it('keeps a metric that the first result lacks', async () => {
    const [first, ...rest] = exampleSections.results;
    const results = [
      { ...first!, metrics: {} },
      ...rest.map((row) => ({ ...row, metrics: { ...row.metrics, own: 1 } })),
    ];
    const table = await frame({ ...exampleSections, results });
    expect((table.column('own').values as unknown[]).slice(0, 2)).toEqual([null, 1]);
  });

  it('keeps its methods where a metric is called like one', async () => {
    const results = exampleSections.results.map((row) => ({ ...row, metrics: { head: 0.5 } }));
    const table = await frame({ ...exampleSections, metrics: ['head'], results });
    expect(table.columns).toContain('head_');
    expect(table.head(2).shape).toEqual([2, table.columns.length]);
  });

  it('prints', async () => {
    expect((await frame(exampleComparison)).toString()).toContain('delta');
  });

  it('lets the library say nothing while it loads', async () => {
    const said = vi.spyOn(process.stderr, 'write');
    const { log, warn } = console;
    vi.resetModules();
    await (await import('./frame.js')).frame(exampleSections);
    expect([console.log, console.warn]).toEqual([log, warn]);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  it('refuses a case that is there twice, and a run without results', async () => {
    await expect(frame(renamed(['a', 'a']))).rejects.toThrow(
      'frame: the case "a" is there twice, wanted each once; check where the run is from',
    );
    await expect(frame(renamed([]))).rejects.toThrow('frame: there is no result, wanted at least one row');
  });
});

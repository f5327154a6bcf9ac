import { describe, expect, it } from 'vitest';
import { compareAll } from '../compare/compare-all.js';
import { LabError } from '../errors.js';
import { costsOf } from '../measure/costs.js';
import { exampleComparison, examplePages, exampleSections } from './example.contract.js';
import { frame } from './frame.js';
import { bundleOf } from './show.js';

const rowsOf = async (source: Parameters<typeof frame>[0]) => {
  const { columns, values } = await frame(source);
  return (values as unknown[][]).map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
};

describe('a frame of runs', () => {
  it('has a row a run with its means over the answered queries and its costs', async () => {
    const runs = [examplePages, exampleSections];
    const rows = await rowsOf(runs);
    for (const [i, run] of runs.entries()) {
      const answered = run.results.filter(({ status }) => status === 'ok' || status === 'empty');
      const sum = answered.reduce((total, { metrics }) => total + metrics['mrr@10']!, 0);
      const { name: _, n: __, ...costs } = costsOf(run);
      expect(rows[i]).toMatchObject({
        runId: run.id,
        name: run.name,
        n: 15,
        answered: answered.length,
        ...costs,
      });
      expect(rows[i]!['mrr@10']).toBeCloseTo(sum / answered.length, 12);
    }
  });

  it('has null where a run lacks a metric, and refuses a run that is there twice', async () => {
    const other = { ...exampleSections, metrics: ['recall@5'] };
    expect((await rowsOf([examplePages, other])).map((row) => row['hit@5'] === null)).toEqual([false, true]);
    await expect(frame([examplePages, examplePages])).rejects.toEqual(
      new LabError(
        `frame: the run "${examplePages.id}" is there twice, wanted each once; check where the run is from`,
      ),
    );
    await expect(frame([])).rejects.toEqual(
      new LabError('frame: there is no run, wanted at least one row; pass some'),
    );
  });
});

describe('a frame of comparisons', () => {
  const third = { ...exampleSections, id: 'third', name: 'third' };

  it('is the leaderboard of a sweep, one row each, by one key', async () => {
    const all = compareAll([examplePages], [exampleSections, third], 'recall@5');
    const rows = await rowsOf(all);
    expect(
      rows.map(({ runId, baseline, delta, low, pValue, verdict }) => [
        runId,
        baseline,
        delta,
        low,
        pValue,
        verdict,
      ]),
    ).toEqual(
      all.map(({ runA, runB, delta, interval, pValue, verdict }) => [
        runB.id,
        runA.name,
        delta,
        interval?.[0],
        pValue,
        verdict,
      ]),
    );
    expect(new Set(rows.map(({ pair }) => pair)).size).toBe(2);
  });

  it('holds no runs beside them', async () => {
    await expect(frame([exampleComparison, examplePages] as never)).rejects.toEqual(
      new LabError(
        'frame: found 1 comparisons among 2 things, wanted runs or comparisons alone; make a frame of each',
      ),
    );
  });
});

describe('a frame that is shown', () => {
  it('is a table without ids, which are others each time, and with four digits', async () => {
    const table = await frame([examplePages, exampleSections]);
    const text = String((await bundleOf(table.loc({ columns: ['runId', 'name', 'mrr@10'] })))['text/plain']);
    const mean = (await rowsOf([examplePages]))[0]!['mrr@10'] as number;
    expect(text.split('\n')[0]).toMatch(/^name +mrr@10$/);
    expect(text.split('\n')[2]).toMatch(new RegExp(`^pages +${Number(mean.toPrecision(4))}$`));
  });

  it('shows the first hundred rows and says how many more there are', async () => {
    const [first] = exampleSections.results;
    const [item] = exampleSections.cases;
    const ids = Array.from({ length: 120 }, (_, i) => `q${i}`);
    const long = {
      ...exampleSections,
      cases: ids.map((id) => ({ ...item!, id })),
      results: ids.map((caseId) => ({ ...first!, caseId })),
    };
    const lines = String((await bundleOf(await frame(long)))['text/plain']).split('\n');
    expect(lines).toHaveLength(103);
    expect(lines.at(-1)).toBe('and 20 more rows (saveFrame writes all)');
  });
});

import { describe, expect, it } from 'vitest';
import { summarizeStages } from '../measure/stage-summary.js';
import type { Figure } from '../types.js';
import { allFailed, examplePages, exampleSections, staged } from './example.contract.js';
import { expectGolden } from './golden.contract.js';
import { stages } from './stages.js';

type Trace = { mode: string; x: number[]; marker: { symbol: string[]; color: string[] } };

const traces = (figure: Figure) => figure.data as unknown as Trace[];
const text = (figure: Figure) => JSON.stringify(figure.layout);
const runs = [staged(examplePages), staged(exampleSections)];

describe('the stages', () => {
  const figure = stages(runs);

  it('are drawn like this', () => {
    expectGolden('stages.json', `${JSON.stringify(figure, null, 2)}\n`);
  });

  it('have two marks each, among the first k pages and among all hits, in the order of the flow', () => {
    const summaries = runs.flatMap(summarizeStages);
    expect(summaries.map(({ stage }) => stage).slice(0, 3)).toEqual(['keyword', 'fused / vector', 'final']);
    expect(traces(figure)[1]!.x).toEqual(summaries.map(({ recallAtK }) => recallAtK));
    expect(traces(figure)[2]!.x).toEqual(summaries.map(({ recallOfAll }) => recallOfAll));
    expect(figure.table.rows.map((row) => row[3])).toEqual(summaries.map(({ recallAtK }) => recallAtK));
  });

  it('tell full from open marks, and the run itself by a diamond', () => {
    expect(traces(figure)[1]!.marker.symbol.slice(0, 3)).toEqual(['circle', 'circle', 'diamond']);
    expect(traces(figure)[2]!.marker.symbol[2]).toBe('diamond-open');
  });

  it('are named by their last name where that is enough, with numbers and n', () => {
    expect(text(figure)).toContain('"text":"vector"');
    expect(text(figure)).toMatch(/"text":"0\.\d{3} of [01]\.\d{3}, n = 15"/);
    expect(figure.alt).toMatch(/^Dot plot, Recall by stage \(n = 15 queries\), among the first 5 pages/);
    const twice = {
      ...runs[0]!,
      results: runs[0]!.results.map((row) => ({
        ...row,
        stages: [...row.stages!, { name: 'vector', hits: [] }],
      })),
    };
    expect(text(stages([twice]))).toContain('"text":"fused / vector"');
  });

  it('names the runs that have none, and says what failed', () => {
    const mixed = stages([...runs, { ...examplePages, id: 'plain', name: 'plain bm25' }]);
    expect(text(mixed)).toContain('Without stages, so not here: plain bm25.');
    expect(text(mixed)).toContain(
      'sections: 1 of 15 queries failed and is left out (recall@5 0.750; with failures as 0 0.700).',
    );
  });

  it('are grey for fewer than 10 queries', () => {
    const few = { ...runs[0]!, results: runs[0]!.results.slice(0, 3) };
    expect(new Set(traces(stages([few]))[1]!.marker.color)).toEqual(new Set(['#b6bcc4']));
    expect(stages([few]).table.rows[0]?.[1]).toBe('keyword (n < 10)');
  });

  it('refuses runs without any, in a sentence', () => {
    expect(() => stages([examplePages])).toThrow(
      'stages: none of 1 runs has stages, wanted one of a composed retriever such as hybrid() or rerank(); evaluate one',
    );
    expect(() => stages([allFailed(runs[0]!)])).toThrow('stages: none of 1 runs has stages');
    expect(() => stages([runs[0]!, { ...runs[1]!, casesVersion: 'x' }])).toThrow('wanted the same');
  });
});

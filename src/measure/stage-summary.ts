import type { Case, Hit, Run } from '../types.js';
import { judged } from './judged.js';
import { metric } from './registry.js';
import { isFailed } from './summarize.js';

/** One stage of a composed retriever in numbers. */
export type StageSummary = {
  readonly stage: string;
  /** Answered queries that had this stage. */
  readonly n: number;
  /** The mean of `recall@k` over pages, k being the run's. */
  readonly recallAtK: number;
  /** The mean share of needs met anywhere among the stage's hits: what the next stage could still put first. */
  readonly recallOfAll: number;
  /** The mean number of hits. */
  readonly hits: number;
};

/** Where evidence was won or lost: each stage in its order, and the run's own hits as `final`. Empty where the retriever has no stages. */
export function summarizeStages(run: Run): readonly StageSummary[] {
  const items = new Map(run.cases.map((item) => [item.id, item]));
  const byStage = new Map<string, { item: Case; hits: readonly Hit[] }[]>();
  const add = (stage: string, item: Case, hits: readonly Hit[]) => {
    const rows = byStage.get(stage);
    if (rows === undefined) byStage.set(stage, [{ item, hits }]);
    else rows.push({ item, hits });
  };
  const staged = run.results.filter((result) => !isFailed(result) && result.stages !== undefined);
  for (const { caseId, stages, hits } of staged) {
    const item = items.get(caseId)!;
    for (const stage of stages!) add(stage.name, item, stage.hits);
    add('final', item, hits);
  }
  return [...byStage].map(([stage, rows]) => summaryOf(stage, rows, run.k));
}

function summaryOf(
  stage: string,
  rows: readonly { item: Case; hits: readonly Hit[] }[],
  k: number,
): StageSummary {
  const mean = (pick: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + pick(row), 0) / rows.length;
  const recall = (at: number) => mean(({ item, hits }) => metric(`recall@${at}`).value(judged(item, hits)));
  const deepest = Math.max(1, ...rows.map(({ hits }) => hits.length));
  return {
    stage,
    n: rows.length,
    recallAtK: recall(k),
    recallOfAll: recall(deepest),
    hits: mean(({ hits }) => hits.length),
  };
}

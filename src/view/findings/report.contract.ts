import type { Experiment } from '../../sweep/experiment.js';
import type { Run } from '../../types.js';
import { examplePages, exampleSections } from '../example.contract.js';
import type { ReportText } from './report-text.js';
import { readReportText } from './report-text.js';
import type { Source } from './sources.js';

/** An experiment over the example's two runs, of which only names and settings are asked: nothing is built. */
export function exampleSource(
  name = 'example',
  runs: readonly Run[] = [examplePages, exampleSections],
  names: readonly string[] = runs.map((run) => run.name),
): Source {
  const never = () => {
    throw new Error('nothing is built here');
  };
  const experiment: Experiment = {
    question: 'Pages or sections?',
    dataset: 'example',
    arms: names.map((arm) => ({
      name: arm,
      chunker: { name: arm, config: null, chunk: never },
      retriever: { name: 'bm25', config: null, build: never },
    })),
    baseline: names[0]!,
    k: 5,
    depth: 20,
    primary: 'recall@5',
  };
  return {
    name,
    file: `experiments/${name}.ts`,
    experiment,
    dataset: 'example',
    runs: new Map(runs.map((run) => [run.name, run])),
  };
}

/** A run of its own name in which nothing failed, so that the one rule has all there is. */
export function answeredRun(run: Run, name = run.name): Run {
  const results = run.results.map((row) =>
    row.status === 'error'
      ? { ...row, status: 'empty' as const, message: null, metrics: zeros(run), hits: [] }
      : row,
  );
  return { ...run, id: `run-${name}`, name, results };
}

function zeros({ metrics }: Run): Readonly<Record<string, number>> {
  return Object.fromEntries(metrics.map((metric) => [metric, 0]));
}

/** The same with every metric of each query so much higher or lower. */
export function shifted(run: Run, name: string, by: number): Run {
  const results = run.results.map((row) => ({
    ...row,
    metrics: Object.fromEntries(
      Object.entries(row.metrics).map(([metric, value]) => [metric, value === null ? null : value + by]),
    ),
  }));
  return { ...run, id: `run-${name}`, name, results };
}

export function reportOf(text: string): ReportText {
  return readReportText('reports/r.md', text, 0);
}

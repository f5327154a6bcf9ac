import { compareAll } from '../compare/compare-all.js';
import { casesVersion } from '../dataset/fingerprint.js';
import { casesOf } from '../dataset/splits.js';
import { LabError } from '../errors.js';
import { evaluate } from '../measure/evaluate.js';
import { defaultMetrics } from '../measure/registry.js';
import { configOf } from '../measure/run-header.js';
import type { Store } from '../store/open-store.js';
import type { Comparison, Dataset, Retriever, Run } from '../types.js';
import { type Arm, baselinesOf, type Experiment } from './experiment.js';

export type ExperimentOutcome = {
  readonly runs: readonly Run[];
  readonly comparisons: readonly Comparison[];
};

export type RunOptions = { readonly store: Store; readonly signal?: AbortSignal; readonly resume?: boolean };

/** Evaluates every arm over the experiment's cases. Stops after an arm that was interrupted. */
export async function runArms(of: Experiment, data: Dataset, options: RunOptions): Promise<readonly Run[]> {
  const cases = casesOf(data.cases, of.split ?? 'all');
  if (cases.length === 0)
    throw new LabError(
      `dataset ${data.name}: the split ${of.split} has no cases, wanted at least one; name another split`,
    );
  const runs: Run[] = [];
  for (const arm of of.arms) {
    const run = await runArm(of, arm, data, cases, options);
    runs.push(run);
    if (run.status === 'interrupted') break;
  }
  return runs;
}

/** The other arms against the baseline, or each of several, on the primary metric: all comparisons corrected together. */
export function compareArms(of: Experiment, runs: readonly Run[], store: Store): readonly Comparison[] {
  const names = baselinesOf(of);
  const baselines = runs.filter((run) => names.includes(run.name));
  const others = runs.filter((run) => !names.includes(run.name));
  if (baselines.length === 0 || others.length === 0) return [];
  const options = of.correction === undefined ? {} : { correction: of.correction };
  const comparisons = compareAll(baselines, others, of.primary, options);
  for (const comparison of comparisons) store.saveComparison(comparison);
  return comparisons;
}

async function runArm(
  of: Experiment,
  arm: Arm,
  data: Dataset,
  cases: Dataset['cases'],
  { store, signal, resume }: RunOptions,
): Promise<Run> {
  const retriever = await arm.retriever.build(await arm.chunker.chunk(data.docs));
  const settled = resume ? finishedArm(of, arm, cases, data, retriever, store) : undefined;
  if (settled !== undefined) return settled;
  const left = resume
    ? store.list().find((run) => run.name === arm.name && run.status !== 'done')
    : undefined;
  const names = [of.primary, ...(of.metrics ?? []), ...defaultMetrics(of.k).map((metric) => metric.name)];
  return evaluate(retriever, cases, {
    name: arm.name,
    k: of.k,
    depth: of.depth,
    metrics: [...new Set(names)],
    dataset: data.name,
    store,
    ...(of.repeats === undefined ? {} : { repeats: of.repeats }),
    ...(signal === undefined ? {} : { signal }),
    ...(left === undefined ? {} : { resume: left.id }),
  });
}

/** The same, for whoever has not built the arm's retriever. */
export async function finishedRun(
  of: Experiment,
  arm: Arm,
  data: Dataset,
  store: Store,
): Promise<Run | undefined> {
  const retriever = await arm.retriever.build(await arm.chunker.chunk(data.docs));
  return finishedArm(of, arm, casesOf(data.cases, of.split ?? 'all'), data, retriever, store);
}

/** The arm's latest run, where it is done and was made with these very settings: nothing is left to do then. */
function finishedArm(
  of: Experiment,
  arm: Arm,
  cases: Dataset['cases'],
  data: Dataset,
  retriever: Retriever,
  store: Store,
): Run | undefined {
  const latest = store.list().find((run) => run.name === arm.name);
  if (latest?.status !== 'done' || latest.k !== of.k || latest.depth !== of.depth) return undefined;
  const same = JSON.stringify(latest.config) === JSON.stringify(configOf(retriever, of.repeats ?? 1));
  const alike = latest.casesVersion === casesVersion(cases) && latest.corpusVersion === data.corpusVersion;
  return same && alike && latest.metrics.includes(of.primary) ? store.run(latest.id) : undefined;
}

import { compare } from '../compare/compare.js';
import { casesVersion } from '../dataset/fingerprint.js';
import { casesOf } from '../dataset/splits.js';
import { LabError } from '../errors.js';
import { evaluate } from '../measure/evaluate.js';
import { redact } from '../measure/redact.js';
import { defaultMetrics } from '../measure/registry.js';
import type { Store } from '../store/open-store.js';
import type { Comparison, Dataset, Retriever, Run } from '../types.js';
import type { Arm, Experiment } from './experiment.js';

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

/** The other arms against the baseline, on the primary metric. */
export function compareArms(of: Experiment, runs: readonly Run[], store: Store): readonly Comparison[] {
  const baseline = runs.find((run) => run.name === of.baseline)!;
  return runs
    .filter((run) => run !== baseline)
    .map((run) => {
      const comparison = compare(baseline, run, of.primary);
      store.saveComparison(comparison);
      return comparison;
    });
}

async function runArm(
  of: Experiment,
  arm: Arm,
  data: Dataset,
  cases: Dataset['cases'],
  { store, signal, resume }: RunOptions,
): Promise<Run> {
  const retriever = await arm.retriever.build(arm.chunker.chunk(data.docs));
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
    ...(signal === undefined ? {} : { signal }),
    ...(left === undefined ? {} : { resume: left.id }),
  });
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
  const same = JSON.stringify(latest.config) === JSON.stringify(redact(retriever.config ?? null));
  const alike = latest.casesVersion === casesVersion(cases) && latest.corpusVersion === data.corpusVersion;
  return same && alike && latest.metrics.includes(of.primary) ? store.run(latest.id) : undefined;
}

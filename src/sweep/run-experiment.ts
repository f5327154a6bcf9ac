import { compareAll } from '../compare/compare-all.js';
import { corpusOf } from '../dataset/fingerprint.js';
import { casesOf } from '../dataset/splits.js';
import { LabError } from '../errors.js';
import { evaluate } from '../measure/evaluate.js';
import { differingSetting } from '../measure/made-alike.js';
import { defaultMetrics } from '../measure/registry.js';
import { rescore } from '../measure/rescore.js';
import { runHeader } from '../measure/run-header.js';
import { type EvaluateOptions, settle } from '../measure/settle.js';
import type { Store } from '../store/open-store.js';
import type { Case, Comparison, Dataset, Retriever, Run, Slicer } from '../types.js';
import { type Arm, baselinesOf, type Experiment } from './experiment.js';
import { sharedChunks } from './shared-chunks.js';

export type RunOptions = {
  readonly store: Store;
  readonly signal?: AbortSignal;
  /** Takes what is on record: a finished run as it is, one that was broken off where it stopped, one with another k or other metrics by scoring its answers again. */
  readonly resume?: boolean;
  /** With `resume`: queries that failed are asked again. */
  readonly retryFailed?: boolean;
};

/** Evaluates every arm over the experiment's cases. Stops after an arm that was interrupted. */
export async function runArms(of: Experiment, data: Dataset, options: RunOptions): Promise<readonly Run[]> {
  const cases = casesIn(of, data);
  const chunksOf = sharedChunks(of.arms, data.docs);
  const runs: Run[] = [];
  for (const arm of of.arms) {
    const retriever = await arm.retriever.build(await chunksOf(arm));
    const run = await runArm(of, arm, data, cases, retriever, options);
    runs.push(run);
    if (run.status === 'interrupted') break;
  }
  return runs;
}

/** The other arms against the baseline, or each of several, on the primary metric: all comparisons corrected together. */
export function compareArms(of: Experiment, runs: readonly Run[], store: Store): readonly Comparison[] {
  const comparisons = declaredComparisons(of, runs);
  for (const comparison of comparisons) store.saveComparison(comparison);
  return comparisons;
}

/** The same without recording them; sliced by kind unless said. */
export function declaredComparisons(
  of: Experiment,
  runs: readonly Run[],
  by?: Slicer,
): readonly Comparison[] {
  const names = baselinesOf(of);
  const baselines = runs.filter((run) => names.includes(run.name));
  const others = runs.filter((run) => !names.includes(run.name));
  if (baselines.length === 0 || others.length === 0) return [];
  return compareAll(baselines, others, of.primary, {
    ...(of.correction === undefined ? {} : { correction: of.correction }),
    ...(by === undefined ? {} : { by }),
  });
}

/** The cases of the experiment's split; a LabError where there is none. */
export function casesIn(of: Experiment, data: Dataset): readonly Case[] {
  const cases = casesOf(data.cases, of.split ?? 'all');
  if (cases.length > 0) return cases;
  throw new LabError(
    `dataset ${data.name}: the split ${of.split} has no cases, wanted at least one; name another split`,
  );
}

async function runArm(
  of: Experiment,
  arm: Arm,
  data: Dataset,
  cases: readonly Case[],
  retriever: Retriever,
  { store, signal, resume, retryFailed }: RunOptions,
): Promise<Run> {
  const settings = settingsOf(of, arm, data);
  const how = { ...settings, store, ...(signal === undefined ? {} : { signal }) };
  if (resume !== true) return evaluate(retriever, cases, how);
  const found = earlierRuns(retriever, cases, settings, store);
  if (found.done !== undefined) {
    const run = store.run(found.done.id);
    const failed = run.results.some(({ status }) => status === 'error' || status === 'timeout');
    return retryFailed && failed ? evaluate(retriever, cases, { ...how, resume: run.id, retryFailed }) : run;
  }
  if (found.unfinished !== undefined)
    return evaluate(retriever, cases, {
      ...how,
      resume: found.unfinished.id,
      ...(retryFailed === undefined ? {} : { retryFailed }),
    });
  return (
    (found.answered && scoredAgain(store.run(found.answered.id), cases, { ...settings, retriever, store })) ??
    evaluate(retriever, cases, how)
  );
}

function settingsOf(of: Experiment, arm: Arm, data: Dataset) {
  const names = [of.primary, ...(of.metrics ?? []), ...defaultMetrics(of.k).map((metric) => metric.name)];
  return {
    name: arm.name,
    k: of.k,
    depth: of.depth,
    metrics: [...new Set(names)],
    dataset: data.name,
    ...(of.repeats === undefined ? {} : { repeats: of.repeats }),
  } satisfies EvaluateOptions;
}

type Recorded = ReturnType<Store['list']>[number];

type Earlier = {
  /** Made with these very settings. */
  readonly done?: Recorded | undefined;
  readonly unfinished?: Recorded | undefined;
  /** The same searches, scored otherwise. */
  readonly answered?: Recorded | undefined;
};

/** The arm's latest run of each sort, if there is one. */
function earlierRuns(
  retriever: Retriever,
  cases: readonly Case[],
  options: EvaluateOptions & { readonly name: string },
  store: Store,
): Earlier {
  const fresh = runHeader(retriever, cases, settle(retriever, cases, options), options);
  const named = store.list().filter((run) => run.name === options.name);
  const alike = named.filter((run) => differingSetting(run, fresh) === undefined);
  const done = alike.find((run) => run.status === 'done');
  const latest = alike[0];
  return {
    done: latest?.status === 'done' ? done : undefined,
    unfinished: latest !== undefined && latest.status !== 'done' ? latest : undefined,
    answered: named.find(
      (run) => run.status === 'done' && differingSetting(run, fresh, ['k', 'metrics']) === undefined,
    ),
  };
}

/** Undefined where the recorded answers are not enough, so that the arm is searched. */
function scoredAgain(
  run: Run,
  cases: readonly Case[],
  options: ReturnType<typeof settingsOf> & { readonly retriever: Retriever; readonly store: Store },
): Run | undefined {
  const { name, k, metrics, dataset, retriever, store } = options;
  try {
    return rescore(run, cases, { name, k, metrics, dataset, retriever, store });
  } catch (thrown) {
    if (thrown instanceof LabError) return undefined;
    throw thrown;
  }
}

/** The finished run of an arm with these very settings, for whoever has not built its retriever. */
export async function finishedRun(
  of: Experiment,
  arm: Arm,
  data: Dataset,
  store: Store,
): Promise<Run | undefined> {
  const retriever = await arm.retriever.build(await arm.chunker.chunk(data.docs));
  const { done } = earlierRuns(retriever, casesIn(of, data), settingsOf(of, arm, data), store);
  return done === undefined ? undefined : store.run(done.id);
}

/**
 * The same for whoever would rather build nothing: a retriever is made only where a run of the arm's name is on record and a setting of the usual form has not made it, since
 * somebody's own may call itself what it likes.
 */
export async function recordedRun(
  of: Experiment,
  arm: Arm,
  data: Dataset,
  store: Store,
): Promise<Run | undefined> {
  const { done } = earlierRuns(unbuilt(arm, data), casesIn(of, data), settingsOf(of, arm, data), store);
  if (done !== undefined) return store.run(done.id);
  const named = store.list().some((run) => run.name === arm.name && run.status === 'done');
  return named ? finishedRun(of, arm, data, store) : undefined;
}

/**
 * How many cases of an arm `resume` would leave to search; no page is cut and no retriever built for it. Answers that would only be scored again count
 * as left, since whether they are enough is seen then.
 */
export function casesLeft(
  of: Experiment,
  arm: Arm,
  data: Dataset,
  cases: readonly Case[],
  store: Store,
): number {
  const { done, unfinished } = earlierRuns(unbuilt(arm, data), cases, settingsOf(of, arm, data), store);
  return done === undefined ? cases.length - (unfinished?.resultCount ?? 0) : 0;
}

/** What the arm's retriever would say of itself: its setting over its chunks. */
function unbuilt({ chunker, retriever }: Arm, { docs }: Dataset): Retriever {
  const { name, config } = chunker;
  return {
    name: `${name} · ${retriever.name}`,
    config: { ...(retriever.config as object), chunks: config },
    chunkSet: { name, config, chunks: [], corpus: corpusOf(docs) },
    search: () => [],
  };
}

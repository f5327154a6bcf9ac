import { compare } from '../compare/compare.js';
import { LabError } from '../errors.js';
import { summarize } from '../measure/summarize.js';
import type { Store } from '../store/open-store.js';
import type { Comparison, Dataset, Run } from '../types.js';
import { baselinesOf, type Experiment } from './experiment.js';
import { finishedRun, runArms } from './run-experiment.js';

export type Confirmation = {
  readonly comparison: Comparison;
  /** How many runs have seen the dataset's test half, these two among them. */
  readonly looks: number;
  /** The test half was read for this before: the same runs are shown again, and no look is added. */
  readonly again: boolean;
};

/**
 * Takes the arm that is ahead on dev to the test half, once, against the baseline: one test of one arm that was chosen elsewhere, so nothing needs correcting. Asked
 * again it shows what it found, since another read could only be a second try. Throws a LabError where there is no dev run of an arm, or the baseline is ahead.
 */
export async function confirmWinner(
  of: Experiment,
  data: Dataset,
  options: { readonly store: Store; readonly signal?: AbortSignal },
): Promise<Confirmation> {
  const { store } = options;
  if (of.split !== 'dev')
    throw new LabError(
      `confirm: the experiment's split is ${of.split ?? 'all'}, wanted dev, so that the test half has not been seen; set split: 'dev' and run it`,
    );
  const [baseline] = baselinesOf(of) as [string];
  const winner = await ahead(of, data, store);
  if (baselinesOf(of).includes(winner))
    throw new LabError(
      `confirm: the baseline ${winner} is ahead on dev by ${of.primary}, so there is no winner to confirm; keep it`,
    );
  const before = store.testReads().length;
  const arms = of.arms
    .filter((arm) => arm.name === baseline || arm.name === winner)
    .map((arm) => ({ ...arm, name: onTest(arm.name) }));
  const onlyTest: Experiment = { ...of, split: 'test', arms, baseline: onTest(baseline) };
  const runs = await runArms(onlyTest, data, { ...options, resume: true });
  const find = (name: string) => runs.find((run) => run.name === onTest(name))!;
  const stopped = runs.find((run) => run.status !== 'done');
  if (stopped !== undefined || runs.length < 2)
    throw new LabError(
      'confirm: was stopped before both arms had been run, wanted both; run it again to go on',
    );
  const comparison = compare(find(baseline), find(winner), of.primary);
  store.saveComparison(comparison);
  const reads = store.testReads();
  const looks = reads.filter((read) => read.dataset === data.name).length;
  return { comparison, looks, again: reads.length === before };
}

function onTest(name: string): string {
  return `${name} (test)`;
}

/** The arm with the highest mean on dev, failures as 0; the first where several have it. */
async function ahead(of: Experiment, data: Dataset, store: Store): Promise<string> {
  const runs: Run[] = [];
  for (const arm of of.arms) {
    const run = await finishedRun(of, arm, data, store);
    if (run === undefined)
      throw new LabError(
        `confirm: the arm "${arm.name}" has no finished run on dev with these settings, wanted one of each arm; run the experiment first`,
      );
    runs.push(run);
  }
  const meanOf = (run: Run) =>
    summarize(run).metrics.find((one) => one.metric === of.primary)!.meanWithFailuresAsZero;
  return runs.reduce((best, run) => (meanOf(run) > meanOf(best) ? run : best)).name;
}

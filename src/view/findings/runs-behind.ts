import { messageOf } from '../../errors.js';
import { differingSetting } from '../../measure/made-alike.js';
import { isFailed } from '../../measure/summarize.js';
import type { Store } from '../../store/open-store.js';
import type { Arm, Experiment } from '../../sweep/experiment.js';
import { recordedRun, runArms } from '../../sweep/run-experiment.js';
import type { Dataset, Run } from '../../types.js';
import type { Problem } from './check.js';
import type { Source } from './sources.js';

/** An experiment that a report names, and its dataset; a text where that cannot be opened. */
export type Named = {
  readonly name: string;
  readonly file: string;
  readonly experiment: Experiment;
  readonly data: Dataset | string;
};

/** What a store has of a report's experiments. */
export async function recordedSource(named: Named, store: Store | null): Promise<Source> {
  const { data, experiment, name, file } = named;
  const runs = new Map<string, Run>();
  if (store !== null && typeof data !== 'string')
    for (const arm of experiment.arms) {
      const run = await recorded(experiment, arm, data, store);
      if (run !== undefined) runs.set(arm.name, run);
    }
  return { name, file, experiment, dataset: experiment.dataset, runs };
}

/** Where a retriever cannot even be made, nothing on record is known to be its run. */
async function recorded(of: Experiment, arm: Arm, data: Dataset, store: Store): Promise<Run | undefined> {
  try {
    return await recordedRun(of, arm, data, store);
  } catch {
    return undefined; // what is wrong with it is said where it is made again
  }
}

/** The arms of which there is no run. */
export function missingArms({ experiment, runs }: Source): readonly Arm[] {
  return experiment.arms.filter((arm) => !runs.has(arm.name));
}

export type Remade = { readonly source: Source; readonly problems: readonly Problem[] };

/** Makes the runs that are missing, arm by arm, into a store that may be thrown away. One that cannot be made is said and left out. */
export async function remadeSource(named: Named, source: Source, store: Store): Promise<Remade> {
  const runs = new Map(source.runs);
  const problems: Problem[] = [];
  for (const arm of missingArms(source)) {
    const made = await remade(named, arm, store);
    if (typeof made !== 'string') runs.set(arm.name, made);
    else
      problems.push({
        reason: 'cannot be remade',
        line: null,
        message: `the run ${named.name}/${arm.name} cannot be remade (${made}), wanted it to check what rests on it; run it where it can be made, into the store`,
      });
  }
  return { source: { ...source, runs }, problems };
}

async function remade({ experiment, data }: Named, arm: Arm, store: Store): Promise<Run | string> {
  if (typeof data === 'string') return data;
  try {
    const run =
      (await recordedRun(experiment, arm, data, store)) ?? (await madeNow(experiment, arm, data, store));
    const failed = run.results.find(isFailed);
    const none = failed !== undefined && run.results.every(isFailed);
    return none ? `no query was answered: ${failed.message ?? failed.status}` : run;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** Answers that were recorded for another experiment are scored again where they are enough. */
async function madeNow(of: Experiment, arm: Arm, data: Dataset, store: Store): Promise<Run> {
  const [run] = await runArms({ ...of, arms: [arm] }, data, { store, resume: true });
  return run!;
}

/** Recorded runs whose numbers nobody could make again, or that are no longer what their name stands for. */
export function provenanceProblems(sources: readonly Source[], store: Store): readonly Problem[] {
  const taken = new Map(
    sources.flatMap(({ runs }) => [...runs.values()].map((run) => [run.id, run] as const)),
  );
  const listed = store.list();
  return [...taken.values()].flatMap((run) => {
    const at = listed.findIndex(({ id }) => id === run.id);
    const later = listed.slice(0, Math.max(0, at)).find((other) => {
      if (other.name !== run.name || other.status !== 'done' || taken.has(other.id)) return false;
      return [...taken.values()].every((one) => settingsDiffer(other, one));
    });
    return [...dirtyProblem(run), ...(later === undefined ? [] : [supersededProblem(run, later)])];
  });
}

type Header = Parameters<typeof differingSetting>[0];

/** Another k or other metrics are the same answers. */
function settingsDiffer(a: Header, b: Header): boolean {
  return differingSetting(a, b, ['k', 'metrics']) !== undefined;
}

function dirtyProblem(run: Run): readonly Problem[] {
  if (run.environment.gitDirty !== true) return [];
  const message = `the run ${run.name} (${run.id}) was made with changes that were in no commit, wanted none; commit them and run it again`;
  return [{ reason: 'dirty', line: null, message }];
}

function supersededProblem(run: Run, later: Header): Problem {
  const setting = differingSetting(later, run, ['k', 'metrics']);
  return {
    reason: 'superseded',
    line: null,
    message: `the run ${run.name} (${run.id}) of ${run.startedAt.slice(0, 10)} is superseded by ${later.id} of ${later.startedAt.slice(0, 10)}, which has another ${setting}; run the experiment again, or give the later one a name of its own`,
  };
}

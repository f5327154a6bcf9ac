import { casesVersion } from '../dataset/fingerprint.js';
import { casesOf } from '../dataset/splits.js';
import { LabError } from '../errors.js';
import { openDataset } from '../open-dataset.js';
import { openStore } from '../store/open-store.js';
import { examine } from '../sweep/doctor.js';
import type { Experiment } from '../sweep/experiment.js';
import type { Finding } from '../sweep/finding.js';
import type { Case, Dataset, Run } from '../types.js';
import type { Words } from './args.js';
import { loadExperiment } from './load-experiment.js';
import { print } from './output.js';

/** `rlab doctor`: what would spoil a sweep, before it is run. */
export async function act(words: Words): Promise<void> {
  const file = words.positionals[0];
  const named = words.text('data');
  if ((file === undefined) === (named === undefined))
    throw new LabError(
      `rlab doctor: found ${file === undefined ? 'neither an experiment nor --data' : 'an experiment and --data'}, wanted one of them; write rlab doctor FILE, or rlab doctor --data DIR`,
    );
  const of = file === undefined ? null : await loadExperiment(file);
  const data = await openDataset(of?.dataset ?? named);
  const cases = casesOf(data.cases, of?.split ?? 'all');
  const findings = await examine(data, {
    cases,
    runs: earlierRuns(words, cases, of),
    ...(of === null ? {} : { arms: of.arms, primary: of.primary, k: of.k }),
  });
  print(words.flag('json'), findings, () => text(data, cases.length, findings));
  if (findings.some((one) => one.level === 'spoils')) process.exitCode = 1;
}

/** The latest run of each arm, or of each name, over these very cases. */
function earlierRuns(words: Words, cases: readonly Case[], of: Experiment | null): readonly Run[] {
  const store = openStore(words.text('store'));
  try {
    const version = casesVersion(cases);
    const latest = new Map<string, string>();
    for (const run of store.list())
      if (run.status === 'done' && run.casesVersion === version && !latest.has(run.name))
        latest.set(run.name, run.id);
    const names = of === null ? [...latest.keys()] : of.arms.map((arm) => arm.name);
    return names.flatMap((name) => (latest.has(name) ? [store.run(latest.get(name)!)] : []));
  } finally {
    store.close();
  }
}

function text(data: Dataset, n: number, findings: readonly Finding[]): string {
  if (findings.length === 0)
    return `${data.name}: nothing found that would spoil a sweep over its ${n} cases`;
  const lines = findings.map(({ check, level, sentence }) => `${level.toUpperCase()}  ${check}: ${sentence}`);
  return [`${data.name}, ${n} cases`, '', ...lines].join('\n');
}

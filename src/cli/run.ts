import fs from 'node:fs';
import path from 'node:path';
import { LabError, messageOf } from '../errors.js';
import { openDataset } from '../open-dataset.js';
import { progress } from '../progress.js';
import { projectRoot, shownPath, storePath } from '../project.js';
import { openStore, type Store } from '../store/open-store.js';
import { confirmWinner } from '../sweep/confirm.js';
import { estimateSweep } from '../sweep/estimate.js';
import type { Experiment } from '../sweep/experiment.js';
import { paidBy } from '../sweep/paid.js';
import { compareArms, runArms } from '../sweep/run-experiment.js';
import type { Comparison, Dataset, Doc, Figure, Run } from '../types.js';
import { drawSvg } from '../view/draw.js';
import { comparisonText, overview } from '../view/print-comparison.js';
import { costsText } from '../view/print-costs.js';
import { estimateText, paidText } from '../view/print-estimate.js';
import { leaderboardText } from '../view/print-leaderboard.js';
import { runText } from '../view/print-run.js';
import { markdownReport } from '../view/report.js';
import type { Words } from './args.js';
import { interruptible } from './interruptible.js';
import { loadExperiment } from './load-experiment.js';
import { print } from './output.js';
import { reportFigures } from './report-figures.js';

/** `rlab run FILE`: evaluates the arms of an experiment, compares them with its baseline and writes the report. */
export async function act(words: Words): Promise<void> {
  const file = words.positionals[0]!;
  const experiment = await loadExperiment(file);
  const data = await openDataset(experiment.dataset);
  if (words.flag('estimate')) return await estimate(words, experiment, data);
  const store = openStore(words.text('store'));
  try {
    if (words.flag('confirm') && (words.flag('resume') || words.text('report') !== undefined))
      throw new LabError(
        'rlab run: --confirm goes with neither --resume nor --report, found both, wanted it alone; a confirmation that was stopped goes on by itself and writes no report',
      );
    if (words.flag('confirm')) return await confirm(words, experiment, data, store);
    const how = {
      store,
      resume: words.flag('resume') || words.flag('retry-failed'),
      retryFailed: words.flag('retry-failed'),
    };
    const runs = await paidToldOfFailure(experiment, () =>
      interruptible((signal) => runArms(experiment, data, { ...how, signal })),
    );
    const paid = paidBy(experiment);
    const comparisons = compareArms(experiment, runs, store);
    const folder = path.resolve(words.text('report') ?? path.join(projectRoot(), 'reports'));
    const report = await writeReport(
      experiment,
      runs,
      comparisons,
      data.docs,
      folder,
      path.basename(file).replace(/\.[cm]?[jt]s$/, ''),
    );
    const places = [...paidText(paid), `Report: ${shownPath(report)}`, `Store: ${shownPath(store.file)}`];
    print(
      words.flag('json'),
      { runs: runs.map((run) => run.id), comparisons, paid, report, store: store.file },
      () => `${resultText(runs, comparisons)}\n\n${places.join('\n')}`,
    );
  } finally {
    store.close();
  }
}

/** What the sweep would take. A store that is not there is not made. */
async function estimate(words: Words, of: Experiment, data: Dataset): Promise<void> {
  const other = ['resume', 'retry-failed', 'confirm', 'report'].find(
    (name) => words.flag(name) || words.text(name) !== undefined,
  );
  if (other !== undefined)
    throw new LabError(
      `rlab run: --estimate runs nothing and goes not with --${other}, found both, wanted one of them; the estimate says what --resume would leave out`,
    );
  const file = words.text('store') ?? storePath();
  const store = fs.existsSync(file) ? openStore(file) : undefined;
  try {
    const found = await estimateSweep(of, data, store === undefined ? {} : { store });
    print(words.flag('json'), found, () => estimateText(found));
  } finally {
    store?.close();
  }
}

/** What was paid is paid also where the run then fails or is stopped. */
async function paidToldOfFailure<T>(of: Experiment, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    for (const line of paidText(paidBy(of))) console.error(line);
    throw thrown;
  }
}

/** The winner of dev on the test half, and how often that has been looked at. */
async function confirm(words: Words, of: Experiment, data: Dataset, store: Store): Promise<void> {
  const confirmation = await confirmWinner(of, data, { store });
  const { comparison, looks, again } = confirmation;
  const reads = `The test half of ${data.name} has been read by ${looks} runs`;
  print(words.flag('json'), confirmation, () =>
    [
      comparisonText(comparison),
      '',
      again ? `${reads}; these two are not new, and were not run again.` : `${reads}, these two among them.`,
    ].join('\n'),
  );
}

/** With one arm there is nothing to pair; with more, each comparison says all there is to say. */
function resultText(runs: readonly Run[], comparisons: readonly Comparison[]): string {
  if (comparisons.length === 0) return runs.map((run) => runText(run)).join('\n\n');
  const board = comparisons.length > 1 ? [leaderboardText(runs, comparisons)] : [];
  const baselines = new Set(comparisons.map((one) => one.runA.id)).size;
  return [
    ...board,
    ...(baselines > 1 ? overview(comparisons) : []),
    `What they cost\n\n${costsText(runs)}`,
    ...comparisons.map((one) => comparisonText(one)),
  ].join('\n\n');
}

async function writeReport(
  of: Experiment,
  runs: readonly Run[],
  comparisons: readonly Comparison[],
  docs: readonly Doc[],
  folder: string,
  name: string,
): Promise<string> {
  const figures = reportFigures(of.primary, runs, comparisons);
  const drawn = figures.map((figure, i) => {
    const before = figures.slice(0, i).filter((other) => other.name === figure.name).length;
    return { figure, file: `${name}-${figure.name}${before === 0 ? '' : `-${before + 1}`}.svg` };
  });
  const { question, title = question, dataset, expected } = of;
  const beforehand = expected === undefined ? {} : { expected };
  const report = markdownReport({
    title,
    question,
    ...beforehand,
    dataset,
    runs,
    comparisons,
    docs,
    figures: drawn,
  });
  const target = path.join(folder, `${name}.md`);
  try {
    fs.mkdirSync(folder, { recursive: true });
    await drawAll(drawn, folder);
    fs.writeFileSync(target, report);
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    throw new LabError(
      `report ${shownPath(target)}: cannot be written (${messageOf(thrown)}), wanted a folder that can be written; name another with --report`,
    );
  }
  return target;
}

type Drawn = { readonly figure: Figure; readonly file: string };

/** Drawing loads plotly, which takes seconds. */
async function drawAll(drawn: readonly Drawn[], folder: string): Promise<void> {
  const line = progress('drawing figures');
  for (const [i, { figure, file }] of drawn.entries()) {
    fs.writeFileSync(path.join(folder, file), await drawSvg(figure));
    line.tick(i + 1, drawn.length);
  }
  line.end();
}

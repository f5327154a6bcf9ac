import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { yamlParser } from '../dataset/yaml.js';
import { LabError, messageOf } from '../errors.js';
import { openDataset } from '../open-dataset.js';
import { progress } from '../progress.js';
import { projectRoot, shownPath, storePath } from '../project.js';
import { openStore, type Store } from '../store/open-store.js';
import type { Dataset } from '../types.js';
import { drawSvg } from '../view/draw.js';
import { type Checked, checkReport, type Problem } from '../view/findings/check.js';
import { type Filled, fillReport } from '../view/findings/fill.js';
import { readFrontMatter } from '../view/findings/front-matter.js';
import { reportPage } from '../view/findings/page.js';
import { claimText } from '../view/findings/report-claims.js';
import { count, type ReportText, readReportText } from '../view/findings/report-text.js';
import {
  missingArms,
  type Named,
  provenanceProblems,
  recordedSource,
  remadeSource,
} from '../view/findings/runs-behind.js';
import type { Source } from '../view/findings/sources.js';
import type { Words } from './args.js';
import { loadExperiment } from './load-experiment.js';
import { print } from './output.js';

/** `rlab report FILE…`: fills in the numbers of reports from the store, or with --check says which no longer hold. */
export async function act(words: Words): Promise<void> {
  const outcomes = words.flag('check') ? await checkAll(words) : await fillAll(words);
  print(
    words.flag('json'),
    outcomes.map((outcome) => outcome.json),
    () => outcomes.flatMap((outcome) => outcome.lines).join('\n'),
  );
  if (outcomes.some((outcome) => outcome.failed)) process.exitCode = 1;
}

type Outcome = { readonly json: object; readonly lines: readonly string[]; readonly failed: boolean };
type Opened = {
  readonly file: string;
  readonly report: ReportText;
  readonly named: readonly Named[];
  readonly text: string;
  /** Where its front matter ends, in which nothing is filled in. */
  readonly end: number;
};

async function openReport(file: string): Promise<Opened> {
  const shown = shownPath(path.resolve(file));
  const text = readReport(file, shown);
  const { experiments, end } = readFrontMatter(shown, text, await yamlParser());
  const { pieces } = readReportText(shown, text, end);
  const named = await namedExperiments(shown, experiments);
  return { file: path.resolve(file), report: { file: path.resolve(file), pieces }, named, text, end };
}

function readReport(file: string, shown: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new LabError(
      `report ${shown}: cannot be read (${messageOf(thrown)}), wanted a Markdown file; check the path`,
    );
  }
}

/** A dataset that cannot be opened is a fault of the runs over it, and told with them. */
async function namedExperiments(report: string, files: readonly string[]): Promise<readonly Named[]> {
  const named: Named[] = [];
  const datasets = new Map<string, Dataset | string>();
  for (const written of files) {
    const file = path.resolve(projectRoot(), written);
    const name = path.basename(file).replace(/\.[cm]?[jt]s$/, '');
    if (named.some((one) => one.name === name))
      throw new LabError(
        `${report}:1: the front matter names two experiments "${name}", wanted each name once; rename one of the files`,
      );
    const experiment = await loaded(report, file);
    const { dataset } = experiment;
    if (!datasets.has(dataset)) datasets.set(dataset, await opened(dataset));
    const shown = path.relative(projectRoot(), file).split(path.sep).join('/');
    named.push({ name, file: shown, experiment, data: datasets.get(dataset)! });
  }
  return named;
}

async function loaded(report: string, file: string) {
  try {
    return await loadExperiment(shownPath(file));
  } catch (thrown) {
    throw new LabError(`${report}:1: ${messageOf(thrown)}`);
  }
}

async function opened(dataset: string): Promise<Dataset | string> {
  try {
    return await openDataset(dataset);
  } catch (thrown) {
    return messageOf(thrown);
  }
}

async function recordedSources(named: readonly Named[], store: Store | null): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const one of named) sources.push(await recordedSource(one, store));
  return sources;
}

async function fillAll(words: Words): Promise<readonly Outcome[]> {
  const store = openStore(words.text('store'));
  const outcomes: Outcome[] = [];
  try {
    for (const file of words.positionals) outcomes.push(await fill(await openReport(file), store));
    return outcomes;
  } finally {
    store.close();
  }
}

async function fill({ file, report, named, text, end }: Opened, store: Store): Promise<Outcome> {
  const sources = await recordedSources(named, store);
  checkRecorded(report.file, named, sources);
  const filled = fillReport(withShownFile(report), sources);
  const pictures = await drawings(filled);
  const html = file.replace(/\.md$/i, '') + '.html';
  write(file, () => {
    for (const [name, svg] of pictures) fs.writeFileSync(path.join(path.dirname(file), name), svg);
    if (filled.text !== text) fs.writeFileSync(file, filled.text);
    fs.writeFileSync(html, reportPage({ markdown: filled.text.slice(end), pictures }));
  });
  const notes = filled.claims.map((claim) => `${shownPath(file)}:${claim.line}: ${claimText(claim)}`);
  const { placeholders, changed } = filled;
  return {
    json: { file, html, placeholders, changed, pictures: [...pictures.keys()], notes },
    lines: [
      `${shownPath(file)}: ${count(placeholders, 'placeholder')}, ${changed === 0 ? 'none changed' : `${changed} changed`}`,
      ...notes,
      `Page: ${shownPath(html)}`,
    ],
    failed: false,
  };
}

/** Its file as it is shown, so that messages are as short as what was typed. */
function withShownFile(report: ReportText): ReportText {
  return { ...report, file: shownPath(report.file) };
}

/** All that is missing, at once, with what to run. */
function checkRecorded(file: string, named: readonly Named[], sources: readonly Source[]): void {
  const problems = sources.flatMap((source, i) => {
    const { data } = named[i]!;
    if (typeof data === 'string') return [`${source.name}: ${data}`];
    const arms = missingArms(source).map(({ name }) => name);
    return arms.length === 0
      ? []
      : [
          `${source.name} has no finished run of ${arms.join(', ')} with the settings of ${source.file}; run rlab run ${source.file}`,
        ];
  });
  if (problems.length > 0)
    throw new LabError(`${shownPath(file)}: the store lacks runs that the report speaks of`, problems);
}

async function drawings({ drawings: drawn }: Filled): Promise<ReadonlyMap<string, string>> {
  const line = progress('drawing figures');
  const pictures = new Map<string, string>();
  for (const [i, { figure, file }] of drawn.entries()) {
    pictures.set(file, await drawSvg(figure));
    line.tick(i + 1, drawn.length);
  }
  line.end();
  return pictures;
}

function write(file: string, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    throw new LabError(
      `report ${shownPath(file)}: cannot be written (${messageOf(thrown)}), wanted a folder that can be written; change its rights`,
    );
  }
}

/** The store at hand, which is not made where there is none, and one for what is made again, which is thrown away. */
type Stores = { readonly hand: Store | null; readonly made: Store };

async function checkAll(words: Words): Promise<readonly Outcome[]> {
  const at = words.text('store') ?? storePath();
  const hand = fs.existsSync(at) ? openStore(at) : null;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retrieval-lab-report-'));
  const made = openStore(path.join(folder, 'lab.sqlite'));
  const outcomes: Outcome[] = [];
  try {
    for (const file of words.positionals) outcomes.push(await check(await openReport(file), { hand, made }));
    return outcomes;
  } finally {
    hand?.close();
    made.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function check({ file, report, named }: Opened, stores: Stores): Promise<Outcome> {
  const { sources, problems } = await runsBehind(named, stores);
  const found = await checkReport(withShownFile(report), sources, {
    read: (name) => {
      const picture = path.join(path.dirname(file), name);
      return fs.existsSync(picture) ? fs.readFileSync(picture, 'utf8') : null;
    },
    draw: (figure) => drawSvg(figure),
  });
  return checkedOutcome(shownPath(file), { ...found, problems: [...problems, ...found.problems] });
}

async function runsBehind(named: readonly Named[], { hand, made }: Stores) {
  const recorded = await recordedSources(named, hand);
  const problems: Problem[] = hand === null ? [] : [...provenanceProblems(recorded, hand)];
  const sources: Source[] = [];
  for (const [i, one] of named.entries()) {
    const remade = await remadeSource(one, recorded[i]!, made);
    sources.push(remade.source);
    problems.push(...remade.problems);
  }
  return { sources, problems };
}

function checkedOutcome(file: string, { problems, placeholders, unchecked }: Checked): Outcome {
  const lines = problems.map(({ line, message }) => `${file}${line === null ? '' : `:${line}`}: ${message}`);
  const rest = unchecked === 0 ? '' : `; ${count(unchecked, 'placeholder')} not checked, for want of runs`;
  const end =
    problems.length === 0
      ? `${file}: ${count(placeholders, 'placeholder')}, all as the runs have them`
      : `${file}: ${count(problems.length, 'problem')} in ${count(placeholders, 'placeholder')}${rest}`;
  return {
    json: { file, placeholders, unchecked, problems },
    lines: [...lines, end],
    failed: problems.length > 0,
  };
}

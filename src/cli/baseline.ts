import { headings } from '../chunk/headings.js';
import { casesOf } from '../dataset/splits.js';
import { LabError } from '../errors.js';
import { evaluate } from '../measure/evaluate.js';
import { compareReports, type ReferenceReport, referenceReport } from '../measure/reference-report.js';
import { isFailed, summarize } from '../measure/summarize.js';
import { openDataset } from '../open-dataset.js';
import { shownPath } from '../project.js';
import { bm25 } from '../retrieve/bm25.js';
import { openStore } from '../store/open-store.js';
import type { Run, Split } from '../types.js';
import { answeredLine } from '../view/print-run.js';
import { plain, shorten } from '../view/tables.js';
import { acceptBaseline } from './accept-baseline.js';
import type { Words } from './args.js';
import { interruptible } from './interruptible.js';
import { print } from './output.js';
import { writeOut } from './write-out.js';

/** `rlab baseline`: the reference keyword arm over a dataset, with every miss. */
export async function act(words: Words): Promise<void> {
  const accepted = words.text('accept');
  if (accepted !== undefined) return acceptBaseline(words, accepted);
  const split = splitNamed(words.text('split') ?? 'all');
  const extra = words.text('extra');
  const qrels = words.text('qrels');
  const data = await openDataset(words.text('data'), {
    ...(extra === undefined ? {} : { extra }),
    ...(qrels === undefined ? {} : { qrels }),
  });
  const cases = casesOf(data.cases, split);
  if (cases.length === 0)
    throw new LabError(
      `dataset ${data.name}: the split ${split} has no cases, wanted at least one; use --split all`,
    );
  const store = openStore(words.text('store'));
  const settings = {
    name: words.text('name') ?? 'keyword',
    k: words.count('k', 5),
    depth: words.count('depth', 20),
    dataset: data.name,
  };
  const run = await interruptible((signal) =>
    evaluate(bm25(headings(data.docs)), cases, { ...settings, store, signal }),
  );
  const report = referenceReport(run);
  const file = words.text('report');
  if (file !== undefined) writeOut('rlab baseline: --report', file, `${JSON.stringify(report, null, 2)}\n`);
  print(words.flag('json'), report, () => baselineText(run, report, store.file));
  store.close();
}

function splitNamed(name: string): Split {
  if (name === 'dev' || name === 'test' || name === 'all') return name;
  throw new LabError(`rlab baseline: --split is "${name}", wanted dev, test or all; correct it`);
}

function baselineText(run: Run, report: ReferenceReport, store: string): string {
  const missed = report.misses.flatMap((miss) => [
    `  ${miss.id} [${plain(miss.kind)}] ${shorten(plain(miss.query), 90)}`,
    `    missing: ${miss.missing.join(', ')}`,
    `    instead: ${miss.got.join(', ') || 'nothing'}`,
  ]);
  const failed = run.results
    .filter(isFailed)
    .map((result) => `  ${result.caseId} ${result.status}: ${plain(result.message ?? '')}`);
  return [
    `Corpus: ${run.chunkCount} chunks | Cases: ${run.cases.length} | k=${run.k}`,
    `${run.casesVersion} · ${run.corpusVersion} · depth ${run.depth} chunks, k in pages`,
    '',
    compareReports([report]),
    '',
    answeredLine(summarize(run), run),
    '',
    `Misses: ${report.misses.length} of ${run.results.length} queries lack a relevant page among the first ${run.k}`,
    ...missed,
    ...(failed.length === 0 ? [] : ['', `Failed: ${failed.length}`, ...failed]),
    '',
    `Run ${run.id} (${run.name}) is in ${shownPath(store)}`,
  ].join('\n');
}

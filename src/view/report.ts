import { LabError } from '../errors.js';
import type { Comparison, Doc, Figure, Run } from '../types.js';
import { checkAlikeRuns, chosenMetric } from './chosen-metric.js';
import { costsMarkdown } from './print-costs.js';
import { byKind, leaderboard, otherMetrics } from './report-leaderboard.js';
import { methods } from './report-methods.js';
import { failedQueries, movedQueries } from './report-queries.js';
import { markdownText, plain } from './tables.js';

export type ReportInput = {
  readonly title: string;
  readonly question: string;
  /** What was thought beforehand; it stands under the verdict. */
  readonly expected?: string;
  readonly dataset: string;
  readonly runs: readonly Run[];
  readonly comparisons: readonly Comparison[];
  /** The pages that were searched: where a metric has a budget of tokens, what each run holds within it is read from them. */
  readonly docs?: readonly Doc[];
  /** `file` is the picture's path from the report on. */
  readonly figures: readonly { readonly figure: Figure; readonly file: string }[];
};

/**
 * A findings page: the verdict in words, how the numbers were made, the numbers, the pictures, the queries behind them and
 * what failed. From the same runs always the same bytes: no clock, no latencies, no run ids.
 */
export function markdownReport(input: ReportInput): string {
  const { runs, comparisons } = input;
  checkAlikeRuns('markdownReport', runs);
  checkFiles(input);
  const metric = chosenMetric('markdownReport', runs, comparisons[0]?.metric);
  const sections = [
    `# ${markdownText(input.title)}`,
    verdict(input),
    ...(input.expected === undefined ? [] : [`Expected beforehand: ${markdownText(input.expected)}`]),
    `## How it was measured\n\n${methods(input.dataset, runs, comparisons, metric, proseOf(input))}`,
    `## Results\n\n${leaderboard(runs, metric)}\n\n${weight(runs)}`,
    otherMetrics(runs, metric),
    `### What they cost\n\n${costsMarkdown(runs)}`,
    `### By kind\n\n${byKind(runs, metric)}`,
    ...input.figures.map(image),
    ...comparisons.map((comparison) => movedQueries(comparison, runs, input.docs)),
    `## Failed queries\n\n${failedQueries(runs)}`,
    notes(comparisons),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function proseOf({ title, question, expected = '' }: ReportInput): string {
  return [title, question, expected].join('\n');
}

function checkFiles({ figures }: ReportInput): void {
  const bad = figures.find(
    ({ file }) => file.trim() === '' || file.startsWith('/') || /^[a-z]:[\\/]/i.test(file),
  );
  if (bad !== undefined)
    throw new LabError(
      `markdownReport: the figure "${bad.figure.name}" has the file "${bad.file}", wanted a path from the report on; name it like figures/${bad.figure.name}.svg`,
    );
}

/** The question and its answer; with several comparisons a line each. */
function verdict({ question, comparisons }: ReportInput): string {
  const asked = markdownText(question);
  if (comparisons.length === 0) return `${asked} Nothing was compared, so there is no verdict.`;
  if (comparisons.length === 1) return `${asked} **${markdownText(comparisons[0]!.sentence)}**`;
  return [asked, '', ...comparisons.map((one) => `- ${markdownText(one.sentence)}`)].join('\n');
}

function weight(runs: readonly Run[]): string {
  const counts = [...new Set(runs.map((run) => run.results.length))].filter((n) => n > 0);
  return counts.map((n) => `At n = ${n} one query is ${(100 / n).toFixed(1)} points.`).join(' ');
}

function image({ figure, file }: ReportInput['figures'][number]): string {
  const alt = markdownText(figure.alt);
  const target = file
    .split(/[\\/]/)
    .map((part) =>
      encodeURIComponent(part).replace(/[()']/g, (char) => `%${char.charCodeAt(0).toString(16)}`),
    )
    .join('/');
  return `![${alt}](${target})`;
}

/** What comparisons have in common to say is said once. */
function notes(comparisons: readonly Comparison[]): string {
  const all = [...new Set(comparisons.flatMap((comparison) => comparison.notes))];
  if (all.length === 0) return '';
  return `## Notes\n\n${all.map((note) => `- ${markdownText(plain(note))}`).join('\n')}`;
}

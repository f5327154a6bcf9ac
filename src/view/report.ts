import { pText, rangeText, signed } from '../compare/verdict.js';
import { gradesOf, pagesOf } from '../measure/judged.js';
import { isFailed, summarize, summarizeBy } from '../measure/summarize.js';
import type { Case, Comparison, Figure, Json, MetricSummary, PairedResult, Run, Summary } from '../types.js';
import { formatMetric, markdownTable, markdownText } from './tables.js';

export type ReportInput = {
  readonly title: string;
  readonly question: string;
  readonly dataset: string;
  readonly primary: string;
  readonly runs: readonly Run[];
  readonly comparisons: readonly Comparison[];
  /** Each with the file that its SVG is written to, relative to the report. */
  readonly figures: readonly { readonly figure: Figure; readonly file: string }[];
};

const MOST_QUERIES = 10;

/**
 * The findings of an experiment as Markdown. Pure, and without clock, latencies or run ids, so that making it again from the
 * same inputs gives the same bytes. Pages are named, never quoted.
 */
export function markdownReport(input: ReportInput): string {
  return [
    `# ${markdownText(input.title)}`,
    markdownText(input.question),
    ...verdicts(input),
    '## What was run',
    methods(input),
    '## Results',
    leaderboard(input),
    ...notesOf(input),
    '### By kind',
    byKind(input),
    ...input.figures.map(({ figure, file }) => `![${imageText(figure.alt)}](${encodeURI(file)})`),
    ...input.comparisons.flatMap((comparison) => moved(comparison, input.runs)),
    ...failures(input.runs),
    '',
  ].join('\n\n');
}

function verdicts({ comparisons }: ReportInput): readonly string[] {
  if (comparisons.length === 0) return [];
  const corrected =
    comparisons.length > 1
      ? ['Each comparison stands for itself: p values are not corrected for their number.']
      : [];
  return ['## Finding', ...comparisons.map((one) => `**${markdownText(one.sentence)}**`), ...corrected];
}

function methods({ dataset, primary, runs, comparisons }: ReportInput): string {
  const run = runs[0]!;
  const rows: (readonly [string, string])[] = [
    ['dataset', dataset],
    ['cases', run.casesVersion],
    ['pages', run.corpusVersion ?? 'version unknown'],
    ['k', `${run.k} pages, each counted once at its first chunk`],
    ['depth', `${run.depth} chunks`],
    ['primary metric', primary],
    ['test', comparisons[0]?.test ?? 'none'],
    ['same', `within ${run.protocol.tolerance}`],
    [
      'relevant',
      `grade ${run.protocol.relevanceThreshold} or more; pages without a label count as ${run.protocol.unjudged}`,
    ],
    ...runs.map(
      (one) =>
        [
          `arm ${one.name}`,
          `${one.chunkCount ?? 'unknown number of'} chunks · ${configText(one.config)}`,
        ] as const,
    ),
  ];
  return markdownTable(
    ['', ''],
    rows.map(([name, value]) => [markdownText(name), markdownText(value)]),
  );
}

function leaderboard({ runs, primary }: ReportInput): string {
  const metrics = [primary, ...runs[0]!.metrics.filter((name) => name !== primary)];
  const rows = runs.map((run) => {
    const whole = summarize(run);
    const found = (name: string) => whole.metrics.find((item) => item.metric === name);
    return [
      markdownText(run.name),
      `${whole.answered} of ${whole.n}`,
      withInterval(found(primary)),
      ceilingText(found(primary)),
      `${whole.allFound} of ${whole.answered}`,
      ...metrics.slice(1).map((name) => formatMetric(found(name)?.mean)),
    ];
  });
  return markdownTable(
    ['arm', 'answered', `${primary} (95 %)`, 'ceiling', 'all found', ...metrics.slice(1)],
    rows,
  );
}

function withInterval(item: MetricSummary | undefined): string {
  if (item?.interval == null) return formatMetric(item?.mean);
  return `${formatMetric(item.mean)} (${rangeText(item.interval).replaceAll('+', '')})`;
}

function ceilingText(item: MetricSummary | undefined): string {
  return item === undefined || item.ceiling >= 1 ? '1' : formatMetric(item.ceiling);
}

function byKind({ runs, primary, comparisons }: ReportInput): string {
  const slices = new Map(runs.map((run) => [run.name, summarizeBy(run)]));
  const names = [...new Set([...slices.values()].flat().map((slice) => slice.slice))].sort();
  const comparison = comparisons.length === 1 ? comparisons[0] : undefined;
  const rows = names.map((name) => {
    const of = (run: Run): Summary | undefined => slices.get(run.name)?.find((slice) => slice.slice === name);
    const first = of(runs[0]!);
    const difference = comparison?.slices.find((slice) => slice.slice === name);
    const change =
      difference?.delta == null
        ? []
        : [
            `${signed(difference.delta)} (${difference.interval === null ? 'identical' : rangeText(difference.interval)})`,
          ];
    const label = first?.small ? `${markdownText(name)} (n < 10)` : markdownText(name);
    return [
      label,
      first?.n ?? 0,
      ...runs.map((run) => formatMetric(of(run)?.metrics.find((item) => item.metric === primary)?.mean)),
      ...change,
    ];
  });
  const columns = [
    'kind',
    'n',
    ...runs.map((run) => markdownText(run.name)),
    ...(comparison === undefined ? [] : ['difference (95 %)']),
  ];
  return markdownTable(columns, rows);
}

function notesOf({ comparisons, runs }: ReportInput): readonly string[] {
  const n = runs[0]!.results.length;
  const weight = `At n = ${n} one query is ${(100 / n).toFixed(1)} points of a mean.`;
  const notes = [...new Set(comparisons.flatMap((comparison) => comparison.notes))];
  return [[weight, ...notes].map((note) => `- ${markdownText(note)}`).join('\n')];
}

function moved(comparison: Comparison, runs: readonly Run[]): readonly string[] {
  const worse = comparison.results.filter((row) => row.status === 'worse');
  const better = comparison.results.filter((row) => row.status === 'better').reverse();
  const { runA, runB, metric } = comparison;
  const b = runs.find((run) => run.id === runB.id);
  const part = (title: string, rows: readonly PairedResult[]) => [
    `### ${title}: ${rows.length} of ${comparison.n} queries`,
    rows.length === 0
      ? 'None.'
      : markdownTable(
          [
            'id',
            'kind',
            'query',
            markdownText(runA.name),
            markdownText(runB.name),
            'change',
            `missing in ${markdownText(runB.name)}`,
          ],
          rows.slice(0, MOST_QUERIES).map((row) => movedRow(row, b)),
        ),
    ...(rows.length > MOST_QUERIES ? [`And ${rows.length - MOST_QUERIES} more.`] : []),
  ];
  const name = `${markdownText(runB.name)} against ${markdownText(runA.name)}, ${metric}`;
  return [
    `## Query by query: ${name}`,
    `p = ${pText(comparison.pValue ?? 1)}; the sign test, which decides nothing, gives p = ${pText(comparison.signTest.pValue)}.`,
    ...part('Worse', worse),
    ...part('Better', better),
  ];
}

function movedRow(row: PairedResult, run: Run | undefined): readonly string[] {
  const item = run?.cases.find((one) => one.id === row.caseId);
  const result = run?.results.find((one) => one.caseId === row.caseId);
  const missing =
    item === undefined || result === undefined ? '' : missingText(item, pagesOf(result.hits), run!.k);
  return [
    row.caseId,
    markdownText(row.kind),
    markdownText(row.query),
    formatMetric(row.a),
    formatMetric(row.b),
    signed(row.delta ?? 0),
    missing,
  ];
}

/** Relevant pages outside the first k, with the rank they came at, or that they did not. */
function missingText(item: Case, pages: readonly string[], k: number): string {
  const relevant = [...gradesOf(item)].filter(([, grade]) => grade > 0).map(([page]) => page);
  const missing = relevant.filter((page) => !pages.slice(0, k).includes(page));
  if (missing.length === 0) return 'nothing';
  return missing
    .map((page) => (pages.includes(page) ? `${page} (at ${pages.indexOf(page) + 1})` : page))
    .join(', ');
}

function failures(runs: readonly Run[]): readonly string[] {
  const rows = runs.flatMap((run) =>
    run.results
      .filter(isFailed)
      .map((result) => [
        markdownText(run.name),
        result.caseId,
        result.status,
        markdownText(result.message ?? ''),
      ]),
  );
  return rows.length === 0
    ? []
    : ['## Failed queries', markdownTable(['arm', 'id', 'status', 'message'], rows)];
}

function configText(config: Json): string {
  if (config === null || typeof config !== 'object') return String(config);
  return Object.entries(config)
    .map(([key, value]) =>
      typeof value === 'object' && value !== null ? configText(value) : `${key} ${value}`,
    )
    .join(' · ');
}

function imageText(alt: string): string {
  return alt.replace(/[[\]\\]/g, ' ').replace(/\s+/g, ' ');
}

import type { Run, Summary } from '../types.js';
import { gradesOf, pagesOf } from './judged.js';
import { isFailed, summarize, summarizeBy } from './summarize.js';

type Scores = {
  readonly n: number;
  readonly recall: number;
  readonly mrr: number;
  readonly hit_rate: number;
};
type Miss = {
  readonly id: string;
  readonly kind: string;
  readonly query: string;
  readonly missing: readonly string[];
  readonly got: readonly string[];
};

/** The report that retrieval harnesses in Python share, key by key, plus the results. Means are rounded to 3 decimals. */
export type ReferenceReport = Scores & {
  readonly k: number;
  readonly by_kind: Readonly<Record<string, Scores>>;
  readonly misses: readonly Miss[];
  readonly name: string;
  readonly cases_version: string;
  readonly corpus_version: string | null;
  readonly failed: number;
  readonly results: Run['results'];
};

/** A run as that report. Needs `recall@k`, `mrr` and `hit@k` among the run's metrics. Failed queries are in `failed`, not in means. */
export function referenceReport(run: Run): ReferenceReport {
  const overall = summarize(run);
  const byKind = summarizeBy(run).map((slice) => [slice.slice, scores(run, slice)] as const);
  return {
    k: run.k,
    ...scores(run, overall),
    by_kind: Object.fromEntries(byKind),
    misses: misses(run),
    name: run.name,
    cases_version: run.casesVersion,
    corpus_version: run.corpusVersion,
    failed: overall.errors + overall.timeouts,
    results: run.results,
  };
}

/** Cases with a relevant page outside the first k: what is missing, and the k pages that came instead. */
export function misses(run: Run): readonly Miss[] {
  const cases = new Map(run.cases.map((item) => [item.id, item]));
  return run.results.flatMap((result) => {
    const item = cases.get(result.caseId);
    if (item === undefined || isFailed(result)) return [];
    const got = pagesOf(result.hits).slice(0, run.k);
    const relevant = [...gradesOf(item)].filter(([, grade]) => grade > 0).map(([page]) => page);
    const missing = relevant.filter((page) => !got.includes(page));
    return missing.length === 0 ? [] : [{ id: item.id, kind: item.kind, query: item.query, missing, got }];
  });
}

/** Reports side by side as a Markdown table, a row each; a kind that a report lacks is left blank. */
export function compareReports(reports: readonly ReferenceReport[]): string {
  const kinds = [...new Set(reports.flatMap((report) => Object.keys(report.by_kind)))].sort();
  const k = [...new Set(reports.map((report) => report.k))].join('/');
  const header = ['system', 'n', `recall@${k}`, 'MRR', `hit@${k}`, ...kinds];
  const rows = reports.map((report) => [
    report.name,
    String(report.n),
    ...[report.recall, report.mrr, report.hit_rate].map((value) => pythonFixed(value, 2)),
    ...kinds.map((kind) =>
      report.by_kind[kind] === undefined ? '' : pythonFixed(report.by_kind[kind].recall, 2),
    ),
  ]);
  return [header, header.map(() => '---'), ...rows]
    .map((row, i) => (i === 1 ? `|${row.join('|')}|` : `| ${row.join(' | ')} |`))
    .join('\n');
}

function scores(run: Run, summary: Summary): Scores {
  const mean = (name: string) =>
    pythonRound(summary.metrics.find((item) => item.metric === name)?.mean ?? 0, 3);
  return { n: summary.n, recall: mean(`recall@${run.k}`), mrr: mean('mrr'), hit_rate: mean(`hit@${run.k}`) };
}

/** Rounds as Python does: an exact half goes to the even digit, where `toFixed` takes the larger. */
export function pythonRound(value: number, digits: number): number {
  return Number(pythonFixed(value, digits));
}

function pythonFixed(value: number, digits: number): string {
  // A binary fraction is an exact half of the last digit only if it is an odd multiple of 2^-(digits + 1).
  const halves = value * 2 ** (digits + 1);
  if (!Number.isInteger(halves) || halves % 2 === 0) return value.toFixed(digits);
  const low = Math.floor(value * 10 ** digits);
  return ((low % 2 === 0 ? low : low + 1) / 10 ** digits).toFixed(digits);
}

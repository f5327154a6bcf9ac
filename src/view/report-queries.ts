import { pText, rangeText, signed } from '../compare/verdict.js';
import { judged } from '../measure/judged.js';
import { isFailed } from '../measure/summarize.js';
import type { Comparison, Doc, PairedResult, Result, Run, SliceDifference } from '../types.js';
import { sliceNote } from './print-comparison.js';
import { type HeldColumn, heldColumn } from './report-held.js';
import { formatMetric, markdownTable, markdownText, plain, shorten } from './tables.js';

const MOST = 10;

/**
 * One comparison: counts, the difference by slice, and the queries that moved most either way with what was missing, or where the metric looks at passages, how much of them was
 * held. The latter needs the pages' texts where the metric has a budget of tokens.
 */
export function movedQueries(comparison: Comparison, runs: readonly Run[], docs?: readonly Doc[]): string {
  const { runA, runB, metric, results, better, worse, same, failed, tolerance, n } = comparison;
  const names = `${markdownText(runB.name)} against ${markdownText(runA.name)}`;
  const worst = results.filter((row) => row.status === 'worse');
  const best = results.filter((row) => row.status === 'better').reverse();
  const held = heldColumn(metric, runOf(runs, runA.id), runOf(runs, runB.id), docs);
  const failures = failed === 0 ? '' : `, ${failed} failed in one run or both`;
  return [
    `## ${names}, query by query`,
    ...(better + worse + failed === 0 && n > 0
      ? [`Identical on all ${n}, so there is nothing to draw.`]
      : []),
    `${markdownText(metric)} over ${n} pairs: ${better} better, ${worse} worse, ${same} same (within ${tolerance})${failures}. a is ${markdownText(runA.name)}, b is ${markdownText(runB.name)}.${n === 0 ? '' : ` At n = ${n} one query is ${(100 / n).toFixed(1)} points.`}`,
    ...couldShow(comparison),
    sliceTable(comparison.slices),
    ...sliceNote(comparison).map((text) => text.replace(/^\(i(.*)\)$/, '(I$1.)')),
    queryTable('Worse', worst, held ?? missingColumn(runOf(runs, runB.id), 'missing in b', metric)),
    queryTable('Better', best, held ?? missingColumn(runOf(runs, runA.id), 'missing in a', metric)),
  ].join('\n\n');
}

function couldShow({ detectable, family }: Comparison): readonly string[] {
  const least =
    detectable === null || detectable > 1
      ? []
      : [
          `By the spread of its differences such a pair would show a true difference of ${detectable.toFixed(3)} in 80 % of repetitions.`,
        ];
  const together =
    family === null
      ? []
      : [
          `It is one of ${family.size} comparisons, and p and interval hold for all together; of this pair alone p is ${pText(family.uncorrected)}.`,
        ];
  const text = [...least, ...together].join(' ');
  return text === '' ? [] : [text];
}

function runOf(runs: readonly Run[], id: string): Run | undefined {
  return runs.find((run) => run.id === id);
}

export function sliceTable(slices: readonly SliceDifference[]): string {
  const rows = slices.map((slice) => [
    `${markdownText(slice.slice)}${slice.small ? ' (n < 10)' : ''}`,
    slice.n,
    formatMetric(slice.meanA),
    formatMetric(slice.meanB),
    slice.delta === null ? null : signed(slice.delta),
    slice.n === 0 ? null : slice.interval === null ? 'identical' : rangeText(slice.interval),
    slice.better,
    slice.worse,
    slice.same,
    slice.failed,
  ]);
  return markdownTable(
    ['slice', 'n', 'a', 'b', 'b − a', '95 % interval', 'better', 'worse', 'same', 'failed'],
    rows,
  );
}

function missingColumn(run: Run | undefined, title: string, metric: string): HeldColumn {
  return { title, text: (caseId) => missingText(run, caseId, metric) };
}

function queryTable(title: string, rows: readonly PairedResult[], last: HeldColumn): string {
  if (rows.length === 0) return `### ${title}: none`;
  const shown = rows.slice(0, MOST);
  const heading =
    rows.length > MOST ? `### ${title}: ${MOST} of ${rows.length}` : `### ${title}: ${rows.length}`;
  const table = markdownTable(
    ['id', 'query', 'kind', 'a', 'b', 'b − a', last.title],
    shown.map((row) => [
      markdownText(row.caseId),
      markdownText(shorten(plain(row.query), 90)),
      markdownText(row.kind),
      formatMetric(row.a),
      formatMetric(row.b),
      row.delta === null ? null : signed(row.delta),
      last.text(row.caseId),
    ]),
  );
  return `${heading}\n\n${table}`;
}

/** The needs that the first k pages leave unmet, each by the pages that would meet it; else where the found ones stand. */
function missingText(run: Run | undefined, caseId: string, metric: string): string | null {
  const item = run?.cases.find((one) => one.id === caseId);
  const result = run?.results.find((one) => one.caseId === caseId);
  if (run === undefined || item === undefined || result === undefined) return null;
  const { pages, needs } = judged(item, result.hits);
  const k = Number(/@(\d+)$/.exec(metric)?.[1] ?? run.k);
  const top = new Set(pages.slice(0, k));
  const text = (need: ReadonlySet<string>) =>
    [...need].map((page) => placeText(page, result, run)).join(' or ');
  const unmet = needs.filter((need) => ![...need].some((page) => top.has(page)));
  return unmet.length === 0 ? `none; found: ${needs.map(text).join('; ')}` : unmet.map(text).join('; ');
}

function placeText(page: string, result: Result, run: Run): string {
  const rank = result.ranks[page] ?? null;
  const where = rank === null ? `not in the first ${run.depth} chunks` : `rank ${rank}`;
  return `${markdownText(page)} (${where})`;
}

/** All of them, with what was said; never a number, since there is none. */
export function failedQueries(runs: readonly Run[]): string {
  const rows = runs.flatMap((run) =>
    run.results
      .filter(isFailed)
      .map((result) => [
        markdownText(run.name),
        markdownText(result.caseId),
        markdownText(result.kind),
        result.status,
        markdownText(shorten(plain(result.message ?? ''), 120)),
        markdownText(shorten(plain(result.query), 90)),
      ]),
  );
  if (rows.length === 0) return 'None: every query was answered in every run.';
  return markdownTable(['run', 'id', 'kind', 'status', 'message', 'query'], rows);
}

import { pText, rangeText, signed } from '../compare/verdict.js';
import type { Comparison, PairedResult, SliceDifference } from '../types.js';
import { formatMetric, plain, shorten, textTable } from './tables.js';

const VERDICTS = { better: 'BETTER', worse: 'WORSE', 'cannot-tell': "CAN'T TELL", identical: 'IDENTICAL' } as const;

/** A comparison as text: the verdict first, then counts, slices and the queries that moved, worst first. */
export function comparisonText(comparison: Comparison): string {
  const { runA, runB, metric, casesVersion, corpusVersion } = comparison;
  return [
    `${VERDICTS[comparison.verdict]} · ${plain(comparison.sentence)}`,
    `a: ${plain(runA.name)} (${runA.id}) · b: ${plain(runB.name)} (${runB.id}) · ${metric} · ${casesVersion} · ${corpusVersion ?? 'corpus version unknown'}`,
    '',
    ...countLines(comparison),
    '',
    sliceTable(comparison.slices),
    '(intervals of slices are each for itself, not corrected for their number)',
    ...movedText(comparison),
    ...comparison.notes.map((note) => `Note: ${plain(note)}`),
  ].join('\n');
}

function countLines(comparison: Comparison): readonly string[] {
  const { n, better, worse, same, failed, tolerance, allFound, test, signTest, runA, runB } = comparison;
  const zero = comparison.withFailuresAsZero;
  const lines = [
    `pairs: ${n} answered by both${failed > 0 ? `, ${failed} failed in one or both` : ''} · ${better} better, ${worse} worse, ${same} same (within ${tolerance})`,
    `one query weighs ${n === 0 ? '–' : `${(100 / n).toFixed(1)} points`} · all found: ${plain(runA.name)} ${allFound.a}, ${plain(runB.name)} ${allFound.b} of ${allFound.n}`,
    `test: ${test} · sign test (decides nothing): p = ${pText(signTest.pValue)}`,
  ];
  if (failed === 0) return lines;
  return [...lines, `with failures as 0 (n = ${zero.n}): ${formatMetric(zero.meanA)} -> ${formatMetric(zero.meanB)}, ${differenceText(zero)}`];
}

function differenceText({ delta, interval, pValue }: Pick<SliceDifference, 'delta' | 'interval' | 'pValue'>): string {
  if (delta === null) return 'no pair';
  if (interval === null) return 'identical';
  return `${signed(delta)} (${rangeText(interval)}), p = ${pText(pValue ?? 1)}`;
}

function sliceTable(slices: readonly SliceDifference[]): string {
  const rows = slices.map((slice) => [
    slice.small ? `${slice.slice} (n < 10)` : slice.slice,
    slice.n,
    formatMetric(slice.meanA),
    formatMetric(slice.meanB),
    slice.delta === null ? null : signed(slice.delta),
    slice.interval === null ? 'identical' : rangeText(slice.interval),
    slice.better,
    slice.worse,
    slice.same,
    slice.failed,
  ]);
  return textTable(['slice', 'n', 'a', 'b', 'b − a', '95 % interval', 'better', 'worse', 'same', 'failed'], rows);
}

function movedText({ results }: Comparison): readonly string[] {
  const failed = results.filter((row) => row.status === 'failed');
  const worse = results.filter((row) => row.status === 'worse');
  const better = results.filter((row) => row.status === 'better').reverse();
  return [...rowsText('Failed', failed, 10), ...rowsText('Worse', worse, 10), ...rowsText('Better', better, 10)];
}

function rowsText(title: string, rows: readonly PairedResult[], most: number): readonly string[] {
  if (rows.length === 0) return ['', `${title}: none`];
  const table = textTable(
    ['id', 'kind', 'a', 'b', 'b − a', 'query'],
    rows.slice(0, most).map((row) => [row.caseId, row.kind, formatMetric(row.a), formatMetric(row.b), row.delta === null ? null : signed(row.delta), shorten(plain(row.query), 70)]),
  );
  const more = rows.length > most ? [`and ${rows.length - most} more (--json lists all)`] : [];
  return ['', `${title}: ${rows.length}`, table, ...more];
}

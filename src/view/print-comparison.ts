import { pText, rangeText, signed } from '../compare/verdict.js';
import type { Changes } from '../diagnose/change-types.js';
import type { UnjudgedBetween } from '../judge/unjudged-between.js';
import { builtInMetric } from '../measure/registry.js';
import type { BesideStatistic, Comparison, PairedResult, RunRef, SliceDifference } from '../types.js';
import { type Block, blocksText, GAP, lead, line, type Reader, TERMINAL, table } from './blocks.js';
import { changesBlocks } from './print-changes.js';
import { unjudgedLines } from './print-unjudged.js';
import { formatMetric, plain, shorten, textTable } from './tables.js';
import { VERDICT_WORDS } from './verdict-words.js';

/** Those that got worse are what a reader has to look at; of the others a few show that there are any. */
const MOST_WORSE = 10;
const MOST_BETTER = 3;

/** A comparison as text: the verdict first, then counts, slices and the queries that moved, worst first. */
export function comparisonText(
  comparison: Comparison,
  changes: Changes | null = null,
  unjudged: UnjudgedBetween | null = null,
): string {
  return blocksText(comparisonBlocks(comparison, TERMINAL, changes, unjudged));
}

/** Several comparisons side by side; nothing for one alone. */
export function overview(comparisons: readonly Comparison[]): readonly string[] {
  if (comparisons.length < 2) return [];
  const rows = comparisons.map((one) => [
    one.runA.name,
    one.runB.name,
    one.n,
    formatMetric(one.meanA),
    formatMetric(one.meanB),
    one.delta === null ? null : signed(one.delta),
    one.interval === null ? 'identical' : rangeText(one.interval),
    one.pValue === null ? null : pText(one.pValue),
    VERDICT_WORDS[one.verdict],
  ]);
  const columns = ['a', 'b', 'n', 'mean a', 'mean b', 'b − a', '95 % interval', 'p', 'verdict'];
  return [`${comparisons[0]!.metric}, corrected together\n\n${textTable(columns, rows)}`];
}

/** With what changed, and what unjudged pages could do, where that was asked for. */
export function comparisonBlocks(
  comparison: Comparison,
  reader: Reader,
  changes: Changes | null = null,
  unjudged: UnjudgedBetween | null = null,
): readonly Block[] {
  return [
    lead(`${VERDICT_WORDS[comparison.verdict]} · ${comparison.sentence}`),
    ...whatLines(comparison, reader),
    GAP,
    ...countLines(comparison).map((text) => line(text)),
    ...unjudgedLines(comparison, unjudged).map((text) => line(text)),
    GAP,
    sliceTable(comparison.slices),
    ...sliceNote(comparison).map((text) => line(text)),
    ...movedBlocks(comparison, reader),
    ...(changes === null ? [] : [GAP, ...changesBlocks(changes, reader)]),
    ...(changes === null || comparison.notes.length === 0 ? [] : [GAP]),
    ...comparison.notes.map((note) => line(`Note: ${reader.ids ? note : withoutIds(note, comparison)}`)),
  ];
}

/** With one slice there is nothing to correct for. */
export function sliceNote({ slices }: Comparison): readonly string[] {
  return slices.length < 2
    ? []
    : ['(intervals of slices are corrected together, so they are wider than each would be alone)'];
}

export function whatLines({ runA, runB, metric, casesVersion, corpusVersion }: Comparison, { ids }: Reader) {
  const name = (run: RunRef) => (ids ? `${run.name} (${run.id})` : run.name);
  return [
    line(
      `a: ${name(runA)} · b: ${name(runB)} · ${metric} · ${casesVersion} · ${corpusVersion ?? 'corpus version unknown'}`,
    ),
    line(runA.k === runB.k && runA.depth === runB.depth ? cut(runA) : `a: ${cut(runA)} · b: ${cut(runB)}`),
  ];
}

function withoutIds(note: string, { runA, runB }: Comparison): string {
  return note.replaceAll(` (${runA.id})`, '').replaceAll(` (${runB.id})`, '');
}

function cut({ k, depth }: RunRef): string {
  return `k = ${k} pages · depth ${depth} chunks`;
}

export function countLines(comparison: Comparison): readonly string[] {
  const { n, better, worse, same, failed, tolerance, allFound, test, signTest, runA, runB } = comparison;
  const zero = comparison.withFailuresAsZero;
  const lines = [
    `pairs: ${n} answered by both${failed > 0 ? `, ${failed} failed in one or both` : ''} · ${better} better, ${worse} worse, ${same} same (within ${tolerance})`,
    `one query weighs ${n === 0 ? '–' : `${(100 / n).toFixed(1)} points`} · all found: ${runA.name} ${allFound.a}, ${runB.name} ${allFound.b} of ${allFound.n}`,
    `test: ${test} · sign test (decides nothing): p = ${pText(signTest.pValue)}`,
    ...spreadLines(comparison),
  ];
  if (failed === 0) return lines;
  return [
    ...lines,
    `with failures as 0 (n = ${zero.n}): ${formatMetric(zero.meanA)} -> ${formatMetric(zero.meanB)}, ${differenceText(zero)}`,
  ];
}

/** What the pair could have shown, and what was asked for beside the one rule. */
function spreadLines(comparison: Comparison): readonly string[] {
  const { detectable, beside, flips, family } = comparison;
  return [
    ...(family === null
      ? []
      : [`of this pair alone: p = ${pText(family.uncorrected)} (one of ${family.size} comparisons)`]),
    ...(detectable === null ? [] : [couldShow(comparison, detectable)]),
    ...(flips === null
      ? []
      : [`repeats: ${flips.cases} of ${flips.of} queries do not move the same way in all of them`]),
    ...beside.map((one) => `${one.name} (decides nothing): ${besideText(one)} · ${one.note}`),
  ];
}

/** Most metrics lie between 0 and 1, and so does any difference of theirs. */
function couldShow({ metric }: Comparison, least: number): string {
  const bounded = builtInMetric(metric) !== null && !builtInMetric(metric)!.count;
  return bounded && least > 1
    ? 'could have shown: nothing, since even a difference of 1 would be told in fewer than 80 % of repetitions'
    : `could have shown: a true difference of ${least.toFixed(3)} in 80 % of repetitions, by the spread of these`;
}

function besideText({ statistic, pValue, interval }: BesideStatistic): string {
  const parts = [
    ...(statistic === null ? [] : [String(Number(statistic.toPrecision(4)))]),
    ...(pValue === null ? [] : [`p = ${pText(pValue)}`]),
    ...(interval === null ? [] : [rangeText(interval)]),
  ];
  return parts.length === 0 ? 'not defined here' : parts.join(', ');
}

function differenceText({
  delta,
  interval,
  pValue,
}: Pick<SliceDifference, 'delta' | 'interval' | 'pValue'>): string {
  if (delta === null) return 'no pair';
  if (interval === null) return 'identical';
  return `${signed(delta)} (${rangeText(interval)}), p = ${pText(pValue ?? 1)}`;
}

export function sliceTable(slices: readonly SliceDifference[]): Block {
  const rows = slices.map((slice) => [
    slice.small ? `${slice.slice} (n < 10)` : slice.slice,
    slice.n,
    formatMetric(slice.meanA),
    formatMetric(slice.meanB),
    slice.delta === null ? null : signed(slice.delta),
    intervalCell(slice),
    slice.better,
    slice.worse,
    slice.same,
    slice.failed,
  ]);
  return table(['slice', 'n', 'a', 'b', 'b − a', '95 % interval', 'better', 'worse', 'same', 'failed'], rows);
}

/** Equal on every pair is one thing, and no pair to tell it by another. */
function intervalCell({ n, interval }: SliceDifference): string {
  if (interval !== null) return rangeText(interval);
  return n === 0 ? 'no pair' : 'identical';
}

function movedBlocks({ results }: Comparison, reader: Reader): readonly Block[] {
  const of = (status: PairedResult['status']) => results.filter((row) => row.status === status);
  return [
    ...rowBlocks('Failed', of('failed'), MOST_WORSE, reader),
    ...rowBlocks('Worse', of('worse'), MOST_WORSE, reader),
    ...rowBlocks('Better', of('better').reverse(), MOST_BETTER, reader),
  ];
}

export function rowBlocks(
  title: string,
  rows: readonly PairedResult[],
  most: number,
  { rest, query }: Reader,
): readonly Block[] {
  if (rows.length === 0) return [GAP, line(`${title}: none`)];
  const cells = rows
    .slice(0, most)
    .map((row) => [
      row.caseId,
      row.kind,
      formatMetric(row.a),
      formatMetric(row.b),
      row.delta === null ? null : signed(row.delta),
      shorten(plain(row.query), query),
    ]);
  const more = rows.length > most ? [line(`and ${rows.length - most} more (${rest})`)] : [];
  return [
    GAP,
    line(`${title}: ${rows.length}`),
    table(['id', 'kind', 'a', 'b', 'b − a', 'query'], cells),
    ...more,
  ];
}

import { unjudgedPages } from '../compare/unjudged.js';
import type { Extreme, UnjudgedExtremes } from '../compare/unjudged-extremes.js';
import { signed } from '../compare/verdict.js';
import type { UnjudgedBetween } from '../judge/unjudged-between.js';
import type { Comparison, Run, UnjudgedPages } from '../types.js';
import { formatMetric, plain } from './tables.js';
import { VERDICT_WORDS } from './verdict-words.js';

/** `judged@5 0.620: 186 of 490 pages within k = 5 have no label and count as not relevant`; nothing where all have one. */
export function unjudgedInRun(run: Run): readonly string[] {
  const pages = unjudgedPages(run);
  if (pages === null || pages.unjudged === 0) return [];
  const { k, unjudged, of, judged } = pages;
  return [
    `judged@${k} ${formatMetric(judged)}: ${unjudged} of ${of} pages within k = ${k} have no label and count as not relevant`,
  ];
}

/** What nobody judged in two runs, what it could do to the verdict, and what to judge first. */
export function unjudgedLines(
  { runA, runB, metric, unjudged, family }: Comparison,
  between: UnjudgedBetween | null,
): readonly string[] {
  const pages = between?.pages ?? unjudged;
  if (pages === undefined || (between === null && nothingOpen(pages))) return [];
  const alone = family === null ? '' : 'of this pair alone, ';
  return [
    `unjudged, counted as not relevant: ${pagesText(runA.name, pages.a)} · ${pagesText(runB.name, pages.b)}`,
    ...(between === null ? [] : couldChange(between, runA.name, runB.name, alone, metric)),
  ];
}

function nothingOpen({ a, b }: UnjudgedBetween['pages']): boolean {
  return a?.unjudged === 0 && b?.unjudged === 0;
}

function pagesText(name: string, pages: UnjudgedPages | null): string {
  if (pages === null) return `${name} unknown`;
  const { k, unjudged, of, judged } = pages;
  // A query without any hit has no judged page either, so the mean is below 1 where every page that is shown was judged.
  const mean = unjudged === 0 ? '' : `, judged@${k} ${formatMetric(judged)}`;
  return `${name} ${unjudged} of ${of} pages within k = ${k} (${percent(unjudged, of)}${mean})`;
}

/** Never 0 % of something, nor 100 % of less than all. */
function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  const share = Math.round((100 * part) / whole);
  return part === whole ? '100 %' : `${Math.min(99, Math.max(1, share))} %`;
}

function couldChange(
  { extremes, judgeFirst }: UnjudgedBetween,
  a: string,
  b: string,
  alone: string,
  metric: string,
): readonly string[] {
  if ('unknown' in extremes) return [`what they could change cannot be told: ${extremes.unknown}`];
  const { asLabelled, forA, forB, tried } = extremes;
  const labels = (name: string) =>
    tried === 'one side'
      ? `all relevant that only ${name} shows`
      : `the unjudged labelled as is best for ${name}`;
  const range = `${alone}as labelled ${extremeText(asLabelled)}; with ${labels(a)} ${extremeText(forA)}; with ${labels(b)} ${extremeText(forB)}`;
  return [`${range}: ${couldText(extremes)}`, ...firstLines(judgeFirst, a, b, metric)];
}

/** Says no more than was computed. */
function couldText({ tried, verdictCouldChange, signCouldChange }: UnjudgedExtremes): string {
  const what = verdictCouldChange === null ? 'sign' : 'verdict';
  const more = verdictCouldChange === null ? ' (more queries than the verdict is made again for)' : '';
  if (verdictCouldChange ?? signCouldChange) return `the ${what} COULD change${more}`;
  if (tried === 'all') return `the ${what} could not change${more}`;
  if (tried === 'search') return `no labels were found that change the ${what}${more}`;
  return `neither of the two changes the ${what}${more}; other labels were not tried, nor any of what both show`;
}

function extremeText({ delta, verdict }: Extreme): string {
  return verdict === null ? signed(delta) : `${signed(delta)} ${VERDICT_WORDS[verdict]}`;
}

function firstLines(
  items: UnjudgedBetween['judgeFirst'],
  a: string,
  b: string,
  metric: string,
): readonly string[] {
  if (items.length === 0) return [];
  const named = items.map(({ caseId, page }) => `${plain(caseId)} × ${plain(page)}`).join(', ');
  const these = items.length === 1 ? 'judge this one first' : `judge these ${items.length} first`;
  return [
    `${these}: ${named} (rlab pool --active ${quoted(`${a},${b}`)} --metric ${quoted(metric)} puts such pages before judges)`,
  ];
}

/** For a shell. */
function quoted(names: string): string {
  return /^[\w.,:@-]+$/.test(names) ? names : `'${names.replaceAll("'", `'\\''`)}'`;
}

import type { RankingCut } from '../../compare/ranking-cut.js';
import { unjudgedPages } from '../../compare/unjudged.js';
import { differencesAtExtremes } from '../../compare/unjudged-extremes.js';
import { pText, rangeText, signed } from '../../compare/verdict.js';
import { allJudged } from '../../judge/unjudged-between.js';
import { builtInMetric } from '../../measure/registry.js';
import { isFailed } from '../../measure/summarize.js';
import type { Comparison, Run } from '../../types.js';
import { metricGloss } from '../metric-gloss.js';
import { brief, NAME } from './brief.js';
import { headlineOf, numbersLine } from './card-texts.js';
import type { Card, PairNumbers } from './review-types.js';
import { costsThatDiffer, settingsThatDiffer, stagesOfBoth } from './settings.js';

type Extremes = Exclude<ReturnType<typeof differencesAtExtremes>, string>;

export type CardInput = {
  readonly a: Run;
  readonly b: Run;
  readonly comparison: Comparison;
  readonly cut: RankingCut;
};

/** The card of one pair, as it stands with all cases. */
export function cardOf(input: CardInput): Omit<Card, 'withoutDisputed'> {
  const { a, b, comparison } = input;
  const headline = headlineOf(comparison.verdict, comparison);
  return {
    verdict: comparison.verdict,
    headline,
    lines: [
      headline,
      numbersLine(comparison),
      countsLine(comparison),
      errorsLine(input),
      couldShow(comparison),
    ],
    gloss: glossOf(comparison),
    facts: [...versionLines(a, b), ...unjudgedLines(input)],
    settings: settingsThatDiffer(a, b),
    costs: costsThatDiffer(a, b),
    stages: stagesOfBoth(a, b),
    numbers: numbersIn(comparison),
    notes: comparison.notes.map((note) => brief(note, 1000)),
  };
}

function countsLine({ better, worse, same, tolerance, allFound, runA, runB }: Comparison): string {
  const first = (k: number) => (k === 1 ? 'the first page' : `the first ${k} pages`);
  const k = runA.k === runB.k ? first(runA.k) : `${first(runA.k)} (baseline) and ${first(runB.k)}`;
  return `Queries: ${worse} worse, ${better} better, ${same} same (within ${tolerance}); all needed pages found in ${k}: ${allFound.a} → ${allFound.b} of ${allFound.n}`;
}

function glossOf({ metric, family }: Comparison): readonly string[] {
  const gloss = metricGloss(metric);
  const together =
    family?.correction === 'max-t'
      ? [
          `For ${family.size} comparisons together: each difference is held against the largest of all under the same sign flips (max-T), so that p and intervals hold for all at once.`,
        ]
      : [];
  return [...(gloss === null ? [] : [`${metric}: ${gloss}.`]), ...together];
}

function errorsLine({ a, b, comparison }: CardInput): string {
  const { failed, withFailuresAsZero: zero } = comparison;
  if (failed === 0) return 'Errors: none in either run';
  const of = (run: Run) => `${run.results.filter(isFailed).length} in ${brief(run.name, NAME)}`;
  const test =
    zero.interval === null ? 'identical' : `${rangeText(zero.interval)}, p = ${pText(zero.pValue ?? 1)}`;
  return `Errors: ${of(a)}, ${of(b)}; ${failed === 1 ? '1 query is' : `${failed} queries are`} left out of the means. Counted as 0: difference ${zero.delta === null ? '–' : signed(zero.delta)} (${test}, n = ${zero.n})${comparison.verdict === 'cannot-tell' ? '; a verdict needs both to agree' : ''}`;
}

/** Most metrics lie between 0 and 1, and so does any difference of theirs. */
function couldShow({ metric, detectable, n }: Comparison): string {
  if (detectable === null)
    return 'This pair could have shown: not known, since too few queries moved to tell their spread';
  const known = builtInMetric(metric);
  if (known !== null && !known.count && detectable > 1)
    return `This pair could have shown: nothing, since even a difference of 1 would be told in fewer than 80 % of repetitions (n = ${n})`;
  return `This pair could have shown: a true difference of ${detectable.toFixed(3)} or more, in 80 % of repetitions (n = ${n})`;
}

export function numbersIn(comparison: Comparison): PairNumbers {
  const { n, meanA, meanB, delta, interval, pValue, better, worse, same, failed, family } = comparison;
  return { n, meanA, meanB, delta, interval, pValue, better, worse, same, failed, family };
}

function versionLines(a: Run, b: Run): readonly string[] {
  const same = <Key extends 'casesVersion' | 'corpusVersion'>(key: Key) =>
    a[key] === b[key] ? (a[key] ?? 'not known') : `${a[key] ?? 'not known'} → ${b[key] ?? 'not known'}`;
  return [
    `Cases: ${brief(same('casesVersion'), 200)}. Corpus: ${brief(same('corpusVersion'), 200)}${a.dataset === null ? '' : `. Dataset: ${brief(a.dataset, NAME)}`}`,
    `Baseline: ${brief(a.name, NAME)}, made ${dateText(a.startedAt)}, ${ageText(a.startedAt, b.startedAt)}${commitText(a, b)}`,
  ];
}

function dateText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** How much older than the other run it is, since a page is read at another time than it is made. */
export function ageText(baseline: string, other: string): string {
  const ms = Date.parse(other) - Date.parse(baseline);
  if (!Number.isFinite(ms)) return 'age not known';
  const [name, size] = UNITS.find(([, unit]) => Math.abs(ms) >= unit) ?? ['second', 1000];
  const count = Math.floor(Math.abs(ms) / size);
  if (count === 0) return 'together with the other';
  return `${count} ${name}${count === 1 ? '' : 's'} ${ms > 0 ? 'before' : 'after'} the other`;
}

function commitText(a: Run, b: Run): string {
  const commit = ({ environment: { gitCommit, gitDirty } }: Run) =>
    gitCommit === null ? 'no commit known' : `${gitCommit.slice(0, 8)}${gitDirty ? ' with changes' : ''}`;
  return `. Commits: ${brief(commit(a), NAME)} → ${brief(commit(b), NAME)}`;
}

function unjudgedLines({ a, b, comparison, cut }: CardInput): readonly string[] {
  const [shareA, shareB] = [a, b].map((run) => unjudgedPages(run)?.judged ?? null);
  if (shareA == null || shareB == null) return [];
  const percent = (value: number) => `${(100 * value).toFixed(0)} %`;
  const shares = `Judged (judged@${a.k === b.k ? a.k : 'k'}): ${percent(shareA)} of the pages within k = ${a.k} in ${brief(a.name, NAME)}, ${percent(shareB)} within k = ${b.k} in ${brief(b.name, NAME)}, the mean over the queries`;
  if (allJudged(comparison)) return [`${shares}, so nothing unjudged could change the verdict`];
  const found = differencesAtExtremes(a, b, comparison.results, comparison.metric, cut);
  if (typeof found === 'string')
    return [`${shares}. What the unjudged ones could change cannot be computed: ${found}`];
  return [`${shares}. ${flipText(found, comparison.delta ?? 0)}`];
}

function flipText({ forA, forB, tried }: Extremes, delta: number): string {
  const range =
    tried === 'one side'
      ? `If all unjudged pages that only the baseline shows were relevant, the difference would be ${signed(forA)}; if all that only the other run shows were, ${signed(forB)}`
      : `With all unjudged pages labelled as is best for the baseline, the difference would be ${signed(forA)}; as is best for the other run, ${signed(forB)}`;
  const [low, high] = [Math.min(forA, forB), Math.max(forA, forB)];
  const turns = delta > 0 ? low < 0 : delta < 0 ? high > 0 : low < 0 || high > 0;
  if (turns) return `${range}: they COULD turn the sign of the difference`;
  return `${range}: ${NOT_TURNED[tried]}`;
}

/** Says no more than was computed. */
const NOT_TURNED: Readonly<Record<Extremes['tried'], string>> = {
  all: 'they could not turn the sign of the difference',
  search: 'no labels were found that turn the sign of the difference',
  'one side':
    'neither turns the sign of the difference; other labels were not tried, nor any of pages that both show',
};

import { compare } from '../compare/compare.js';
import { rangeText, signed } from '../compare/verdict.js';
import { LabError } from '../errors.js';
import { costsOf } from '../measure/costs.js';
import { TOLERANCE } from '../measure/protocol.js';
import { listed } from '../measure/score-notes.js';
import { isFailed } from '../measure/summarize.js';
import type { Comparison, Interval, PairedResult, Run } from '../types.js';
import type { AcceptedBaseline } from './accepted-baseline.js';
import { CEILINGS, type Ceiling, type GateRules } from './gate-rules.js';

export type GateVerdict = 'pass' | 'fail' | 'cannot-tell';

/** One rule's outcome; `cases` are those that a reader has to look at. */
export type GateCheck = {
  readonly rule: string;
  readonly verdict: GateVerdict;
  readonly sentence: string;
  readonly cases: readonly string[];
};

export type GateOutcome = {
  /** The worst of the checks. */
  readonly verdict: GateVerdict;
  readonly checks: readonly GateCheck[];
  /** What has changed since the baseline was accepted: labels, pages, protocol. */
  readonly notes: readonly string[];
  readonly comparison: Comparison;
};

/**
 * Whether a candidate is no worse than the accepted baseline by more than the margins of the rules (non-inferiority): a mean passes where the whole interval of the one rule
 * is above minus the margin; else it fails where the whole of it is below 0, and cannot be told where it is not. Kinds are corrected together. Cases that the two do not
 * share, or that were edited, are left out and named in `notes`. Throws a LabError for a rule about what is not there.
 */
export function gate(
  { run: baseline }: AcceptedBaseline,
  candidate: Run,
  rules: GateRules,
  testReads = 0,
): GateOutcome {
  const comparison = compare(baseline, candidate, rules.metric, { onSharedCases: true });
  const checks = [
    overall(comparison, rules.margin),
    ...kindChecks(comparison, rules),
    ...failures(baseline, candidate),
    ...mustPass(comparison, rules.mustPass ?? []),
    ...ceilings(baseline, candidate, rules),
    ...looks(testReads, rules.maxTestReads),
  ];
  const has = (verdict: GateVerdict) => checks.some((check) => check.verdict === verdict);
  const verdict = has('fail') ? 'fail' : has('cannot-tell') ? 'cannot-tell' : 'pass';
  return { verdict, checks, notes: comparison.notes, comparison };
}

function overall({ delta, interval, n, results, metric }: Comparison, margin: number): GateCheck {
  return marginCheck(`${metric} of all`, margin, { delta, interval, n }, results);
}

function kindChecks({ slices, results, metric }: Comparison, { kinds }: GateRules): readonly GateCheck[] {
  if (kinds === undefined) return [];
  const unknown =
    typeof kinds === 'number'
      ? undefined
      : Object.keys(kinds).find((kind) => !slices.some((slice) => slice.slice === kind));
  if (unknown !== undefined)
    throw new LabError(
      `gate: the rules name the kind "${unknown}", found ${slices.map((one) => one.slice).join(', ')}, wanted one of those; correct "kinds"`,
    );
  return slices.flatMap((slice) => {
    const margin = typeof kinds === 'number' ? kinds : kinds[slice.slice];
    if (margin === undefined) return [];
    const rows = results.filter((row) => row.kind === slice.slice);
    return [marginCheck(`${metric} of ${slice.slice}`, margin, slice, rows)];
  });
}

type Measured = { readonly delta: number | null; readonly interval: Interval | null; readonly n: number };

function marginCheck(
  rule: string,
  margin: number,
  measured: Measured,
  rows: readonly PairedResult[],
): GateCheck {
  const verdict = marginVerdict(measured, margin);
  const worse = rows.filter((row) => row.status === 'worse').map((row) => row.caseId);
  const { delta, interval, n } = measured;
  const range =
    delta === null
      ? 'no pair was answered by both'
      : interval === null
        ? `identical on all ${n}`
        : `${signed(delta)} (95 % interval ${rangeText(interval)}, n = ${n})`;
  const words = {
    pass: `is at most ${margin} lower`,
    fail: `is lower, and not shown to be at most ${margin} lower`,
    'cannot-tell': `may be more than ${margin} lower, and may not`,
  }[verdict];
  const named = verdict === 'pass' || worse.length === 0 ? '' : `; worse: ${listed(worse)}`;
  return {
    rule,
    verdict,
    sentence: `${rule} ${words}: ${range}${named}`,
    cases: verdict === 'pass' ? [] : worse,
  };
}

/** An end that the data do not bound reaches to any difference. */
function marginVerdict({ delta, interval }: Measured, margin: number): GateVerdict {
  if (delta === null) return 'cannot-tell';
  if (interval === null) return 'pass';
  const [low, high] = interval;
  if (low !== null && low >= -margin - TOLERANCE) return 'pass';
  return high !== null && high < 0 ? 'fail' : 'cannot-tell';
}

/** A query that the baseline answered and the candidate did not is no matter of margins. */
function failures(baseline: Run, candidate: Run): readonly GateCheck[] {
  const answered = new Set(baseline.results.filter((one) => !isFailed(one)).map((one) => one.caseId));
  const lost = candidate.results
    .filter((one) => isFailed(one) && answered.has(one.caseId))
    .map((one) => one.caseId);
  const missing = candidate.cases.length - candidate.results.length;
  if (lost.length === 0 && missing === 0) return [];
  const sentence = [
    ...(lost.length === 0 ? [] : [`failed where the baseline answered: ${listed(lost)}`]),
    ...(missing === 0 ? [] : [`${missing} cases were not asked: the run is ${candidate.status}`]),
  ].join('; ');
  return [{ rule: 'answers', verdict: 'fail', sentence: `answers: ${sentence}`, cases: lost }];
}

function mustPass({ results }: Comparison, ids: readonly string[]): readonly GateCheck[] {
  if (ids.length === 0) return [];
  const rows = new Map(results.map((row) => [row.caseId, row]));
  const absent = ids.find((id) => !rows.has(id));
  if (absent !== undefined)
    throw new LabError(
      `gate: the rules name the case "${absent}", which the two runs do not share, wanted one that they do; correct "mustPass"`,
    );
  const broken = ids.filter((id) => rows.get(id)!.status === 'worse' || rows.get(id)!.b === null);
  const sentence =
    broken.length === 0
      ? `none of ${ids.length} named cases got worse`
      : `${broken.length} of ${ids.length} named cases got worse or failed: ${listed(broken)}`;
  return [{ rule: 'must pass', verdict: broken.length === 0 ? 'pass' : 'fail', sentence, cases: broken }];
}

function ceilings(baseline: Run, candidate: Run, rules: GateRules): readonly GateCheck[] {
  const [before, now] = [costsOf(baseline), costsOf(candidate)];
  return CEILINGS.flatMap((name): readonly GateCheck[] => {
    const ceiling = rules.ceilings?.[name];
    if (ceiling === undefined) return [];
    const most = mostOf(ceiling, before[name]);
    const value = now[name];
    const verdict = most === null || value === null ? 'cannot-tell' : value <= most ? 'pass' : 'fail';
    const found = value === null ? 'is not known' : `is ${short(value)}`;
    const wanted = most === null ? 'a ceiling by the baseline, which does not say' : `at most ${short(most)}`;
    return [{ rule: name, verdict, sentence: `${name} ${found}, wanted ${wanted}`, cases: [] }];
  });
}

function mostOf(ceiling: Ceiling, before: number | null): number | null {
  if (typeof ceiling === 'number') return ceiling;
  return before === null ? null : ceiling.times * before;
}

function looks(reads: number, most: number | undefined): readonly GateCheck[] {
  if (most === undefined) return [];
  const verdict = reads <= most ? 'pass' : 'fail';
  return [
    {
      rule: 'test reads',
      verdict,
      sentence: `the test half was read by ${reads} runs, wanted at most ${most}`,
      cases: [],
    },
  ];
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

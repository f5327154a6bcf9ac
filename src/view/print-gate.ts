import type { AcceptedBaseline } from '../sweep/accepted-baseline.js';
import type { GateCheck, GateOutcome } from '../sweep/gate.js';
import type { Run } from '../types.js';
import { markdownTable, markdownText, plain, textTable } from './tables.js';

const WORDS = { pass: 'PASS', fail: 'FAIL', 'cannot-tell': "CAN'T TELL" } as const;

/** The first line of a comment, by which a workflow finds the one to replace. */
export const GATE_MARKER = '<!-- retrieval-lab gate -->';

/** The gate's answer as text: what changed since first, then the verdict, then each rule. */
export function gateText(
  outcome: GateOutcome,
  baseline: AcceptedBaseline,
  candidate: Run,
  today: Date,
): string {
  return [
    ...outcome.notes.map((note) => `Note: ${plain(note)}`),
    ...(outcome.notes.length > 0 ? [''] : []),
    `${WORDS[outcome.verdict]} · ${plain(headline(baseline, candidate, today))}`,
    '',
    textTable(['', 'rule'], outcome.checks.map(rowOf)),
  ].join('\n');
}

/** The same as Markdown for a pull request. */
export function gateMarkdown(
  outcome: GateOutcome,
  baseline: AcceptedBaseline,
  candidate: Run,
  today: Date,
): string {
  const rows = outcome.checks.map((check) => rowOf(check).map(markdownText));
  return [
    GATE_MARKER,
    `**${WORDS[outcome.verdict]}** · ${markdownText(headline(baseline, candidate, today))}`,
    ...(outcome.notes.length === 0
      ? []
      : [outcome.notes.map((note) => `- ${markdownText(note)}`).join('\n')]),
    markdownTable(['', 'rule'], rows),
  ].join('\n\n');
}

function rowOf({ verdict, sentence }: GateCheck): readonly string[] {
  return [WORDS[verdict], sentence];
}

/** Who against whom, with the versions and the age of what was accepted. */
function headline({ run, accepted, note }: AcceptedBaseline, candidate: Run, today: Date): string {
  const days = Math.floor((today.getTime() - Date.parse(accepted)) / 86_400_000);
  const age = Number.isNaN(days) ? 'of unknown age' : days === 1 ? '1 day old' : `${days} days old`;
  const versions = [run.casesVersion, run.corpusVersion ?? 'corpus version unknown'].join(' · ');
  return `${candidate.name} against the baseline ${run.name}, accepted ${accepted} (${age}: ${note}) · ${versions}`;
}

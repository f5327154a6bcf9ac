import { LabError } from '../../errors.js';
import { readAsk } from './ask.js';
import type { Claim } from './claims.js';
import { claimsOf } from './report-claims.js';
import { count, filledText, type Piece, type ReportText } from './report-text.js';
import type { Source } from './sources.js';
import { type Drawing, type Valued, valuesOf } from './values.js';

export type Filled = {
  readonly text: string;
  readonly drawings: readonly Drawing[];
  /** How many placeholders there are, and how many have another value than before. */
  readonly placeholders: number;
  readonly changed: number;
  readonly claims: readonly Claim[];
};

/**
 * A report with the value of each placeholder beside it, and a methods paragraph at its end where it has none. Filling what is filled changes nothing. Throws a LabError that
 * lists, with file and line, each placeholder that has no value and each value that was edited by hand.
 */
export function fillReport(given: ReportText, sources: readonly Source[]): Filled {
  const lineEnd = lineEndOf(given);
  const report = withMethods(given, lineEnd);
  const values = valuesOf(report, sources);
  const problems = values.flatMap((one) => problemsOf(report.file, one));
  if (problems.length > 0)
    throw new LabError(
      `${report.file}: ${count(problems.length, 'placeholder')} cannot be filled in`,
      problems,
    );
  const known = new Map(values.map((one) => [one.placeholder, one]));
  const text = report.pieces.map((piece) => {
    if ('text' in piece) return piece.text;
    return filledText(piece.placeholder, textOf(known.get(piece.placeholder)!), lineEnd);
  });
  return {
    text: text.join(''),
    drawings: values.flatMap((one) => ('value' in one ? (one.value.drawing ?? []) : [])),
    placeholders: values.length,
    changed: values.filter((one) => one.placeholder.filled !== textOf(one)).length,
    claims: claimsOf(report, values),
  };
}

function textOf(one: Valued): string {
  return 'value' in one ? one.value.text : '';
}

function problemsOf(file: string, one: Valued): readonly string[] {
  const { source, line, edited, filled } = one.placeholder;
  const where = `${file}:${line}: {{${source}}}`;
  if ('fault' in one) return [`${where} ${one.fault.message}`];
  if (edited)
    return [
      `${where} has the value ${filled} in its comment and another text before it, wanted the same; put it back, or replace both by the placeholder alone`,
    ];
  return [];
}

/** A number whose making is not told cannot be trusted later. */
function withMethods(report: ReportText, lineEnd: string): ReportText {
  const there = report.pieces.some(
    (piece) => 'placeholder' in piece && piece.placeholder.ask.kind === 'methods',
  );
  if (there) return report;
  const last = report.pieces.at(-1);
  const ends = last !== undefined && 'text' in last && last.text.endsWith('\n');
  const source = ' methods ';
  const added: readonly Piece[] = [
    { text: `${ends ? '' : '\n'}\n## How it was measured\n\n`.replaceAll('\n', lineEnd) },
    { placeholder: { source, ask: readAsk(source), line: 0, filled: null, edited: false } },
    { text: lineEnd },
  ];
  return { ...report, pieces: [...report.pieces, ...added] };
}

function lineEndOf({ pieces }: ReportText): string {
  return pieces.some((piece) => 'text' in piece && piece.text.includes('\r\n')) ? '\r\n' : '\n';
}

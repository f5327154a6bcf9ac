import { type Claim, claimsBeyond, type Said } from './claims.js';
import { VERDICT_WORDS } from './number-value.js';
import type { ReportText } from './report-text.js';
import type { Valued } from './values.js';

/** What a report says of its differences beyond the one rule. */
export function claimsOf(report: ReportText, values: readonly Valued[]): readonly Claim[] {
  const known = new Map(values.map((one) => [one.placeholder, one]));
  const said = report.pieces.flatMap((piece): readonly Said[] => {
    if ('text' in piece) return [piece];
    const one = known.get(piece.placeholder);
    const verdict = one !== undefined && 'value' in one ? one.value.verdict : null;
    const { line, source } = piece.placeholder;
    return verdict === null ? [] : [{ verdict, line, name: source.trim() }];
  });
  return claimsBeyond(said);
}

export function claimText({ word, name, verdict }: Claim): string {
  return `"${word}" is said of {{ ${name} }}, which the one rule calls "${VERDICT_WORDS[verdict]}"; say what it says, or turn the difference round`;
}

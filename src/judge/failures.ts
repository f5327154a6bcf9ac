import { LabError } from '../errors.js';
import { counted } from '../measure/score-notes.js';
import type { FailureLog, LogRow } from './failures-log.js';
import { PERSONAL, type PersonalKind } from './failures-patterns.js';
import { findPersonal, masked, withoutPersonal } from './failures-personal.js';
import { idOfQuery, queryKey } from './queries.js';

/** A query that users were badly served on. */
export type Failure = {
  readonly id: string;
  readonly query: string;
  readonly kind: string;
  /** Failures in the log with this text. */
  readonly times: number;
  /** Pages that were shown for it, in the order in which the log names them. */
  readonly shown: readonly string[];
};

/** Something in a row that looks like personal data, masked. */
export type Flag = { readonly place: string; readonly kind: PersonalKind; readonly masked: string };

export type FailuresOptions = {
  /** What is done with rows that hold what looks like personal data. Refused unless said. */
  readonly personal?: 'refuse' | 'redact' | 'drop';
  /** The kind of the queries: failure unless said. */
  readonly kind?: string;
};

export type Failures = {
  /** The most frequent first, among equals as the log has them. */
  readonly failures: readonly Failure[];
  /** All that was found, whatever was done with it. */
  readonly flags: readonly Flag[];
  /** Rows that are in no failure: with a thumb up, with none where others have one, and such as were dropped. */
  readonly left: { readonly up: number; readonly silent: number; readonly dropped: number };
};

/**
 * The failures of a log, each text once: rows with a thumb down, or all where no row has a thumb. What looks like personal data is looked for in all that would be kept, the
 * ids of pages too, before anything is; see `findPersonal` for what is not found. Throws a LabError that lists it, masked, unless it is to be redacted or dropped.
 */
export function failuresOf(log: FailureLog, options: FailuresOptions = {}): Failures {
  const { personal = 'refuse', kind = 'failure' } = options;
  const bad = log.rows.filter(({ thumb }) => !log.hasThumbs || thumb === 'down');
  const flagged = new Map(bad.map((row) => [row, flagsOf(row)]));
  const flags = [...flagged.values()].flat();
  if (personal === 'refuse' && flags.length > 0) throw refused(flags);
  const kept = bad.filter((row) => personal !== 'drop' || flagged.get(row)!.length === 0);
  const rows = personal === 'redact' ? kept.map(redacted) : kept;
  const count = (wanted: LogRow['thumb']) => log.rows.filter(({ thumb }) => thumb === wanted).length;
  return {
    failures: merged(rows, kind),
    flags,
    left: { up: count('up'), silent: log.hasThumbs ? count('none') : 0, dropped: bad.length - kept.length },
  };
}

/** One on each line, as `rlab pool --queries` reads them. */
export function failuresText(failures: readonly Failure[]): string {
  return failures.map((failure) => `${JSON.stringify(failure)}\n`).join('');
}

function flagsOf({ place, query, shown }: LogRow): readonly Flag[] {
  return [query, ...shown].flatMap((text) =>
    findPersonal(text).map((found) => ({ place, kind: found.kind, masked: masked(text, found) })),
  );
}

function redacted(row: LogRow): LogRow {
  return { ...row, query: withoutPersonal(row.query), shown: row.shown.map(withoutPersonal) };
}

function merged(rows: readonly LogRow[], kind: string): readonly Failure[] {
  const byText = new Map<string, Failure>();
  for (const { query, shown } of rows) {
    const key = queryKey(query);
    const before = byText.get(key) ?? { id: idOfQuery(query), query, kind, times: 0, shown: [] };
    const pages = [...new Set([...before.shown, ...shown])];
    byText.set(key, { ...before, times: before.times + 1, shown: pages });
  }
  return [...byText.values()].sort((a, b) => b.times - a.times);
}

const MOST = 100;

function refused(flags: readonly Flag[]): LabError {
  const rows = new Set(flags.map(({ place }) => place)).size;
  const lines = flags
    .slice(0, MOST)
    .map(({ place, kind, masked: text }) => `${place}: ${PERSONAL[kind]}, ${text}`);
  const more = flags.length > MOST ? [`and ${flags.length - MOST} more`] : [];
  return new LabError(
    `failures: ${counted(rows, 'row holds', 'rows hold')} what looks like personal data or a secret, wanted none, and nothing was kept; redact it, or drop these rows:`,
    [...lines, ...more],
  );
}

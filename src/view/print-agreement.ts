import type { PassAgreement, PassOf } from '../judge/pass-agreement.js';
import { plain, shorten, textTable } from './tables.js';

/** A pass over a pool in numbers. */
export type PassCounts = PassOf & {
  readonly judged: number;
  readonly skipped: number;
  readonly of: number;
  readonly grades: Readonly<Record<number, number>>;
};

export function passesText(rows: readonly PassCounts[]): string {
  if (rows.length === 0) return 'Nobody has judged a page of this pool; rlab judge POOL begins.';
  return textTable(
    ['judge', 'pass', 'judged', 'of', 'passed over', 'grade 2', 'grade 1', 'grade 0'],
    rows.map((row) => [
      plain(row.judge),
      row.pass,
      row.judged,
      row.of,
      row.skipped,
      row.grades[2] ?? 0,
      row.grades[1] ?? 0,
      row.grades[0] ?? 0,
    ]),
  );
}

const MOST_QUERIES = 20;

/** How far two passes agree, in a sentence, by grade, and by the queries that they part on. */
export function agreementText({ first, second, agreement, queries }: PassAgreement): string {
  const { n, observed, weightedKappa, kind } = agreement;
  const apart = agreement.disagreements.length;
  const rows = agreement.grades.map(({ grade, first: one, second: two, both, agreement: share }) => [
    grade,
    one,
    two,
    both,
    share === null ? '–' : percent(share),
  ]);
  const shown = queries
    .slice(0, MOST_QUERIES)
    .map(({ caseId, query, apart: pages, of, opposed }) => [
      caseId,
      `${pages} of ${of}`,
      opposed,
      shorten(plain(query), 60),
    ]);
  return [
    `${nameOf(first)} and ${nameOf(second)}, ${n} pages judged by both: weighted kappa ${weightedKappa === null ? 'cannot be told' : weightedKappa.toFixed(2)} (${kind}); the same grade for ${percent(observed)}, ${apart} apart`,
    textTable(['grade', nameOf(first), nameOf(second), 'both', 'agreement'], rows),
    '(agreement: of all times it was given, the share in which both gave it)',
    ...(shown.length === 0
      ? []
      : [
          `\nQueries that they part on${queries.length > shown.length ? `, ${shown.length} of ${queries.length}` : ''}; opposed: pages that one calls an answer and the other nothing`,
          textTable(['query', 'pages apart', 'opposed', 'text'], shown),
        ]),
  ].join('\n');
}

function nameOf({ judge, pass }: PassOf): string {
  return `${plain(judge)}, pass ${pass}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

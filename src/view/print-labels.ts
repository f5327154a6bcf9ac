import type { ExportedLabels } from '../judge/export-labels.js';
import type { LabelChanges } from '../judge/label-changes.js';
import { counted } from '../measure/score-notes.js';
import { plain, shorten } from './tables.js';

const MOST_LINES = 20;

/** What was written, what is missing in it, and what is different from the version before. */
export function exportedText(
  file: string,
  { cases, header, judged, unjudged, unanswered, passes, changes }: ExportedLabels,
): string {
  const { agreement } = header;
  const kappa =
    agreement?.weighted_kappa == null
      ? ''
      : `; weighted kappa ${agreement.weighted_kappa.toFixed(2)} over ${agreement.n} pages (${agreement.kind})`;
  return [
    `${counted(cases, 'case is', 'cases are')} in ${file}: ${counted(judged, 'page', 'pages')} of the pool judged, ${unjudged} not${kappa}.`,
    ...(Object.keys(passes).length < 2
      ? []
      : [
          `The grade of the last pass holds: ${Object.entries(passes)
            .map(([pass, count]) => `${count} of pass ${pass}`)
            .join(', ')}.`,
        ]),
    ...(unanswered.length === 0
      ? []
      : [
          `Left out, since no page answers ${unanswered.length === 1 ? 'it' : 'them'}: ${unanswered.map(({ caseId, query }) => `${plain(caseId)} (${shorten(plain(query), 40)})`).join(', ')}`,
        ]),
    labelChangesText(changes),
    'Runs made before can be scored by these labels without searching again: rlab rescore RUN.',
  ].join('\n');
}

function labelChangesText({ added, removed, rewritten, grades, passages }: LabelChanges): string {
  const parts = [
    listed('added', added),
    listed('removed', removed),
    listed('with another query', rewritten),
    `${grades.length} grades`,
    `${passages.length} pages with other passages or needs`,
  ].filter((part) => part !== null);
  const counts = new Map<string, number>();
  for (const one of grades) counts.set(moveText(one), (counts.get(moveText(one)) ?? 0) + 1);
  // That a page is not relevant changes no metric but judged@k, so it is counted and not listed.
  const telling = grades.filter(({ before, after }) => before !== null || after !== 0);
  const rows = telling
    .slice(0, MOST_LINES)
    .map((one) => `  ${plain(one.caseId)}: ${plain(one.doc)} ${moveText(one)}`);
  if (telling.length > rows.length) rows.push(`  and ${telling.length - rows.length} more`);
  return [
    `Against the version before: ${parts.join(', ')}.`,
    ...[...counts].sort((x, y) => y[1] - x[1]).map(([move, count]) => `  ${move}: ${count} pages`),
    ...rows,
  ].join('\n');
}

function moveText({ before, after }: LabelChanges['grades'][number]): string {
  return `${gradeText(before)} -> ${gradeText(after)}`;
}

function listed(what: string, ids: readonly string[]): string | null {
  if (ids.length === 0) return null;
  const shown = ids.slice(0, 5).map(plain).join(', ');
  return `${counted(ids.length, 'case', 'cases')} ${what} (${shown}${ids.length > 5 ? ', …' : ''})`;
}

function gradeText(grade: number | null): string {
  return grade === null ? 'unjudged' : String(grade);
}

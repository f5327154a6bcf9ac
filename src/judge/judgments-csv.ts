import { findQuote } from '../dataset/quote.js';
import { csvLine } from '../files/write-csv.js';
import type { JudgedSpan, Judgment } from '../store/judgment.js';
import type { Doc } from '../types.js';
import { type PassageFinder, passageFinder } from './passages.js';
import { pairKey, type Task } from './worklist.js';

const COLUMNS = [
  'case_id',
  'query',
  'doc',
  'grade',
  'quote',
  'start',
  'end',
  'need',
  'note',
  'passages',
] as const;

/**
 * The pages to be judged as CSV, for judges who work elsewhere: they fill in `grade` (0, 1, 2; a page without one stays open), and may add the words that answer (`quote`,
 * exactly as in the page), which part of the query these answer (`need`) and a `note`. A page with several passages has a row for each. What was judged before is filled in.
 */
export async function judgmentsCsv(
  tasks: readonly Task[],
  docs: ReadonlyMap<string, Doc>,
  before: ReadonlyMap<string, Judgment> = new Map(),
): Promise<string> {
  const finders = new Map<string, PassageFinder>();
  const lines = [csvLine(COLUMNS)];
  for (const task of tasks) {
    const doc = docs.get(task.doc)!;
    const finder = finders.get(doc.id) ?? passageFinder(doc);
    finders.set(doc.id, finder);
    const texts = (await finder(task.query)).map(({ start, end }) => doc.text.slice(start, end).trim());
    for (const [i, cells] of said(before.get(pairKey(task)), doc).entries())
      lines.push(
        csvLine([task.caseId, task.query, task.doc, ...cells, i === 0 ? texts.join('\n[…]\n') : null]),
      );
  }
  return lines.join('');
}

/** Grade, quote or place, need and note of each row that a judgment takes; one empty row where there is none. */
function said(judgment: Judgment | undefined, doc: Doc): readonly (readonly unknown[])[] {
  if (judgment === undefined) return [[null, null, null, null, null, null]];
  const { grade, spans, note } = judgment;
  const marked = spans.map((span) => [span.grade, ...whereOf(span, doc), span.need ?? null, null]);
  // The page's own grade stands in a row of its own where no passage has it.
  if (spans.some((span) => span.grade === grade)) return marked.with(0, [...marked[0]!.slice(0, -1), note]);
  return [[grade, null, null, null, null, note], ...marked];
}

/** Words that are in the page more than once do not say where. */
function whereOf({ start, end }: JudgedSpan, { text }: Doc): readonly unknown[] {
  const quote = text.slice(start, end);
  return findQuote(text, quote).found === 'once' ? [quote, null, null] : [null, start, end];
}

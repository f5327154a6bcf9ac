import { didYouMean } from '../errors.js';
import { check } from '../schema.js';
import type { Case, Doc, Fields, QaCase } from '../types.js';
import type { JsonLine } from './jsonl.js';
import { type LabelTargets, readLabels } from './labels.js';

export type Rows = { readonly cases: readonly Case[]; readonly qa: readonly QaCase[] };

const CASE_KEYS = ['id', 'query', 'kind', 'relevant', 'relevant_doc_ids', 'relevant_chunk_ids'];
const QA_KEYS = ['id', 'question', 'answer', 'citations', 'unanswerable'];

/** Sorts lines into cases (`query`) and questions (`question`), and checks each; faults go to `problems`. */
export function readRows(lines: readonly JsonLine[], targets: LabelTargets, problems: string[]): Rows {
  const cases: Case[] = [];
  const qa: QaCase[] = [];
  const seen = new Map<string, string>();
  for (const line of lines) {
    const row = line.value as Record<string, unknown>;
    const kind = 'question' in row ? 'question' : 'query' in row ? 'case' : null;
    if (kind === null) {
      problems.push(
        `${line.place}: has neither "query" nor "question"${keyHint(row)}, wanted one of them; add it`,
      );
      continue;
    }
    const item = kind === 'case' ? readCase(line, targets, problems) : readQa(line, targets.docs, problems);
    if (item === null || isDuplicate(item.id, kind, line.place, seen, problems)) continue;
    if ('query' in item) cases.push(item);
    else qa.push(item);
  }
  return { cases, qa };
}

function keyHint(row: Record<string, unknown>): string {
  const key = Object.keys(row).find((name) => didYouMean(name, ['query', 'question']) !== '');
  return key === undefined ? '' : ` (found "${key}"${didYouMean(key, ['query', 'question'])})`;
}

function isDuplicate(
  id: string,
  kind: string,
  place: string,
  seen: Map<string, string>,
  problems: string[],
): boolean {
  const key = `${kind} ${id}`;
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, place);
    return false;
  }
  problems.push(`${place}: ${kind} "${id}" has the id of ${first}, wanted each id once; rename one`);
  return true;
}

function readCase(line: JsonLine, targets: LabelTargets, problems: string[]): Case | null {
  const { value: row, faults } = check('caseRow', line.value);
  if (row === null) {
    for (const fault of faults)
      problems.push(`${line.place}: ${who('case', line.value)}${fault}; correct it`);
    return null;
  }
  const before = problems.length;
  const say = (sentence: string) => problems.push(`${line.place}: case "${row.id}" ${sentence}`);
  const labels = readLabels(row, targets, say);
  const fields = fieldsOf(row, CASE_KEYS, say);
  if (problems.length > before) return null;
  return { id: row.id, query: row.query, kind: row.kind ?? 'unspecified', labels, fields };
}

function readQa(line: JsonLine, docs: ReadonlyMap<string, Doc>, problems: string[]): QaCase | null {
  const { value: row, faults } = check('qaRow', line.value);
  if (row === null) {
    for (const fault of faults)
      problems.push(`${line.place}: ${who('question', line.value)}${fault}; correct it`);
    return null;
  }
  const before = problems.length;
  const say = (sentence: string) => problems.push(`${line.place}: question "${row.id}" ${sentence}`);
  const unanswerable = row.unanswerable ?? false;
  const citations = row.citations ?? [];
  for (const page of citations) {
    if (docs.has(page)) continue;
    say(
      `cites the page "${page}", which is none of the ${docs.size} pages${didYouMean(page, [...docs.keys()]) || '; check its id'}`,
    );
  }
  if (new Set(citations).size < citations.length) say('cites a page twice, wanted each once; remove one');
  if (unanswerable && citations.length > 0)
    say('is unanswerable but cites pages, wanted none; drop one of the two');
  if (!unanswerable && citations.length === 0)
    say('cites no page, wanted at least one; cite it or mark it "unanswerable": true');
  const fields = fieldsOf(row, QA_KEYS, say);
  if (problems.length > before) return null;
  return { id: row.id, question: row.question, answer: row.answer ?? null, citations, unanswerable, fields };
}

/** Every other key is a field to slice by, and so must be flat. */
function fieldsOf(row: object, known: readonly string[], say: (sentence: string) => void): Fields {
  const fields: Record<string, string | number | boolean | null> = {};
  for (const [key, value] of Object.entries(row)) {
    if (known.includes(key)) continue;
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) fields[key] = value;
    else
      say(
        `has the field "${key}" with ${Array.isArray(value) ? 'a list' : 'an object'}, wanted a flat value${didYouMean(key, known) || '; flatten it'}`,
      );
  }
  return fields;
}

function who(word: string, value: unknown): string {
  const id = (value as { id?: unknown }).id;
  return typeof id === 'string' && id.trim() !== '' ? `${word} "${id}": ` : `${word}: `;
}

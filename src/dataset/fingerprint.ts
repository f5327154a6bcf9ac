import { createHash } from 'node:crypto';
import type { Case, Corpus, Doc, Label } from '../types.js';
import { compareCodePoints } from './code-points.js';

/**
 * The cases version, `45 cases · sha1 c8f50baf`: sha1 over the sorted list of [id, query, sorted relevant ids] in the
 * form of Python's `json.dumps`, so that page-labelled cases have the same digits as in a Python harness. Where there are
 * grades other than 1, spans or needs, a second digest over those follows: `75 cases · sha1 xxxxxxxx+yyyyyyyy`.
 */
export function casesVersion(cases: readonly Case[]): string {
  const sorted = [...cases].sort((a, b) => compareCodePoints(a.id, b.id));
  const first = digits(sorted.map((item) => [item.id, item.query, relevantIds(item)]));
  const second = sorted.some(isExtended) ? `+${digits(sorted.map(extendedRow))}` : '';
  return `${cases.length} ${cases.length === 1 ? 'case' : 'cases'} · sha1 ${first}${second}`;
}

/** A digest of one case's query and labels, to tell which cases were edited between two versions. */
export function caseDigest(item: Case): string {
  return digits([item.query, relevantIds(item), isExtended(item) ? extendedRow(item) : []]);
}

/** The version of the pages' texts, `97 pages · sha1 xxxxxxxx`, whatever the chunking, with a digest for each page. */
export function corpusOf(docs: readonly Doc[]): Corpus {
  const pages: Record<string, string> = {};
  for (const doc of [...docs].sort((a, b) => compareCodePoints(a.id, b.id))) pages[doc.id] = sha1(doc.text);
  return { version: `${docs.length} pages · sha1 ${digits(Object.entries(pages))}`, pages };
}

/** The ids that a case lists: chunk ids where it was labelled by chunks, else pages; each once, by code points. */
function relevantIds(item: Case): readonly string[] {
  const ids = new Set(
    item.labels.filter((label) => label.grade > 0).map((label) => label.chunk ?? label.doc),
  );
  return [...ids].sort(compareCodePoints);
}

function isExtended(item: Case): boolean {
  return item.labels.some(
    (label) =>
      label.grade !== 1 ||
      label.need !== undefined ||
      (label.start !== undefined && label.chunk === undefined),
  );
}

function extendedRow(item: Case): readonly unknown[] {
  const rows = item.labels.map((label: Label) => [
    label.chunk ?? label.doc,
    label.grade,
    label.start ?? null,
    label.end ?? null,
    label.need ?? null,
  ]);
  return [item.id, rows.map((row) => pythonJson(row)).sort(compareCodePoints)];
}

function digits(value: unknown): string {
  return sha1(pythonJson(value)).slice(0, 8);
}

function sha1(text: string): string {
  return createHash('sha1').update(text, 'utf8').digest('hex');
}

/** `json.dumps(value)` with Python's defaults: `", "` between items and everything but printable ASCII escaped. */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

import { didYouMean } from '../errors.js';
import type { CaseRow } from '../schema.js';
import type { Chunk, Doc, Label } from '../types.js';
import { findQuote } from './quote.js';

/** What labels are checked against. `chunks` is null where no chunker was given. */
export type LabelTargets = {
  readonly docs: ReadonlyMap<string, Doc>;
  readonly chunks: ReadonlyMap<string, Chunk> | null;
};

type GivenLabel = NonNullable<CaseRow['relevant']>[number];
type Problem = (sentence: string) => void;

const WAYS = ['relevant', 'relevant_doc_ids', 'relevant_chunk_ids'] as const;

/** The labels of a case row, resolved to pages and offsets; every fault goes to `problem` as a sentence. */
export function readLabels(row: CaseRow, targets: LabelTargets, problem: Problem): readonly Label[] {
  const given = WAYS.filter((way) => row[way] !== undefined);
  if (given.length === 0) {
    const misspelled = Object.keys(row).find(
      (key) => didYouMean(key, WAYS) !== '' && !WAYS.includes(key as never),
    );
    const hint = misspelled === undefined ? '' : ` (found "${misspelled}"${didYouMean(misspelled, WAYS)})`;
    problem(
      `has no labels${hint}, wanted "relevant", "relevant_doc_ids" or "relevant_chunk_ids"; name what answers it`,
    );
    return [];
  }
  if (given.length > 1) {
    problem(
      `has ${given.map((way) => `"${way}"`).join(' and ')}, wanted one of them; merge them into "relevant"`,
    );
    return [];
  }
  const labels = labelsOf(row, targets, problem);
  if (labels !== null && !labels.some((label) => label.grade > 0)) {
    problem(
      `"${given[0]}" names nothing relevant, wanted at least one label with grade 1 or more; label it or drop the case`,
    );
  }
  return labels ?? [];
}

/** Null where a fault was reported, so that an empty list is only called empty when it is. */
function labelsOf(row: CaseRow, targets: LabelTargets, problem: Problem): readonly Label[] | null {
  let faulty = false;
  const report: Problem = (sentence) => {
    faulty = true;
    problem(sentence);
  };
  const ids = row.relevant_doc_ids ?? row.relevant_chunk_ids ?? [];
  for (const id of repeated(ids)) report(`lists "${id}" twice, wanted each id once; remove one`);
  const labels = [
    ...(row.relevant ?? []).map((label) => pageLabel(label, targets, report)),
    ...(row.relevant_doc_ids ?? []).map((doc) => pageLabel({ doc }, targets, report)),
    ...(row.relevant_chunk_ids ?? []).map((chunk) => chunkLabel(chunk, targets, report)),
  ].filter((label) => label !== null);
  for (const key of repeated((row.relevant ?? []).map((label) => JSON.stringify(label)))) {
    report(`holds the label ${key} twice, wanted each label once; remove one`);
  }
  return faulty ? null : labels;
}

function pageLabel(given: GivenLabel, targets: LabelTargets, problem: Problem): Label | null {
  const doc = targets.docs.get(given.doc);
  if (doc === undefined) {
    const hint = didYouMean(given.doc, [...targets.docs.keys()]);
    problem(
      `names the page "${given.doc}", which is none of the ${targets.docs.size} pages${hint || '; check its id'}`,
    );
    return null;
  }
  const span = spanOf(given, doc, problem);
  if (span === null) return null;
  const need = given.need === undefined ? {} : { need: given.need };
  return { doc: doc.id, grade: given.grade ?? 1, ...span, ...need };
}

function spanOf(given: GivenLabel, doc: Doc, problem: Problem): { start?: number; end?: number } | null {
  const { start, end, quote } = given;
  if (quote !== undefined && (start !== undefined || end !== undefined)) {
    problem(`gives both a quote and offsets in "${doc.id}", wanted one of them; keep the offsets`);
    return null;
  }
  if (quote !== undefined) return quoteSpan(quote, doc, problem);
  if (start === undefined && end === undefined) return {};
  if (start === undefined || end === undefined) {
    problem(
      `gives "${start === undefined ? 'end' : 'start'}" alone in "${doc.id}", wanted "start" and "end"; add the other`,
    );
    return null;
  }
  if (start >= end || end > doc.text.length) {
    problem(
      `gives the span ${start}-${end} in "${doc.id}", wanted start < end <= ${doc.text.length}; mark the span again`,
    );
    return null;
  }
  return { start, end };
}

function quoteSpan(quote: string, doc: Doc, problem: Problem): { start: number; end: number } | null {
  const place = findQuote(doc.text, quote);
  if (place.found === 'once') return { start: place.start, end: place.end };
  const start = quote.length > 40 ? `${quote.slice(0, 39)}…` : quote;
  problem(
    place.found === 'never'
      ? `quotes ${JSON.stringify(start)}, which is not in "${doc.id}"; copy the words exactly, white space too`
      : `quotes ${JSON.stringify(start)}, which is ${place.starts.length} times in "${doc.id}" (at ${place.starts.slice(0, 4).join(', ')}); quote more, or give start and end`,
  );
  return null;
}

function chunkLabel(id: string, targets: LabelTargets, problem: Problem): Label | null {
  if (targets.chunks === null) {
    problem(
      `names the chunk "${id}", but no chunker was given to check it against; open the dataset with { chunker }`,
    );
    return null;
  }
  const chunk = targets.chunks.get(id);
  if (chunk !== undefined)
    return { doc: chunk.docId, grade: 1, start: chunk.start, end: chunk.end, chunk: id };
  const hint = didYouMean(id, [...targets.chunks.keys()]);
  problem(
    `names the chunk "${id}", which is stale or unknown (${targets.chunks.size} chunks)${hint || '; label it again'}`,
  );
  return null;
}

function repeated(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.filter((id, i) => ids.indexOf(id) !== i))];
}

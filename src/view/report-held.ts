import { gradeFrom } from '../measure/grade-from.js';
import { builtInMetric } from '../measure/registry.js';
import { type Cover, coverOf } from '../measure/spans.js';
import type { Case, Doc, Hit, Label, Run } from '../types.js';
import { coverOfHits, heldShare, heldWithinBudget } from './held-spans.js';
import { alternatives } from './needs.js';
import { shareText } from './share-text.js';
import { markdownText } from './tables.js';

/** What both runs hold of each labelled passage of a case, as a column of a table. */
export type HeldColumn = { readonly title: string; readonly text: (caseId: string) => string | null };

const MOST_NEEDS = 3;

/** Null where the metric looks at pages, or at a budget of tokens whose texts are not at hand. */
export function heldColumn(
  metric: string,
  a: Run | undefined,
  b: Run | undefined,
  docs: readonly Doc[] | undefined,
): HeldColumn | null {
  const known = builtInMetric(metric);
  if (a === undefined || b === undefined || !known?.needsSpans) return null;
  const reader = readerOf(metric, docs);
  if (reader === null) return null;
  const rel = gradeFrom(metric);
  const cases = new Map(a.cases.map((item) => [item.id, item]));
  const [inA, inB] = [a, b].map((run) => new Map(run.results.map((result) => [result.caseId, result.hits])));
  return {
    title: `held of each passage ${reader.where}, a → b`,
    text: (caseId) => {
      const item = cases.get(caseId);
      const [left, right] = [inA?.get(caseId), inB?.get(caseId)];
      if (item === undefined || left === undefined || right === undefined) return null;
      return textOf(item, rel, reader.covers(left, a.depth), reader.covers(right, b.depth));
    },
  };
}

type Covers = readonly Cover[] | null;

/** Where a metric looks, and what is held there: one cover of all hits together, or one for each hit where each counts for itself. Null where that is not known. */
type Reader = { readonly where: string; readonly covers: (hits: readonly Hit[], depth: number) => Covers };

function readerOf(metric: string, docs: readonly Doc[] | undefined): Reader | null {
  const { k, tokens } = builtInMetric(metric)!;
  if (tokens !== undefined) return docs === undefined ? null : budgetReader(tokens, docs);
  const first = (hits: readonly Hit[]) => hits.slice(0, k ?? hits.length);
  const where = k === null ? 'in all hits' : k === 1 ? 'in the first chunk' : `in the first ${k} chunks`;
  if (!metric.startsWith('chunk_recall'))
    return { where, covers: (hits) => listOf(coverOfHits(first(hits))) };
  return {
    where: k === 1 ? where : `in the best of the first ${k} chunks`,
    covers: (hits) =>
      coverOfHits(first(hits)) === null ? null : first(hits).map((hit) => coverOfHits([hit]) ?? coverOf([])),
  };
}

function budgetReader(tokens: number, docs: readonly Doc[]): Reader {
  const texts = new Map(docs.map(({ id, text }) => [id, text]));
  const textOf = ({ docId, start, end }: Hit) => texts.get(docId)?.slice(start, end);
  return {
    where: `within ${tokens} tokens`,
    covers: (hits, depth) => {
      const held = heldWithinBudget(hits, tokens, textOf);
      // The budget may have taken in hits that were not recorded.
      return held !== null && (held.full || hits.length < depth) ? [held.cover] : null;
    },
  };
}

function listOf(cover: Cover | null): Covers {
  return cover === null ? null : [cover];
}

/** The needs of which one run holds more than the other; how many are held alike is said in numbers. */
function textOf(item: Case, rel: number, a: Covers, b: Covers): string {
  if (a === null || b === null) return 'not known: the places or texts of hits are not on record';
  const needs = alternatives(item.labels, rel).map((need) => need.map((i) => item.labels[i]!));
  const best = (need: readonly Label[], covers: readonly Cover[]) =>
    Math.max(0, ...need.map((label) => shareIn(label, covers)));
  const moved = needs.filter((need) => shareText(best(need, a)) !== shareText(best(need, b)));
  const text = (need: readonly Label[]) =>
    need
      .map(
        (label) => `${placeText(label)} (${shareText(shareIn(label, a))} → ${shareText(shareIn(label, b))})`,
      )
      .join(' or ');
  const more = moved.length > MOST_NEEDS ? [`${moved.length - MOST_NEEDS} more`] : [];
  const alike = needs.length - moved.length;
  return [
    ...moved.slice(0, MOST_NEEDS).map(text),
    ...more,
    ...(alike === 0 ? [] : [`${alike} held alike`]),
  ].join('; ');
}

function shareIn(label: Label, covers: readonly Cover[]): number {
  return Math.max(0, ...covers.map((cover) => heldShare(label, cover) ?? 0));
}

function placeText({ doc, start, end }: Label): string {
  return `${markdownText(doc)} ${start}–${end}`;
}

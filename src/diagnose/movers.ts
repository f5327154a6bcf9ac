import { overlaps } from '../measure/spans.js';
import type { Case, Hit, Label } from '../types.js';
import { type CaseView, placeOf, type Setting, spanOf } from './case-view.js';
import type { Mover } from './change-types.js';
import { heldBy, holds, rankIn } from './standing.js';

/** The hits among the first k that stand before a label in the lower run, and did not in the other one. Runs are aligned by page and place, never by chunk id. */
export function moversOf(
  item: Case,
  label: Label,
  lower: CaseView,
  other: CaseView,
  setting: Setting,
): readonly Mover[] {
  return setting.unit === 'page'
    ? pagesBefore(item, label, lower, other, setting)
    : chunksBefore(item, label, lower, other, setting);
}

function pagesBefore(
  item: Case,
  label: Label,
  lower: CaseView,
  other: CaseView,
  setting: Setting,
): readonly Mover[] {
  const rank = rankIn(lower, label, setting);
  const before = lower.pages.slice(0, Math.min(rank === null ? setting.k : rank - 1, setting.k));
  const rankThere = rankIn(other, label, setting) ?? Number.POSITIVE_INFINITY;
  return before.flatMap((page, i) => {
    if ((other.pageRanks.get(page) ?? Number.POSITIVE_INFINITY) < rankThere) return [];
    const hit = lower.hits.find(({ docId }) => docId === page)!;
    return [moverOf(hit, i + 1, pageGrade(item, page))];
  });
}

/**
 * Among the first k chunks each place is taken from another, so it is enough that the other run's first k do not touch it. Where the label lost nothing of
 * what is held, but stands lower, what comes after it took no place of it.
 */
function chunksBefore(
  item: Case,
  label: Label,
  lower: CaseView,
  other: CaseView,
  { k }: Setting,
): readonly Mover[] {
  const there = other.hits.slice(0, k);
  const here = lower.hits.slice(0, k);
  const kept = (heldBy(here, label) ?? 0) >= (heldBy(there, label) ?? 0);
  const isHeld = (hit: Hit) => holds(hit, label);
  // A page is there with its first chunk, a span with the last of its pieces.
  const last = spanOf(label) === null ? here.findIndex(isHeld) : here.findLastIndex(isHeld);
  return here.slice(0, kept && last >= 0 ? last : k).flatMap((hit, i) => {
    if (holds(hit, label) || there.some((one) => sameStretch(one, hit))) return [];
    return [moverOf(hit, i + 1, chunkGrade(item, hit))];
  });
}

function sameStretch(x: Hit, y: Hit): boolean {
  if (x.docId !== y.docId) return false;
  const [one, two] = [placeOf(x), placeOf(y)];
  return one === null || two === null || overlaps(one, two);
}

function moverOf({ chunkId, docId, start, end }: Hit, rank: number, grade: number | null): Mover {
  const place = start === undefined || end === undefined ? {} : { start, end };
  return { chunkId, doc: docId, ...place, rank, grade };
}

/** A grade below 0 says that nobody judged the page. */
function pageGrade(item: Case, page: string): number | null {
  return highest(item.labels.filter(({ doc }) => doc === page));
}

/** Where spans are labelled, the rest of the page is not. */
function chunkGrade(item: Case, hit: Hit): number | null {
  return highest(
    item.labels.filter((label) => (spanOf(label) === null ? label.doc === hit.docId : holds(hit, label))),
  );
}

function highest(labels: readonly Label[]): number | null {
  const grades = labels.map(({ grade }) => grade).filter((grade) => grade >= 0);
  return grades.length === 0 ? null : Math.max(...grades);
}

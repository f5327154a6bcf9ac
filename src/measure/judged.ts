import type { Case, FoundPage, Hit, Judged, Label } from '../types.js';
import { type Places, spansOf } from './span-view.js';

/** The pages of a chunk ranking, each once at the rank of its first chunk (ranks count pages from 1). */
export function pagesOf(hits: readonly Hit[]): readonly string[] {
  return [...new Set(hits.map((hit) => hit.docId))];
}

/** What metrics are computed from: the pages and places of the hits against the labels of the case. `places` are those of all chunks, where they are known. */
export function judged(item: Case, hits: readonly Hit[], places: Places | null = null): Judged {
  const pages = judgedPages(pagesOf(hits), gradesOf(item), needsOf(item));
  return { ...pages, spans: spansOf(item, hits, places) };
}

/** The same for pages that are known already, each once and best first. */
export function judgedPages(
  pages: readonly string[],
  grades: ReadonlyMap<string, number>,
  needs: readonly ReadonlySet<string>[],
): Judged {
  const found: FoundPage[] = [];
  pages.forEach((page, i) => {
    const grade = grades.get(page);
    if (grade !== undefined) found.push({ rank: i + 1, page, grade });
  });
  return { pages, retrieved: pages.length, grades, needs, found };
}

/** The best grade of every labelled page; a page with two spans is still one page. */
export function gradesOf(item: Case): ReadonlyMap<string, number> {
  const grades = new Map<string, number>();
  for (const { doc, grade } of item.labels) grades.set(doc, Math.max(grade, grades.get(doc) ?? grade));
  return grades;
}

/**
 * Each need as the set of pages that meet it. Labels with the same `need` are alternatives; without one the page itself is the
 * need, so two spans of one page are not two needs of a page ranking. Labels of grade 0 are needed by nobody.
 */
export function needsOf(item: Case): readonly ReadonlySet<string>[] {
  const needs = new Map<string, Set<string>>();
  for (const label of item.labels) {
    if (label.grade <= 0) continue;
    const key = needKey(label);
    needs.set(key, (needs.get(key) ?? new Set()).add(label.doc));
  }
  return [...needs.values()];
}

/** What a label is needed for, where k counts pages. */
export function needKey(label: Label): string {
  return label.need === undefined ? `page ${label.doc}` : `need ${label.need}`;
}

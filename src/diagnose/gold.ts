import { LabError } from '../errors.js';
import type { Case, Label, QaCase } from '../types.js';

/** A question with a reference answer, or a labelled query. */
export type Diagnosed = Case | QaCase;

/** What a query needs: any one of its labels. */
export type Need = { readonly name: string; readonly labels: readonly Label[] };

export function isQuestion(item: Diagnosed): item is QaCase {
  return 'citations' in item;
}

export function queryOf(item: Diagnosed): string {
  return isQuestion(item) ? item.question : item.query;
}

export function nameOf(item: Diagnosed): string {
  return `${isQuestion(item) ? 'question' : 'case'} "${item.id}"`;
}

/**
 * What is needed to answer. Of a case: labels with the same `need` are alternatives, each other labelled span is a need of its own, and so is each
 * other page; labels count from grade `rel` on, and where that is null from 2 on, or from 1 where the case has none of 2. Of a question: any of its cited pages,
 * since one may do.
 */
export function needsOfItem(item: Diagnosed, rel: number | null): readonly Need[] {
  if (isQuestion(item)) {
    if (item.unanswerable)
      throw new LabError(
        `question "${item.id}" is unanswerable, wanted one with citations; score it by whether the system abstains`,
      );
    return [{ name: 'answer', labels: item.citations.map((doc) => ({ doc, grade: 1 })) }];
  }
  const least = rel ?? (item.labels.some(({ grade }) => grade >= 2) ? 2 : 1);
  const needs = new Map<string, Label[]>();
  item.labels.forEach((label, i) => {
    if (label.grade < least) return;
    const key = keyOf(label, i);
    needs.set(key, [...(needs.get(key) ?? []), label]);
  });
  return [...needs].map(([name, labels]) => ({ name, labels }));
}

function keyOf({ need, start, end, doc }: Label, i: number): string {
  if (need !== undefined) return `need ${need}`;
  return start === undefined || end === undefined ? `page ${doc}` : `label ${i}`;
}

import type { Case, QaCase } from '../types.js';

/**
 * The answerable questions as cases, so that a retriever can be run over them: every cited page is a label with
 * grade 1. Unanswerable ones have nothing to be found and are left out; `dataset.qa` still lists them.
 */
export function qaAsCases(qa: readonly QaCase[]): readonly Case[] {
  return qa
    .filter((item) => !item.unanswerable)
    .map((item) => ({
      id: item.id,
      query: item.question,
      kind: 'question',
      labels: item.citations.map((doc) => ({ doc, grade: 1 })),
      fields: item.fields,
    }));
}

import type { Case } from '../types.js';

/** What is different between two versions of a set of cases. Grades are of pages: the highest of a page's labels, null where it has none. */
export type LabelChanges = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly rewritten: readonly string[];
  readonly grades: readonly {
    readonly caseId: string;
    readonly doc: string;
    readonly before: number | null;
    readonly after: number | null;
  }[];
  /** Pages whose grade stands and whose passages or needs are others. */
  readonly passages: readonly { readonly caseId: string; readonly doc: string }[];
};

export function labelChanges(before: readonly Case[], after: readonly Case[]): LabelChanges {
  const [old, now] = [byId(before), byId(after)];
  const both = after.filter(({ id }) => old.has(id));
  const pages = both.flatMap((item) => pagesOf(old.get(item.id)!, item));
  return {
    added: after.filter(({ id }) => !old.has(id)).map(({ id }) => id),
    removed: before.filter(({ id }) => !now.has(id)).map(({ id }) => id),
    rewritten: both.filter((item) => item.query !== old.get(item.id)!.query).map(({ id }) => id),
    grades: pages
      .filter((page) => page.before !== page.after)
      .map(({ caseId, doc, before: from, after: to }) => ({ caseId, doc, before: from, after: to })),
    passages: pages
      .filter((page) => page.before === page.after && page.moved)
      .map(({ caseId, doc }) => ({ caseId, doc })),
  };
}

function pagesOf(old: Case, now: Case) {
  const docs = [...new Set([...old.labels, ...now.labels].map(({ doc }) => doc))];
  return docs.map((doc) => {
    const [from, to] = [labelsOf(old, doc), labelsOf(now, doc)];
    return {
      caseId: now.id,
      doc,
      before: gradeOf(from),
      after: gradeOf(to),
      moved: JSON.stringify(from) !== JSON.stringify(to),
    };
  });
}

function labelsOf(item: Case, doc: string): readonly (readonly unknown[])[] {
  return item.labels
    .filter((label) => label.doc === doc)
    .map(({ grade, start, end, need }) => [grade, start ?? null, end ?? null, need ?? null] as const)
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function gradeOf(labels: readonly (readonly unknown[])[]): number | null {
  return labels.length === 0 ? null : Math.max(...labels.map(([grade]) => grade as number));
}

function byId(cases: readonly Case[]): ReadonlyMap<string, Case> {
  return new Map(cases.map((item) => [item.id, item]));
}

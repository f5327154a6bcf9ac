import type { Case, Json } from '../types.js';

/** What the first line of a file of cases says about how its labels were made. */
export type LabelsHeader = {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly arms_pooled: readonly string[];
  readonly pool_depth_pages: number;
  readonly judges: number;
  readonly passes: number;
  /** Between the first two passes, or the first two judges; null where one judge judged once. */
  readonly agreement: {
    readonly kind: string;
    readonly n: number;
    readonly observed: number;
    readonly weighted_kappa: number | null;
  } | null;
};

/** A file of cases as JSON lines. Facts of an earlier header that this one does not know stay. */
export function labelsText(cases: readonly Case[], header: LabelsHeader, before: Json = null): string {
  const kept = before !== null && typeof before === 'object' && !Array.isArray(before) ? before : {};
  const rows = cases.map(({ id, query, kind, fields, labels }) => ({
    id,
    query,
    kind,
    ...fields,
    relevant: labels.map(({ doc, grade, start, end, need }) => ({
      doc,
      grade,
      ...(start === undefined ? {} : { start, end }),
      ...(need === undefined ? {} : { need }),
    })),
  }));
  return [{ ...kept, ...header }, ...rows].map((one) => `${JSON.stringify(one)}\n`).join('');
}

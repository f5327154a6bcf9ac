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
export function labelsText(cases: readonly Case[], header: Json): string {
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
  return [header, ...rows].map((one) => `${JSON.stringify(one)}\n`).join('');
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * The first line of the new file. Where the pool was of every case, what it says takes the place of what was said before; where it was of some, what was said of the whole stays true of the rest, and
 * this pool stands beside it in `also_pooled`.
 */
export function headerLine(header: LabelsHeader, before: Json, isOfAll: boolean): Json {
  const kept = isObject(before) ? before : null;
  const { version, date, ...facts } = header;
  if (kept === null || isOfAll) return { ...kept, ...header };
  const known = kept['also_pooled'];
  const also = [...(Array.isArray(known) ? known : []), { date, ...facts }];
  return { ...kept, version, date, also_pooled: also };
}

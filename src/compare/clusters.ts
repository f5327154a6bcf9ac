import type { Case, PairedResult, Slicer } from '../types.js';

/** Sums and sizes of clusters of answered pairs: what the test flips where cases hang together. */
export type Clustered = { readonly sums: readonly number[]; readonly sizes: readonly number[] };

/** Which cluster each case belongs to, by case id. */
export function clusterIndex(cases: readonly Case[], cluster: Slicer): ReadonlyMap<string, string> {
  return new Map(cases.map((item) => [item.id, String(cluster(item))]));
}

/** The differences of each cluster added up, in the order in which clusters first come. */
export function clustered(rows: readonly PairedResult[], index: ReadonlyMap<string, string>): Clustered {
  const sums = new Map<string, number>();
  const sizes = new Map<string, number>();
  for (const { caseId, delta } of rows) {
    if (delta === null) continue;
    const name = index.get(caseId) ?? caseId;
    sums.set(name, (sums.get(name) ?? 0) + delta);
    sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  return { sums: [...sums.values()], sizes: [...sizes.values()] };
}

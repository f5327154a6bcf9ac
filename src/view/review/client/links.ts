import type { RankedHit } from '../review-types.js';

export type Link = { readonly a: number; readonly b: number; readonly same: boolean };

/**
 * Which hits of two rankings are joined by a line: those with the same stretch of a page, and where chunks are cut differently each hit with the one of the other
 * ranking that shares most characters with it, if that is half of the shorter one. Hits without a place are joined by page and chunk.
 */
export function linksOf(a: readonly RankedHit[], b: readonly RankedHit[]): readonly Link[] {
  const found = new Map<string, Link>();
  const add = (i: number, j: number) => {
    const [x, y] = [a[i]!, b[j]!];
    found.set(`${i} ${j}`, {
      a: i,
      b: j,
      same: x[2] === y[2] && x[3] === y[3] && (x[2] !== -1 || x[1] === y[1]),
    });
  };
  a.forEach((hit, i) => {
    const j = bestOf(hit, b);
    if (j !== null) add(i, j);
  });
  b.forEach((hit, j) => {
    const i = bestOf(hit, a);
    if (i !== null) add(i, j);
  });
  return [...found.values()];
}

function bestOf(hit: RankedHit, others: readonly RankedHit[]): number | null {
  let best: number | null = null;
  let most = 0;
  others.forEach((other, at) => {
    const shared = sharedOf(hit, other);
    if (shared > most) [best, most] = [at, shared];
  });
  return best;
}

/** Characters that two hits share, 0 where that is less than half of the shorter one. */
function sharedOf(x: RankedHit, y: RankedHit): number {
  if (x[0] !== y[0]) return 0;
  if (x[2] === -1 || y[2] === -1) return x[1] === y[1] ? 1 : 0;
  const shared = Math.min(x[3], y[3]) - Math.max(x[2], y[2]);
  return shared > 0 && 2 * shared >= Math.min(x[3] - x[2], y[3] - y[2]) ? shared : 0;
}

export type Heights = { readonly row: number; readonly open: number; readonly openAt: number | null };
export type Range = { readonly from: number; readonly to: number };

/** So many rows more are there above and below what is seen, so that scrolling finds them ready. */
const BEYOND = 12;

/** Where a row begins, in pixels below the list's own beginning. */
export function topOf(at: number, { row, open, openAt }: Heights): number {
  return at * row + (openAt !== null && at > openAt ? open : 0);
}

/** Which rows are to be there when the part of the list from `top` to `bottom` is seen. */
export function windowOf(n: number, heights: Heights, top: number, bottom: number): Range {
  const from = Math.max(0, rowAt(top, heights) - BEYOND);
  const to = Math.min(n, rowAt(bottom, heights) + 1 + BEYOND);
  return { from: Math.min(from, n), to: Math.max(to, Math.min(from, n)) };
}

/** The row that a pixel belongs to; an opened query is part of its row. */
function rowAt(y: number, { row, open, openAt }: Heights): number {
  const plain = Math.floor(y / row);
  if (openAt === null || plain <= openAt) return plain;
  return Math.max(openAt, Math.floor((y - open) / row));
}

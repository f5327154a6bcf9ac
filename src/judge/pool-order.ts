import { createHash } from 'node:crypto';

/** Pages in an order that hangs on seed, query id and page alone: neither on who found them, nor on how high. */
export function inHashOrder(pages: Iterable<string>, queryId: string, seed: number): readonly string[] {
  const keyed = [...new Set(pages)].map((page) => ({
    page,
    key: createHash('sha1').update(`${seed}\0${queryId}\0${page}`).digest('hex'),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ page }) => page);
}

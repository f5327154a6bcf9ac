import { countTokens } from './tokens.js';

/** The same chunks come back for many queries, and counting is slow. */
const sizes = new Map<string, number>();
const MOST_KEPT = 100_000;

/** The tokens of a chunk, in the encoding that budgets and costs are counted in; remembered. */
export function tokensOf(text: string): number {
  const known = sizes.get(text);
  if (known !== undefined) return known;
  if (sizes.size >= MOST_KEPT) sizes.clear();
  const size = countTokens(text);
  sizes.set(text, size);
  return size;
}

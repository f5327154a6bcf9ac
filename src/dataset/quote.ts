/** Where a quote stands in a page: once is a place, never and twice are not. */
export type QuotePlace =
  | { readonly found: 'once'; readonly start: number; readonly end: number }
  | { readonly found: 'never' }
  | { readonly found: 'often'; readonly starts: readonly number[] };

/** Finds a quote by exact characters; offsets in UTF-16 code units, overlapping occurrences counted. */
export function findQuote(text: string, quote: string): QuotePlace {
  const starts: number[] = [];
  for (let at = text.indexOf(quote); at !== -1 && quote !== ''; at = text.indexOf(quote, at + 1))
    starts.push(at);
  if (starts.length === 0) return { found: 'never' };
  if (starts.length > 1) return { found: 'often', starts };
  return { found: 'once', start: starts[0]!, end: starts[0]! + quote.length };
}

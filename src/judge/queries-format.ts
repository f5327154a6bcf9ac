/** How a file of queries is written: `pairs` are lines of id, tab, query; `lines` are queries alone. */
export type QueriesFormat = 'json' | 'jsonl' | 'csv' | 'tsv' | 'pairs' | 'lines';

export const ID_COLUMNS: readonly string[] = ['id', '_id', 'qid', 'query_id', 'query-id'];
export const QUERY_COLUMNS: readonly string[] = ['query', 'text'];

/** What columns are parted by elsewhere, and not here. */
const OTHER_DELIMITERS: readonly string[] = [';', '|'];

/** Tells the format by the first line that is not blank. */
export function queriesFormat(text: string): QueriesFormat {
  const first = firstLine(text);
  if (/^\s*\[/.test(first) && !isBracketed(first)) return 'json';
  if (/^\s*\{\s*(["}]|$)/.test(first)) return 'jsonl';
  if (first.includes('\t')) return isHeader(first.split('\t')) ? 'tsv' : 'pairs';
  return isHeader(first.split(',')) ? 'csv' : 'lines';
}

/** What parts the columns where the first line is a header by another sign than a comma or a tab; null where it is none. */
export function otherDelimiter(text: string): string | null {
  const first = firstLine(text);
  return OTHER_DELIMITERS.find((sign) => first.includes(sign) && isHeader(first.split(sign))) ?? null;
}

function firstLine(text: string): string {
  return text.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
}

/** A query that begins with words in brackets, such as `[docs] how to log`: whatever else begins so is a list, or meant to be one. */
function isBracketed(line: string): boolean {
  return /^\s*\[[^[\]{}"']*\]\s*[^\s,]/.test(line);
}

/** Names of columns that say where a query stands, and nothing that reads like a query itself. */
function isHeader(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim().toLowerCase().replace(/^"|"$/g, ''));
  if (!names.every((name) => /^[\w-]+$/.test(name))) return false;
  // A word alone may be a query, but hardly one of these.
  if (names.length === 1) return QUERY_COLUMNS.includes(names[0]!);
  const isIssues = names.includes('number') && names.includes('title');
  const hasId = names.some((name) => ID_COLUMNS.includes(name));
  return isIssues || names.includes('query') || (names.includes('text') && hasId);
}

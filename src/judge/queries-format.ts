/** How a file of queries is written: `pairs` are lines of id, tab, query; `lines` are queries alone. */
export type QueriesFormat = 'json' | 'jsonl' | 'csv' | 'tsv' | 'pairs' | 'lines';

export const ID_COLUMNS: readonly string[] = ['id', '_id', 'qid', 'query_id', 'query-id'];
export const QUERY_COLUMNS: readonly string[] = ['query', 'text'];

/** Tells the format by the first line that is not blank. */
export function queriesFormat(text: string): QueriesFormat {
  const first = text.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
  if (/^\s*\[\s*([{"\]]|$)/.test(first)) return 'json';
  if (/^\s*\{\s*(["}]|$)/.test(first)) return 'jsonl';
  if (first.includes('\t')) return isHeader(first.split('\t')) ? 'tsv' : 'pairs';
  return isHeader(first.split(',')) ? 'csv' : 'lines';
}

/** Names of columns that say where a query stands, and nothing that reads like a query itself. */
function isHeader(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim().toLowerCase().replace(/^"|"$/g, ''));
  if (names.length < 2 || !names.every((name) => /^[\w-]+$/.test(name))) return false;
  const isIssues = names.includes('number') && names.includes('title');
  const hasId = names.some((name) => ID_COLUMNS.includes(name));
  return isIssues || names.includes('query') || (names.includes('text') && hasId);
}

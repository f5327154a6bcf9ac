/** A spreadsheet takes a cell that begins so for a formula; one that looks guarded already is guarded too, so that it comes back as it was. */
export function needsGuard(cell: unknown): boolean {
  return typeof cell === 'string' && /^'*[=+\-@\t\r]/.test(cell);
}

/**
 * One line of a CSV file as RFC 4180 has it, ending with CR LF: a cell with a comma, a quote, a line end or white space at an end stands in quotes, what is unknown is empty, and a text that a
 * spreadsheet would take for a formula has an apostrophe before it, which `unguarded` takes off.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell as it was before it was written. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;
}

function csvCell(cell: unknown): string {
  if (cell === null) return '';
  const text = needsGuard(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

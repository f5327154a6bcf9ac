export type Cell = string | number | null;

/** A metric as people read it: three decimals, a dash for what is unknown. */
export function formatMetric(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}

/** Columns padded with spaces; a column of numbers stands to the right. Texts are made safe for a terminal. */
export function textTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [columns, ...rows].map((row) => row.map((cell) => plain(cell === null ? '–' : String(cell))));
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => width(row[i] ?? ''))));
  const right = columns.map((_, i) => rows.length > 0 && rows.every((row) => isNumeric(row[i])));
  const pad = (cell: string, i: number) => {
    const gap = ' '.repeat(widths[i]! - width(cell));
    return right[i] ? gap + cell : cell + gap;
  };
  const lines = cells.map((row) =>
    columns
      .map((_, i) => pad(row[i] ?? '', i))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((w) => '─'.repeat(w)).join('  ');
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** The same as a Markdown table. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const right = columns.map((_, i) => rows.length > 0 && rows.every((row) => isNumeric(row[i])));
  const line = (row: readonly Cell[]) => `| ${columns.map((_, i) => markdownCell(row[i])).join(' | ')} |`;
  return [
    line(columns),
    `| ${right.map((is) => (is ? '---:' : '---')).join(' | ')} |`,
    ...rows.map(line),
  ].join('\n');
}

/** Text that sits in a Markdown table or paragraph as itself: no markup, no HTML, no line breaks. */
export function markdownText(text: string): string {
  return plain(text).replace(/[\\`*_[\]<>|#~]/g, (char) => `\\${char}`);
}

/** Control characters (escape sequences, line breaks) and bidirectional overrides become visible or blank. */
export function plain(text: string): string {
  return text
    .replace(/[\t\r\n]+/g, ' ')
    .replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

/** Shortens to a number of columns, saying so with an ellipsis; never cuts a character in two. */
export function shorten(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let used = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += width(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A bar that is escaped already stays so: another backslash would undo it. */
function markdownCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '–';
  return plain(String(cell)).replace(/(\\*)\|/g, (bar, slashes: string) =>
    slashes.length % 2 === 1 ? bar : `${slashes}\\|`,
  );
}

function isNumeric(cell: Cell | undefined): boolean {
  return (
    cell === null ||
    cell === undefined ||
    typeof cell === 'number' ||
    /^[+−-]?\d[\d.,]*( ?%)?$|^–?$/.test(cell)
  );
}

/** Columns that a terminal gives a text: two for East Asian wide characters and emoji, none for marks. */
function width(text: string): number {
  let columns = 0;
  for (const char of text) {
    if (/\p{M}|\u200D|\uFE0F/u.test(char)) continue;
    columns +=
      /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}/u.test(
        char,
      )
        ? 2
        : 1;
  }
  return columns;
}

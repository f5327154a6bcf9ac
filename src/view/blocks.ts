import { type Cell, plain, textTable } from './tables.js';

/** A piece of a printed result, said once and rendered as text or as HTML. */
export type Block =
  | { readonly kind: 'lead'; readonly text: string }
  | { readonly kind: 'line'; readonly text: string; readonly indent?: number }
  | { readonly kind: 'gap' }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
    };

/** Where blocks are going to be read. */
export type Reader = {
  /** Run ids differ each time; a notebook that is run again would change by them alone. */
  readonly ids: boolean;
  /** Where to find what a list leaves out. */
  readonly rest: string;
  /** Columns for a query in a table. */
  readonly query: number;
};

export const TERMINAL: Reader = { ids: true, rest: '--json lists all', query: 70 };
export const NOTEBOOK_TEXT: Reader = { ids: false, rest: 'its `results` hold all', query: 70 };
export const NOTEBOOK_HTML: Reader = { ids: false, rest: 'its results hold all', query: 300 };

export const GAP: Block = { kind: 'gap' };

export function lead(text: string): Block {
  return { kind: 'lead', text };
}

export function line(text: string, indent = 0): Block {
  return { kind: 'line', text, indent };
}

export function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): Block {
  return { kind: 'table', columns, rows };
}

/** Safe for a terminal: whatever the texts hold, no control character but the line ends between blocks comes out. */
export function blocksText(blocks: readonly Block[]): string {
  return blocks.map(blockText).join('\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'gap':
      return '';
    case 'lead':
      return plain(block.text);
    case 'line':
      return ' '.repeat(block.indent ?? 0) + plain(block.text);
    case 'table':
      return textTable(block.columns, block.rows);
  }
}

/** For a notebook's output: no style of its own, since frontends strip it; everything from outside escaped. */
export function blocksHtml(blocks: readonly Block[]): string {
  return `<div>\n${blocks
    .map(blockHtml)
    .filter((html) => html !== '')
    .join('\n')}\n</div>`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'gap':
      return '';
    case 'lead':
      return `<p><strong>${escaped(block.text)}</strong></p>`;
    case 'line':
      return `<div>${'&nbsp;'.repeat(2 * (block.indent ?? 0))}${escaped(block.text)}</div>`;
    case 'table':
      return tableHtml(block.columns, block.rows);
  }
}

function tableHtml(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = columns.map((name) => `<th>${escaped(name)}</th>`).join('');
  const body = rows.map((row) => `<tr>${columns.map((_, i) => cellHtml(row[i])).join('')}</tr>`);
  return ['<table>', `<thead><tr>${head}</tr></thead>`, '<tbody>', ...body, '</tbody>', '</table>'].join(
    '\n',
  );
}

function cellHtml(cell: Cell | undefined): string {
  return `<td>${escaped(String(cell ?? '–'))}</td>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Frontends look for formulas in HTML too: "$HOME and $PATH" would become one. An element ends their search.
  $: '<span>$</span>',
  '\\': '<span>\\</span>',
};

/** A text inside an element or a quoted attribute of HTML. */
export function escaped(text: string): string {
  return plain(text).replace(/[&<>"'$\\]/g, (char) => ENTITIES[char]!);
}

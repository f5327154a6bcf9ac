import { plain } from '../view/tables.js';
import { type Cell, joined, type Lines, type Notebook, type Output } from './nbformat.js';

/** A notebook as Markdown, to read and to compare: its cells and what they said. Pictures stand there by their text. */
export function notebookMarkdown(notebook: Notebook): string {
  const parts = notebook.cells.flatMap(cellParts).filter((part) => part.trim() !== '');
  return `${parts.join('\n\n')}\n`;
}

function cellParts(cell: Cell): readonly string[] {
  const source = joined(cell.source);
  if (cell.cell_type === 'markdown') return [source.trim()];
  if (cell.cell_type !== 'code') return [fenced(source, '')];
  if (source.trim() === '') return [];
  return [fenced(visible(source), 'ts'), ...(cell.outputs ?? []).map(outputPart)];
}

function outputPart(output: Output): string {
  if (output.output_type === 'stream') return fenced(visible(joined(output.text)), 'text');
  if (output.output_type === 'error') return fenced(visible(`${output.ename}: ${output.evalue}`), 'text');
  const text = output.data['text/plain'];
  if (text !== undefined) return fenced(visible(joined(text as Lines)), 'text');
  return `*(${Object.keys(output.data).sort().join(', ')})*`;
}

/** What a cell printed, without what would move a cursor, turn the direction of reading, or draw over what stands there. */
function visible(text: string): string {
  return text.replace(/[^\n\t]+/g, plain);
}

/** Fenced by more backticks than the text has in a row, so that it cannot end the fence. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

import type { Json } from '../types.js';

/** Text as nbformat has it: whole, or as lines with their ends. */
export type Lines = string | readonly string[];

export type Data = { readonly [mime: string]: Json };
type Meta = { readonly [key: string]: Json };

export type Output =
  | { readonly output_type: 'stream'; readonly name: string; readonly text: Lines }
  | { readonly output_type: 'display_data'; readonly data: Data; readonly metadata: Meta }
  | {
      readonly output_type: 'execute_result';
      readonly data: Data;
      readonly metadata: Meta;
      readonly execution_count: number | null;
    }
  | {
      readonly output_type: 'error';
      readonly ename: string;
      readonly evalue: string;
      readonly traceback: readonly string[];
    };

export type Cell = {
  readonly cell_type: string;
  readonly id?: string;
  readonly source: Lines;
  readonly metadata: Meta;
  readonly outputs?: readonly Output[];
  readonly execution_count?: number | null;
  readonly attachments?: { readonly [name: string]: Data };
};

/** A notebook of nbformat 4, whatever its minor version. */
export type Notebook = {
  readonly nbformat: 4;
  readonly nbformat_minor: number;
  readonly metadata: Meta;
  readonly cells: readonly Cell[];
};

export function joined(lines: Lines): string {
  return typeof lines === 'string' ? lines : lines.join('');
}

/** Code cells that hold something to run, in order, each with its number from 1; Jupyter skips blank ones too. */
export function codeCells(
  notebook: Notebook,
): readonly { readonly cell: Cell; readonly position: number; readonly number: number }[] {
  return notebook.cells
    .map((cell, position) => ({ cell, position }))
    .filter(({ cell }) => cell.cell_type === 'code' && joined(cell.source).trim() !== '')
    .map((found, i) => ({ ...found, number: i + 1 }));
}

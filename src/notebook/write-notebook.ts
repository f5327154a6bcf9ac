import type { Json } from '../types.js';
import type { Cell, Data, Lines, Notebook, Output } from './nbformat.js';

/** A line with its end, as Python's `splitlines(True)` cuts, which knows more ends than `\n`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separators are control characters
const LINE = /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|$)/g;

/** A notebook as Jupyter writes it: keys sorted, one space of indent, texts as lists of lines, a newline at the end. */
export function notebookText(notebook: Notebook): string {
  const { metadata, cells } = notebook;
  const plain = {
    ...notebook,
    metadata: kept(metadata, ['orig_nbformat', 'signature']),
    cells: cells.map(cut),
  };
  return `${JSON.stringify(sorted(plain as unknown as Json), null, 1)}\n`;
}

function cut(cell: Cell): Cell {
  const { outputs, attachments } = cell;
  return {
    ...cell,
    metadata: kept(cell.metadata, ['trusted']) as Cell['metadata'],
    source: lines(cell.source),
    ...(outputs === undefined ? {} : { outputs: outputs.map(cutOutput) }),
    ...(attachments === undefined ? {} : { attachments: mapValues(attachments, cutData) }),
  };
}

function cutOutput(output: Output): Output {
  if (output.output_type === 'stream') return { ...output, text: lines(output.text) };
  if (output.output_type === 'error') return output;
  return { ...output, data: cutData(output.data) };
}

function cutData(data: Data): Data {
  const text = (mime: string) => mime.startsWith('text/') || TEXTS.has(mime);
  return mapValues(data, (value, mime) =>
    typeof value === 'string' && text(mime) ? (lines(value) as Json) : value,
  );
}

const TEXTS = new Set(['application/javascript', 'image/svg+xml']);

function lines(text: Lines): readonly string[] {
  const whole = typeof text === 'string' ? text : text.join('');
  return [...whole.matchAll(LINE)].map(([line]) => line).filter((line) => line !== '');
}

function kept(meta: { readonly [key: string]: Json }, dropped: readonly string[]): Json {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !dropped.includes(key)));
}

function sorted(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]),
  );
}

function mapValues<T, U>(
  record: { readonly [key: string]: T },
  change: (value: T, key: string) => U,
): { readonly [key: string]: U } {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

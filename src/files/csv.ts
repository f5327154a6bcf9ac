import { LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import { readText } from './text-lines.js';

/** One row by the names of its header, in lower case, with its line. */
export type TakeRow = (row: Readonly<Record<string, string>>, line: number) => void;

type Parsed = {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
};

/**
 * Rows of a CSV file with a header (RFC 4180: quotes, commas and line breaks within them), or of a TSV file, whose quotes mean nothing. White
 * space around a cell is no part of it, but within quotes.
 */
export async function readCsv(file: string, kind: 'csv' | 'tsv', take: TakeRow): Promise<void> {
  const { parse } = await import('csv-parse');
  const parser = parse({
    columns: (header: string[]) => columnsOf(header, file),
    delimiter: kind === 'csv' ? ',' : '\t',
    quote: kind === 'csv' ? '"' : null,
    skip_empty_lines: true,
    trim: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
  });
  const reading = readText(file, (text) => void parser.write(text))
    .then(() => parser.end())
    .catch((thrown: Error) => void parser.destroy(thrown));
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) take(record, info.lines);
    await reading;
  } catch (thrown) {
    throw faultOf(file, kind, thrown);
  }
}

function columnsOf(header: readonly string[], file: string): string[] {
  const names = header.map((name) => name.trim().toLowerCase());
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice === undefined) return names;
  throw new LabError(
    `${shownPath(file)}:1: has the column "${twice}" twice, wanted each once; rename or drop one`,
  );
}

function faultOf(file: string, kind: string, thrown: unknown): LabError {
  if (thrown instanceof LabError) return thrown;
  const { lines } = thrown as { readonly lines?: number };
  // What stands in the file is left out: it may be a log that nobody may print.
  const what = messageOf(thrown)
    .replace(/ on field "(?:[^"\\]|\\.)*"/, '')
    .replace(/, value is "(?:[^"\\]|\\.)*"/, '')
    .replace(/[.;,]?\s*$/, '');
  return new LabError(
    `${shownPath(file)}:${lines ?? 1}: cannot be read as ${kind.toUpperCase()} (${what}); correct the line`,
  );
}

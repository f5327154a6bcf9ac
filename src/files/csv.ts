import { LabError, messageOf } from '../errors.js';
import { shownPath } from '../project.js';
import { readBytes } from './bytes.js';

/** One row by the names of its header, in lower case, with its line. */
export type TakeRow = (row: Readonly<Record<string, string>>, line: number) => void;

/** Rows of a CSV file with a header (RFC 4180: quotes, commas and line breaks within them), or of a TSV file, whose quotes mean nothing. */
export async function readCsv(file: string, kind: 'csv' | 'tsv', take: TakeRow): Promise<void> {
  const { parse } = await import('csv-parse');
  const parser = parse({
    columns: (header: readonly string[]) => header.map((name) => name.trim().toLowerCase()),
    delimiter: kind === 'csv' ? ',' : '\t',
    quote: kind === 'csv' ? '"' : null,
    skip_empty_lines: true,
    trim: kind === 'tsv',
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
  });
  const where = shownPath(file);
  const fault = (thrown: unknown) => {
    if (thrown instanceof LabError) return thrown;
    const { lines } = thrown as { readonly lines?: number };
    const what = messageOf(thrown).replace(/[.;,]?\s*$/, '');
    return new LabError(
      `${where}:${lines ?? 1}: cannot be read as ${kind.toUpperCase()} (${what}); correct the line`,
    );
  };
  const reading = readBytes(file, (bytes) => void parser.write(Buffer.from(bytes)))
    .then(() => parser.end())
    .catch((thrown: Error) => void parser.destroy(thrown));
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      readonly record: Readonly<Record<string, string>>;
      readonly info: { readonly lines: number };
    }>)
      take(record, info.lines);
    await reading;
  } catch (thrown) {
    throw fault(thrown);
  }
}

import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { readBytes } from './bytes.js';

/** One line with its number from 1, without its end. */
export type TakeLine = (text: string, line: number) => void;

/** Reads a text file line by line, plain or gzip; LF, CRLF and CR end a line. Throws a LabError where it is no UTF-8. */
export async function readLines(file: string, take: TakeLine): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  let line = 0;
  const cut = (text: string, final: boolean) => {
    // A CR at the end of a piece may be half of a CRLF.
    const whole = rest + text;
    const end = final || !whole.endsWith('\r') ? whole.length : whole.length - 1;
    const lines = whole.slice(0, end).split(/\r\n|\n|\r/);
    rest = lines.pop()! + whole.slice(end);
    for (const one of lines) take(one, ++line);
  };
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new LabError(`${shownPath(file)}:${line + 1}: is no UTF-8 text from here on; save it as UTF-8`);
    }
  };
  await readBytes(file, (bytes) => cut(decode(bytes), false));
  cut(decode(), true);
  if (rest !== '') take(rest, line + 1);
}

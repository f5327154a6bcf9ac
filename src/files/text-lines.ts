import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { readBytes } from './bytes.js';
import { readLineBytes } from './gathered.js';

/** One line with its number from 1, without its end. */
export type TakeLine = (text: string, line: number) => void;

class NoText extends Error {}

/** Reads a text file in pieces, plain or gzip. Throws a LabError with the line where it is no UTF-8, or holds a NUL byte. */
export async function readText(file: string, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    await readBytes(file, (bytes) => take(decoded(decoder, bytes)));
    take(decoded(decoder));
  } catch (thrown) {
    throw thrown instanceof NoText ? await faultOf(file) : thrown;
  }
}

function decoded(decoder: TextDecoder, bytes?: Uint8Array): string {
  let text: string;
  try {
    text = bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    throw new NoText();
  }
  if (text.includes('\0')) throw new NoText();
  return text;
}

/** A piece says only that there is a fault in it, so the file is read once more for the line. */
async function faultOf(file: string): Promise<LabError> {
  let line = 0;
  let fault: string | null = null;
  await readLineBytes(file, (bytes, start, end) => {
    line++;
    const own = bytes.subarray(start, end);
    if (fault !== null) return;
    if (own.includes(0)) fault = `${line}: holds a NUL byte, wanted UTF-8 text; check the file`;
    else if (!isUtf8(own)) fault = `${line}: is no UTF-8 text, wanted UTF-8; save it as UTF-8`;
  });
  return new LabError(`${shownPath(file)}:${fault}`);
}

/** Reads a text file line by line, plain or gzip; LF, CRLF and CR end a line. Throws a LabError where it is no UTF-8. */
export async function readLines(file: string, take: TakeLine): Promise<void> {
  let rest = '';
  let line = 0;
  let endedInCr = false;
  await readText(file, (text) => {
    if (text === '') return;
    // The LF of a CRLF that was cut in two ends no line of its own.
    const lines = text.slice(endedInCr && text.startsWith('\n') ? 1 : 0).split(/\r\n|\n|\r/);
    endedInCr = text.endsWith('\r');
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    for (const one of lines) take(one, ++line);
  });
  if (rest !== '') take(rest, line + 1);
}

import { plain } from './tables.js';

/** A terminal that is not wide. */
export const COLUMNS = 100;

/** Each text broken between words, so that a line has at most a hundred columns; a word that is longer has a line of its own. */
export function wrapped(texts: readonly string[]): string {
  return texts.flatMap((text) => broken(text, COLUMNS)).join('\n');
}

/** The same, set in by four blanks. */
export function indented(text: string): readonly string[] {
  return broken(text, COLUMNS - 4).map((line) => `    ${line}`);
}

function broken(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of plain(text).split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

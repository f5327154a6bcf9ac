import { plain, shorten } from '../tables.js';

/** A text on one line, made safe, and no longer than so many columns; only the beginning of a very long one is read. */
export function brief(text: string, columns: number): string {
  return shorten(plain(text.slice(0, 4 * columns)), columns);
}

/** So much of a run's name or a slice's is shown in a sentence. */
export const NAME = 80;

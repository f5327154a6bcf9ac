import { LABEL_SIZE } from './paper.js';
import { fit, pixelsOf, wrapWords } from './text-width.js';

/** A name in at most so many lines; what is left over is cut off with an ellipsis. */
export function nameLines(name: string, pixels: number, most = 2): readonly string[] {
  const lines = wrapWords(name, LABEL_SIZE, pixels);
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most - 1);
  return [...kept, fit(lines.slice(most - 1).join(' '), LABEL_SIZE, pixels)];
}

/** Pixels of the widest line. */
export function widest(lines: readonly string[]): number {
  return Math.max(0, ...lines.map((line) => pixelsOf(line, LABEL_SIZE)));
}

/**
 * How wide a text comes out, in ems, without a font to ask: a bit more than DejaVu Sans takes, which is the widest of the
 * usual sans-serifs, so that what fits by this estimate fits with any of them.
 */
export function emsOf(text: string): number {
  let ems = 0;
  for (const char of text) ems += emsOfChar(char);
  return ems;
}

const NARROW = /[ .,:;'’|!iIjl·()[\]/\\]/;
const SLIM = /[frt"“”*\-–]/;
const WIDE = /[mwMW@%—−+=<>±→≤≥▲▼…&]/;
const CAPITAL = /[A-HJ-LN-VX-Z#_0-9]/;
const FULL =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}/u;

function emsOfChar(char: string): number {
  if (/\p{M}|\u200D|\uFE0F/u.test(char)) return 0;
  if (FULL.test(char)) return 1.1;
  if (NARROW.test(char)) return 0.36;
  if (SLIM.test(char)) return 0.44;
  if (WIDE.test(char)) return 0.92;
  return CAPITAL.test(char) ? 0.68 : 0.61;
}

/** Width in pixels at a font size. */
export function pixelsOf(text: string, fontSize: number): number {
  return emsOf(text) * fontSize;
}

const BREAK = /(?<! =) (?!= )/; // never within "n = 108"

/** Breaks a text at its spaces into lines no wider than given; a word that is wider alone is shortened. */
export function wrap(text: string, fontSize: number, pixels: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(BREAK)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && pixelsOf(longer, fontSize) <= pixels) lines[lines.length - 1] = longer;
    else lines.push(fit(word, fontSize, pixels));
  }
  return lines;
}

/** The text, or as much of its beginning as there is room for, with an ellipsis. */
export function fit(text: string, fontSize: number, pixels: number): string {
  if (pixelsOf(text, fontSize) <= pixels) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (pixelsOf(`${kept}${segment}…`, fontSize) > pixels) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The same for a name: it may also break after an underscore, a hyphen, a dot or a slash. */
export function wrapWords(name: string, fontSize: number, pixels: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of name.split(/(?<=[_\-./ ])/)) {
    const last = lines.at(-1);
    if (last !== undefined && pixelsOf((last + piece).trim(), fontSize) <= pixels)
      lines[lines.length - 1] = last + piece;
    else lines.push(fit(piece, fontSize, pixels));
  }
  return lines.map((line) => line.trim());
}

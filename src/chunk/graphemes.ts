const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Tells whether a text can be cut before an offset (UTF-16 code units) without parting what is read as one character. */
export type CanCut = (at: number) => boolean;

/** How far back a beginning is looked for: longer than any character, though not than any run of flags. */
const FURTHEST = 1024;

/**
 * Asks for the boundaries of user-perceived characters: no surrogate pair, base and combining mark, joined emoji, flag or
 * CR-LF is parted. The segmenter is slow, the more so the longer its text, so it is asked only where a neighbour could
 * combine at all, and about no more than what stands before since the last place where none could.
 */
export function canCutIn(text: string): CanCut {
  return (at) => {
    if (at <= 0 || at >= text.length || neverJoined(text, at)) return true;
    let from = at - 1;
    while (from > 0 && at - from < FURTHEST && !neverJoined(text, from)) from--;
    if (from > 0 && isLow(text.charCodeAt(from)) && at - from > 1) from++;
    // What a character joins on to is decided by what stands before it and by itself.
    return segmenter.segment(text.slice(from, at + 2)).containing(at - from)?.index === at - from;
  };
}

function neverJoined(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return standsAlone(before) && standsAlone(after) && !(before === 0x0d && after === 0x0a);
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Scripts whose characters combine with nothing of their own kind: Latin, Greek, Cyrillic, letters of Hebrew and Arabic, CJK, Hangul syllables. */
function standsAlone(code: number): boolean {
  if (code < 0x300) return true;
  if (code < 0x590) return code >= 0x370 && !(code >= 0x483 && code <= 0x489);
  if (code < 0x3000) return (code >= 0x5d0 && code <= 0x5ea) || (code >= 0x620 && code <= 0x64a);
  if (code < 0xac00)
    return (
      code < 0xa000 &&
      !(code >= 0x302a && code <= 0x3030) &&
      !(code >= 0x3099 && code <= 0x309a) &&
      code !== 0x303d
    );
  return code <= 0xd7a3;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Tells whether a text can be cut before an offset (UTF-16 code units) without parting what is read as one character. */
export type CanCut = (at: number) => boolean;

/**
 * Asks for the boundaries of user-perceived characters: no surrogate pair, base and combining mark, joined emoji, flag or
 * CR-LF is parted. The segmenter is slow, so it is asked only where a neighbour could combine at all.
 */
export function canCutIn(text: string): CanCut {
  let segments: Intl.Segments | null = null;
  return (at) => {
    if (at <= 0 || at >= text.length) return true;
    const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
    if (before === 0x0d && after === 0x0a) return false;
    if (standsAlone(before) && standsAlone(after)) return true;
    segments ??= segmenter.segment(text);
    return segments.containing(at)?.index === at;
  };
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

/**
 * Order by code points, as Python and UTF-8 byte order have it. JavaScript's `<` compares UTF-16 units and so puts
 * astral characters (surrogates, from U+D800) before U+E000 to U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Lifts surrogate units above the rest of the basic plane, where their code points belong. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

type Stretch = { readonly start: number; readonly end: number };

/** The blocks of a text that blank lines part, without the blanks around them. */
export function paragraphsIn(text: string): readonly Stretch[] {
  return [...text.matchAll(/\S(?:(?!\r?\n[ \t]*\r?\n)[\s\S])*/g)].map(({ 0: block, index }) => ({
    start: index,
    end: index + block.trimEnd().length,
  }));
}

/** The paragraph by so many after (or before) the one that is selected; where none is, the first that begins at or after an offset. */
export function paragraphBeside(
  text: string,
  by: 1 | -1,
  selected: Stretch | null,
  from: number,
): Stretch | null {
  const all = paragraphsIn(text);
  const first = all.findIndex(({ end }) => end > (selected?.start ?? from));
  const at = selected === null ? first : first + by;
  return all[Math.max(0, Math.min(at, all.length - 1))] ?? null;
}

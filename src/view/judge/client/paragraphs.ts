type Stretch = { readonly start: number; readonly end: number };

/** The blocks of a text that blank lines part, without the blanks around them; of a table each row, since one row answers and not the table. */
export function paragraphsIn(text: string): readonly Stretch[] {
  return [...text.matchAll(/\S(?:(?!\r?\n[ \t]*\r?\n)[\s\S])*/g)].flatMap(({ 0: block, index }) =>
    rowsApart(block).map((part) => ({
      start: index + part.start,
      end: index + part.end,
    })),
  );
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

/** A block whole where it holds no row of a table, else its rows and the lines between them. */
function rowsApart(block: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let isOpen = false;
  for (const { 0: line, index } of block.matchAll(/[^\r\n]+/g)) {
    const end = index + line.trimEnd().length;
    const isRow = /^[ \t]*\|/.test(line);
    if (isOpen && !isRow) stretches[stretches.length - 1] = { ...stretches.at(-1)!, end };
    else stretches.push({ start: index + (line.length - line.trimStart().length), end });
    isOpen = !isRow;
  }
  return stretches;
}

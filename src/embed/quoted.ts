/** The beginning of a text, on one line, to be recognised by. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line.slice(0, 120)];
  return letters.length > 48 ? `"${letters.slice(0, 48).join('')}…"` : `"${line}"`;
}

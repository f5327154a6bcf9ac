/** What is wrong with a stretch that is to be marked in a page's text, after "the span"; null where nothing is. */
export function spanFault(start: number, end: number, text: string): string | null {
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= text.length))
    return `is not in the page of ${text.length} characters; mark it again`;
  if (text.slice(start, end).trim() === '')
    return 'holds only blanks, wanted text that answers; mark it again';
  if (cutsCharacter(text, start) || cutsCharacter(text, end)) return 'cuts a character in two; mark it again';
  return null;
}

/** Whether an offset stands between the two halves of a surrogate pair. */
function cutsCharacter(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** A stretch of a text, in UTF-16 offsets. */
export type Stretch = { readonly start: number; readonly end: number };

/** Whether what was found is meant, by what stands before and after it. */
export type Accept = (found: string, before: string, after: string) => boolean;

/** How far around it is looked for what else is said. */
const AROUND = 48;

/** Where a form stands in a text, as far as it is accepted. */
export function matches(text: string, form: RegExp, accept: Accept = () => true): readonly Stretch[] {
  return [...text.matchAll(form)].flatMap((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const before = text.slice(Math.max(0, start - AROUND), start);
    return accept(match[0], before, text.slice(end, end + AROUND)) ? { start, end } : [];
  });
}

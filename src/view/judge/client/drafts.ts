import type { KeyedTexts } from './texts.js';

/** A stretch that a judge marked; it gets its grade with the page, or has one of its own that was recorded elsewhere. */
export type Mark = {
  readonly start: number;
  readonly end: number;
  readonly need?: string;
  readonly grade?: number;
};
export type Draft = { readonly marks: readonly Mark[]; readonly note: string };

export const EMPTY: Draft = { marks: [], note: '' };

/** What was marked and noted on pages that have no grade yet; kept, by page version, until they have. */
export class Drafts {
  private readonly texts: KeyedTexts;
  private readonly scope: string;

  constructor(texts: KeyedTexts, scope: string) {
    this.texts = texts;
    this.scope = scope;
  }

  get(pair: string, digest: string): Draft | null {
    try {
      const kept = JSON.parse(this.texts.get(this.key(pair, digest)) ?? 'null') as Partial<Draft> | null;
      return kept !== null &&
        Array.isArray(kept.marks) &&
        kept.marks.every(isMark) &&
        typeof kept.note === 'string'
        ? { marks: kept.marks, note: kept.note }
        : null;
    } catch {
      return null;
    }
  }

  set(pair: string, digest: string, draft: Draft): void {
    this.texts.set(this.key(pair, digest), JSON.stringify(draft));
  }

  remove(pair: string, digest: string): void {
    this.texts.remove(this.key(pair, digest));
  }

  private key(pair: string, digest: string): string {
    return `${this.scope}draft ${digest} ${pair}`;
  }
}

function isMark(value: unknown): value is Mark {
  const { start, end, need, grade } = (value ?? {}) as { [Key in keyof Mark]?: unknown };
  return (
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    (need === undefined || typeof need === 'string') &&
    (grade === undefined || Number.isInteger(grade))
  );
}

/**
 * Marks with one more, in their order; those that it touches become one with it, under the first name of a part that they have. It has a grade of its own, the highest of theirs,
 * where all of them have.
 */
export function withMark(marks: readonly Mark[], start: number, end: number): readonly Mark[] {
  const touched = marks.filter((mark) => mark.start <= end && start <= mark.end);
  const need = touched.find((mark) => mark.need !== undefined)?.need;
  const grades = touched.flatMap((mark) => mark.grade ?? []);
  const own = touched.length > 0 && grades.length === touched.length;
  const merged = {
    start: Math.min(start, ...touched.map((mark) => mark.start)),
    end: Math.max(end, ...touched.map((mark) => mark.end)),
    ...(need === undefined ? {} : { need }),
    ...(own ? { grade: Math.max(...grades) } : {}),
  };
  const apart = marks.filter((mark) => !touched.includes(mark));
  return [...apart, merged].sort((a, b) => a.start - b.start);
}

/** A selection without the blanks around it; null where nothing else is in it. */
export function trimmed(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | null {
  const part = text.slice(start, end);
  const core = part.trim();
  if (core === '') return null;
  const from = start + (part.length - part.trimStart().length);
  return { start: from, end: from + core.length };
}

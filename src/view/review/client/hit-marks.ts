import type { RankedHit, Ranking, ReviewCase, ReviewRow } from '../review-types.js';

export type HitMark = {
  /** In the unit that k counts; null for a further chunk of a page that stands above. */
  readonly rank: number | null;
  /** The best grade of a label that it holds some of, or of its page where either has no place; null where nothing is labelled. */
  readonly grade: number | null;
  /** Its page is labelled, and what is labelled stands elsewhere in it. */
  readonly samePage: boolean;
  readonly mover: boolean;
};

/** What is to be said of each hit of a ranking. */
export function marksOf(
  ranking: Ranking,
  item: ReviewCase,
  { labels, status }: Pick<ReviewRow, 'labels' | 'status'>,
  side: 'a' | 'b',
  unit: 'page' | 'chunk',
): readonly HitMark[] {
  // What moved where the case did not get lower explains nothing of it.
  const explains = (status === 'worse' && side === 'b') || (status === 'better' && side === 'a');
  const movers = new Set(
    labels.flatMap(({ lowerIn, movedBy }) => (explains && lowerIn === side ? movedBy : [])),
  );
  const seen = new Set<number>();
  return ranking.hits.map((hit, i) => {
    const again = seen.has(hit[0]);
    seen.add(hit[0]);
    const rank = unit === 'chunk' ? i + 1 : again ? null : seen.size;
    const onPage = item.labels.filter(({ doc }) => doc === hit[0]);
    const held = onPage.filter((label) => holds(hit, label));
    return {
      rank,
      grade: held.length === 0 ? null : Math.max(...held.map(({ grade }) => grade)),
      samePage: held.length === 0 && onPage.length > 0,
      mover: movers.has(i),
    };
  });
}

export function holds(
  [, , start, end]: RankedHit,
  label: { readonly start?: number; readonly end?: number },
): boolean {
  if (start === -1 || label.start === undefined || label.end === undefined) return true;
  return start < label.end && label.start < end;
}

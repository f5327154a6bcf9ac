import { charsOf, coverOf, overlaps, sharedChars, sharedOf } from '../measure/spans.js';
import type { Hit, Label, Place } from '../types.js';
import { type CaseView, placeOf, type Setting, spanOf } from './case-view.js';
import type { Piece, Reach, Standing } from './change-types.js';

/** Whether a hit holds some of what is labelled. Where no span, or no place, is known, any chunk of the page does. */
export function holds(hit: Hit, label: Label): boolean {
  if (hit.docId !== label.doc) return false;
  const [span, place] = [spanOf(label), placeOf(hit)];
  return span === null || place === null || overlaps(span, place);
}

/** The rank that counts: of the page among pages, or of the first chunk that holds some of it. */
export function rankIn(view: CaseView, label: Label, { unit }: Pick<Setting, 'unit'>): number | null {
  if (unit === 'page') return view.pageRanks.get(label.doc) ?? null;
  return firstRank(view.hits, label);
}

export function reachOf(view: CaseView, rank: number | null, k: number): Reach {
  if (view.failed) return 'failed';
  if (rank === null) return 'not retrieved';
  return rank <= k ? 'in the top k' : 'below k';
}

/** Where a label stands in one run. */
export function standingOf(view: CaseView, label: Label, setting: Setting): Standing {
  const rank = rankIn(view, label, setting);
  const pieces = piecesAmong(view.hits, label);
  const first = view.hits.find((hit) =>
    setting.unit === 'page' ? hit.docId === label.doc : holds(hit, label),
  );
  return {
    reach: reachOf(view, rank, setting.k),
    pageRank: view.pageRanks.get(label.doc) ?? null,
    chunkRank: firstRank(view.hits, label),
    score: first?.score ?? null,
    heldWithinK: heldBy(view.hits.slice(0, setting.k), label),
    heldWithinDepth: heldBy(view.hits, label),
    pieces,
    stages: (view.result.stages ?? []).map(({ name, hits }) => ({
      stage: name,
      rank: rankAmong(hits, label, setting),
    })),
  };
}

/** The rank in any list of hits, in the unit that counts. */
export function rankAmong(
  hits: readonly Hit[],
  label: Label,
  { unit }: Pick<Setting, 'unit'>,
): number | null {
  if (unit === 'chunk') return firstRank(hits, label);
  const pages = new Set<string>();
  for (const { docId } of hits) {
    pages.add(docId);
    if (docId === label.doc) return pages.size;
  }
  return null;
}

/** The largest share of a span that one of the first k chunks holds alone. */
export function bestWithinK({ pieces }: Standing, k: number): number {
  return pieces.reduce(
    (best, { share, rank }) => (rank !== null && rank <= k ? Math.max(best, share) : best),
    0,
  );
}

function firstRank(hits: readonly Hit[], label: Label): number | null {
  const at = hits.findIndex((hit) => holds(hit, label));
  return at === -1 ? null : at + 1;
}

/** What several chunks hold counts once. Null where the place of a hit of the page is not known. */
export function heldBy(hits: readonly Hit[], label: Label): number | null {
  const span = spanOf(label);
  if (span === null) return null;
  const places: Place[] = [];
  for (const hit of hits) {
    if (hit.docId !== label.doc) continue;
    const place = placeOf(hit);
    if (place === null) return null;
    places.push(place);
  }
  const cover = coverOf([span]);
  return sharedChars(cover, coverOf(places)) / charsOf(cover);
}

function piecesAmong(hits: readonly Hit[], label: Label): readonly Piece[] {
  const span = spanOf(label);
  if (span === null) return [];
  return hits.flatMap((hit, i) => {
    const place = placeOf(hit);
    const shared = place === null ? 0 : sharedOf(span, place);
    if (place === null || shared === 0) return [];
    const { start, end } = place;
    return [{ chunkId: hit.chunkId, start, end, share: shared / (span.end - span.start), rank: i + 1 }];
  });
}

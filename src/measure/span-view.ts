import { LabError } from '../errors.js';
import type { Case, ChunkSet, Hit, Judged, Place, SpanLabel, Spans } from '../types.js';
import { type Cover, coverOf, overlaps, sharedChars } from './spans.js';

/** Where each chunk of a set stands, by its id and by its page. */
export type Places = {
  readonly byId: ReadonlyMap<string, Place>;
  readonly byDoc: ReadonlyMap<string, readonly Place[]>;
  readonly texts: ReadonlyMap<string, string>;
};

export function placesOf(chunks: ChunkSet): Places {
  const byId = new Map<string, Place>();
  const byDoc = new Map<string, Place[]>();
  for (const { id, docId, start, end } of chunks.chunks) {
    const place = { doc: docId, start, end };
    byId.set(id, place);
    const others = byDoc.get(docId);
    if (others === undefined) byDoc.set(docId, [place]);
    else others.push(place);
  }
  const texts = new Map(chunks.chunks.map(({ id, text }) => [id, text]));
  return { byId, byDoc, texts };
}

/** Hits with the place of each, where it is known: from the hit itself, else from the chunks that were searched. */
export function withPlaces(hits: readonly Hit[], places: Places | null): readonly Hit[] {
  return hits.map((hit) => {
    const place = hit.start === undefined ? places?.byId.get(hit.chunkId) : undefined;
    return place === undefined ? hit : { ...hit, start: place.start, end: place.end };
  });
}

/** The hits as places against the labelled spans of the case; null where a hit's place is not known. */
export function spansOf(item: Case, hits: readonly Hit[], places: Places | null): Spans | null {
  const retrieved = hits.flatMap(({ docId, start, end }) =>
    start === undefined || end === undefined ? [] : [{ doc: docId, start, end }],
  );
  if (retrieved.length < hits.length) return null;
  const labels = item.labels.flatMap(({ doc, start, end, grade, need }, i): readonly SpanLabel[] =>
    start === undefined || end === undefined ? [] : [{ doc, start, end, grade, need: need ?? `label ${i}` }],
  );
  const holding = places === null ? null : holdingPlaces(labels, places);
  return { retrieved, texts: textsOf(hits, places), labels, holding };
}

function textsOf(hits: readonly Hit[], places: Places | null): readonly string[] | null {
  if (places === null) return null;
  const texts = hits.flatMap((hit) => places.texts.get(hit.chunkId) ?? []);
  return texts.length < hits.length ? null : texts;
}

function holdingPlaces(labels: readonly SpanLabel[], { byDoc }: Places): readonly Place[] {
  const docs = [...new Set(labels.map((label) => label.doc))];
  return docs.flatMap((doc) =>
    (byDoc.get(doc) ?? []).filter((place) => labels.some((label) => overlaps(place, label))),
  );
}

/** What a span metric is computed from; a LabError where the places of hits are not known. */
export function spansIn({ spans }: Judged, name: string): Spans {
  if (spans !== null && spans !== undefined) return spans;
  throw new LabError(
    `${name} needs the place of every hit, found hits without start and end, wanted them; give the retriever its chunkSet, or put both into its hits`,
  );
}

/**
 * The spans that are asked for, from a grade on. Of alternatives (labels that share a need) it is the one that what was retrieved covers best, the
 * first where several are covered alike: any one of them will do.
 */
export function wantedCover({ labels }: Spans, retrieved: Cover, rel: number): Cover {
  const best = new Map<string, { label: SpanLabel; share: number }>();
  for (const label of labels) {
    if (label.grade < rel) continue;
    const share = sharedChars(coverOf([label]), retrieved) / (label.end - label.start);
    const known = best.get(label.need);
    if (known === undefined || share > known.share) best.set(label.need, { label, share });
  }
  return coverOf([...best.values()].map(({ label }) => label));
}

/** All labelled spans from a grade on, whichever need they meet. */
export function relevantCover({ labels }: Spans, rel: number): Cover {
  return coverOf(labels.filter((label) => label.grade >= rel));
}

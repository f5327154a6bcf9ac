import { TOLERANCE } from '../measure/protocol.js';
import type { Place } from '../types.js';
import { type CaseView, placeOf, spanOf } from './case-view.js';
import type { Happened, LabelChange } from './change-types.js';
import { percent, spanName } from './evidence-words.js';
import { type KnownChunk, largestPiece, piecesOf } from './known-chunks.js';
import { type Question, standingIn } from './lost-labels.js';

const MOST_PIECES = 4;

/** What the chunks themselves did to a label: no chunk covers it, or their boundaries cut it. */
export function byBoundary(
  { item, labels, lower, other, setting }: Question,
  i: number,
): readonly Happened[] {
  const label = labels[i]!;
  const missing =
    standingIn(label, lower.side).reach === 'not retrieved'
      ? uncovered(label, spanOf(item.labels[i]!), lower)
      : null;
  if (missing !== null) return [{ what: 'not covered', in: lower.side, label: i, evidence: missing }];
  // Where pages count, each labelled span of the page is of interest.
  const spans = labels.filter(
    (one, j) => j === i || (setting.unit === 'page' && one.doc === label.doc && one.grade >= setting.rel),
  );
  const evidence = spans.flatMap((one) => cut(one, lower, other) ?? []);
  return evidence.length === 0
    ? []
    : [{ what: 'cut', in: lower.side, label: i, evidence: evidence.join('; ') }];
}

function uncovered(label: LabelChange, span: Place | null, { run, chunks }: CaseView): string | null {
  if (run.corpusPages !== null && !Object.hasOwn(run.corpusPages, label.doc))
    return `${label.doc} is none of the pages that ${run.name} searched`;
  if (!chunks.whole) return null;
  if (span === null) return chunks.byDoc.has(label.doc) ? null : `no chunk of ${run.name} is of ${label.doc}`;
  return largestPiece(span, chunks) > 0 ? null : `no chunk of ${run.name} holds any of ${spanName(label)}`;
}

/** A boundary that stood in both runs changed nothing, so the largest pieces are compared. */
function cut(label: LabelChange, lower: CaseView, other: CaseView): string | null {
  const span = spanOf(label);
  if (span === null) return null;
  const [largest, otherLargest] = [largestPiece(span, lower.chunks), largestPiece(span, other.chunks)];
  if (largest === 0 || largest >= 1 || largest >= otherLargest - TOLERANCE) return null;
  const pieces = piecesOf(span, lower.chunks);
  const known = lower.chunks.whole ? 'chunks' : 'the known chunks';
  const held = pieces
    .slice(0, MOST_PIECES)
    .map((piece) => `${percent(piece.share)} (${placeText(piece, lower)})`);
  const more = pieces.length > MOST_PIECES ? ` and ${pieces.length - MOST_PIECES} more` : '';
  return `${known} of ${lower.run.name} hold ${spanName(label)} in pieces of ${held.join(', ')}${more}; one of ${other.run.name} holds ${percent(otherLargest)}`;
}

function placeText(piece: KnownChunk, { hits }: CaseView): string {
  const at = hits.findIndex((hit) => {
    const place = placeOf(hit);
    return place?.doc === piece.doc && place.start === piece.start && place.end === piece.end;
  });
  return at === -1 ? 'no hit' : `hit ${at + 1}`;
}

import { TOLERANCE } from '../measure/protocol.js';
import type { Hit, Label } from '../types.js';
import type { Bucket } from './buckets.js';
import { spanOf } from './case-view.js';
import type { CutContext } from './context.js';
import { heldBy, holds } from './standing.js';

/** Where one label is, before any answer is looked at. Ranks count chunks from 1 and are null where it is not among the hits. */
export type LabelPlace = {
  readonly doc: string;
  readonly start?: number;
  readonly end?: number;
  readonly grade: number;
  readonly bucket: Extract<Bucket, 'retrieval' | 'ranking' | 'other chunk' | 'cut' | 'reached context'>;
  /** Of the first chunk of its page. */
  readonly pageRank: number | null;
  /** Of the first chunk that holds some of the span. */
  readonly rank: number | null;
  /** The share of the span that the context holds; null without a span, or where the places of hits are not known: the page alone is then looked at. */
  readonly held: number | null;
  /** The same of all hits. */
  readonly heldByAll: number | null;
};

/** How far a label came; a span counts as there from a share of `least` on. */
export function labelPlace(
  label: Label,
  hits: readonly Hit[],
  context: CutContext,
  least: number,
): LabelPlace {
  const held = heldBy(context.hits, label);
  const span = spanOf(label);
  return {
    doc: label.doc,
    ...(span === null ? {} : { start: span.start, end: span.end }),
    grade: label.grade,
    bucket: bucketOf(label, hits, context, held, least),
    pageRank: rankOf(hits, (hit) => hit.docId === label.doc),
    rank: rankOf(hits, (hit) => holds(hit, label)),
    held,
    heldByAll: heldBy(hits, label),
  };
}

function bucketOf(
  label: Label,
  hits: readonly Hit[],
  context: CutContext,
  held: number | null,
  least: number,
): LabelPlace['bucket'] {
  const ofPage = ({ docId }: Hit) => docId === label.doc;
  if (!hits.some(ofPage)) return 'retrieval';
  if (!context.hits.some(ofPage)) return 'ranking';
  if (held === null || held >= least - TOLERANCE) return 'reached context';
  return held > 0 || isCutOff(label, hits, context) ? 'cut' : 'other chunk';
}

/** Whether a budget ends within a chunk that holds some of the span, before it comes. */
function isCutOff(label: Label, hits: readonly Hit[], { cutAt }: CutContext): boolean {
  return cutAt !== null && holds(hits[cutAt - 1]!, label);
}

function rankOf(hits: readonly Hit[], is: (hit: Hit) => boolean): number | null {
  const at = hits.findIndex(is);
  return at === -1 ? null : at + 1;
}

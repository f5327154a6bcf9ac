import { judged } from '../measure/judged.js';
import { TOLERANCE } from '../measure/protocol.js';
import type { Places } from '../measure/span-view.js';
import type { Case, Hit, Label, Metric, PairedResult } from '../types.js';
import type { RankingCut } from './ranking-cut.js';
import { onlyHere, unjudgedHits } from './unjudged-hits.js';

type Hits = { readonly a: readonly Hit[]; readonly b: readonly Hit[] };

/** One case of two runs, whose metric can be computed again as if it had more labels. */
export class MoreLabels {
  private readonly metric: Metric;
  private readonly item: Case;
  private readonly cut: RankingCut;
  private readonly hits: Hits;

  constructor(metric: Metric, item: Case, cut: RankingCut, hits: Hits) {
    this.metric = metric;
    this.item = item;
    this.cut = cut;
    this.hits = hits;
  }

  /** Whether the recorded values come out with the labels as they are. */
  agrees({ a, b }: PairedResult): boolean {
    const near = (x: number | null, y: number | null) => x !== null && Math.abs(x - y!) <= TOLERANCE;
    return near(this.value('a', []), a) && near(this.value('b', []), b);
  }

  /** Both values with all unjudged pages relevant that only one run shows within the cut, at the best grade that the case has; null where there is none. */
  favouring(side: 'a' | 'b'): { readonly a: number; readonly b: number } | null {
    const unjudged = (of: 'a' | 'b') => unjudgedHits(this.item, this.hits[of], this.cut);
    const only = onlyHere(unjudged(side), unjudged(side === 'a' ? 'b' : 'a'));
    if (only.length === 0) return null;
    const labels = only.map((hit) => this.labelOf(hit));
    return { a: this.value('a', labels) ?? 0, b: this.value('b', labels) ?? 0 };
  }

  private labelOf({ docId, start, end }: Hit): Label {
    const grade = Math.max(this.cut.rel, ...this.item.labels.map((label) => label.grade));
    const place = this.cut.unit === 'chunk' && start !== undefined && end !== undefined ? { start, end } : {};
    return { doc: docId, grade, ...place };
  }

  private value(side: 'a' | 'b', more: readonly Label[]): number | null {
    const item = { ...this.item, labels: [...this.item.labels, ...more] };
    const hits = this.hits[side];
    try {
      return this.metric.value(judged(item, hits, placesOf(hits, this.cut)));
    } catch {
      return null; // The texts or places that the metric asks for are not on record.
    }
  }
}

/** The chunks of the hits alone: enough for a budget of tokens, and null where their texts are not known or not asked for. */
function placesOf(hits: readonly Hit[], { tokens, textOf }: RankingCut): Places | null {
  if (tokens === null) return null;
  const texts = new Map<string, string>();
  for (const hit of hits) {
    const text = textOf(hit);
    if (text === undefined) return null;
    texts.set(hit.chunkId, text);
  }
  return { byId: new Map(), byDoc: new Map(), texts };
}

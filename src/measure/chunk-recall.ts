import type { Metric } from '../types.js';
import { nameOf, share } from './relevant.js';
import { spansIn } from './span-view.js';
import { coverOf, sharedChars } from './spans.js';

/** A chunk counts for a span from this share of it on, unless a metric names another. */
export const SPAN_HELD = 0.5;

/**
 * `chunk_recall@k`: the share of needs for which one of the first k chunks alone holds at least half of a labelled span; `chunk_recall(0.8)@k` asks for four
 * fifths. A span that is cut into smaller parts is found by none of them, which is the point: nobody answers from a third of a sentence.
 */
export function chunkRecall(k: number, rel = 1, held = SPAN_HELD): Metric {
  const name = nameOf(`chunk_recall${held === SPAN_HELD ? '' : `(${held})`}`, k, rel);
  return {
    name,
    k,
    binary: false,
    needsSpans: true,
    value: (judged) => {
      const { labels, retrieved } = spansIn(judged, name);
      const relevant = labels.filter((label) => label.grade >= rel);
      const top = retrieved.slice(0, k).map((place) => coverOf([place]));
      const met = relevant.filter((label) =>
        top.some((cover) => sharedChars(coverOf([label]), cover) >= held * (label.end - label.start) - 1e-9),
      );
      const needs = (of: typeof relevant) => new Set(of.map((label) => label.need)).size;
      return share(needs(met), needs(relevant));
    },
    ceiling: () => 1,
  };
}

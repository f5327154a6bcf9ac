import type { Judged, Metric, Place } from '../types.js';
import { nameOf, share } from './relevant.js';
import { relevantCover, spansIn, wantedCover } from './span-view.js';
import { charsOf, charsOfAll, coverOf, sharedChars } from './spans.js';
import { withinBudget } from './token-budget.js';

/**
 * Metrics over characters of the labelled spans and of the first k chunks, so that one labelled set scores every chunking. k counts chunks. Characters that
 * several chunks hold are counted once, but in Chroma's precision. A case with nothing relevant has 0.
 */
type Value = (judged: Judged, top: readonly Place[], rel: number) => number;

function spanMetric(word: string, cut: Cut, rel: number, value: Value): Metric {
  const budget = typeof cut === 'number' ? null : cut.tokens;
  const name = nameOf(word, budget === null ? (cut as number) : `${budget}tok`, rel);
  const topOf = (judged: Judged) => {
    const spans = spansIn(judged, name);
    return budget === null ? spans.retrieved.slice(0, cut as number) : withinBudget(spans, budget, name);
  };
  return {
    name,
    k: budget === null ? (cut as number) : null,
    ...(budget === null ? {} : { tokens: budget }),
    binary: false,
    needsSpans: true,
    value: (judged) => value(judged, topOf(judged), rel),
    ceiling: () => 1,
  };
}

/** The first k chunks, or as many as a budget of tokens holds: big chunks do not win by their size then. */
export type Cut = number | { readonly tokens: number };

/** `span_recall@k`, `span_recall@2000tok`: the share of the labelled characters that the first k chunks hold; of alternatives the best covered one counts. */
export function spanRecall(cut: Cut, rel = 1): Metric {
  return spanMetric('span_recall', cut, rel, ({ spans }, top) => {
    const held = coverOf(top);
    const wanted = wantedCover(spans!, held, rel);
    return share(sharedChars(wanted, held), charsOf(wanted));
  });
}

/** `span_precision@k`: the share of the characters in the first k chunks that are labelled, alternatives too. */
export function spanPrecision(cut: Cut, rel = 1): Metric {
  return spanMetric('span_precision', cut, rel, ({ spans }, top) => {
    const held = coverOf(top);
    return share(sharedChars(relevantCover(spans!, rel), held), charsOf(held));
  });
}

/** `span_iou@k`: characters both labelled and held by those that are either (Jaccard 1901). */
export function spanIou(cut: Cut, rel = 1): Metric {
  return spanMetric('span_iou', cut, rel, ({ spans }, top) => {
    const held = coverOf(top);
    const wanted = wantedCover(spans!, held, rel);
    const both = sharedChars(wanted, held);
    return share(both, charsOf(wanted) + charsOf(held) - both);
  });
}

/** `chroma_recall@k`: as in Chroma's chunking evaluation (Smith and Troynikov 2024): every labelled span is asked for, overlapping labels counted as often. */
export function chromaRecall(k: number, rel = 1): Metric {
  return spanMetric('chroma_recall', k, rel, ({ spans }, top) => {
    const labels = spans!.labels.filter((label) => label.grade >= rel);
    return share(sharedChars(coverOf(labels), coverOf(top)), charsOfAll(labels));
  });
}

/** `chroma_precision@k`: the same source's: labelled characters that are held, once, by those of all k chunks, overlaps as often as they come. */
export function chromaPrecision(k: number, rel = 1): Metric {
  return spanMetric('chroma_precision', k, rel, ({ spans }, top) =>
    share(sharedChars(relevantCover(spans!, rel), coverOf(top)), charsOfAll(top)),
  );
}

/** `chroma_iou@k`: the same source's: labelled characters that are held by those of all k chunks and the labelled ones that are not held. */
export function chromaIou(k: number, rel = 1): Metric {
  return spanMetric('chroma_iou', k, rel, ({ spans }, top) => {
    const labelled = relevantCover(spans!, rel);
    const both = sharedChars(labelled, coverOf(top));
    return share(both, charsOfAll(top) + charsOf(labelled) - both);
  });
}

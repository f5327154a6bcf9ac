import { LabError } from '../errors.js';
import type { Metric } from '../types.js';
import { nameOf, share } from './relevant.js';
import { relevantCover, spansIn } from './span-view.js';
import { charsOf, coverOf, overlaps, sharedChars } from './spans.js';

/**
 * `precision_omega`: the precision over characters if every chunk came back that holds some of a labelled span, and no other: what the cuts allow, whatever the
 * retriever (Smith and Troynikov 2024). Labelled characters that no chunk holds count against it. It looks at the chunks, not at the ranking.
 */
export function precisionOmega(rel = 1): Metric {
  const name = nameOf('precision_omega', null, rel);
  return {
    name,
    k: null,
    binary: false,
    needsSpans: true,
    value: (judged) => {
      const spans = spansIn(judged, name);
      if (spans.holding === null)
        throw new LabError(
          `${name} looks at all chunks, found none recorded with the run, wanted the retriever's chunkSet; name it among the metrics when the run is made`,
        );
      const labelled = relevantCover(spans, rel);
      const labels = spans.labels.filter((label) => label.grade >= rel);
      const holding = coverOf(
        spans.holding.filter((place) => labels.some((label) => overlaps(place, label))),
      );
      const both = sharedChars(labelled, holding);
      return both === 0 ? 0 : share(both, charsOf(holding) + charsOf(labelled) - both);
    },
    ceiling: () => 1,
  };
}

import { tokensOf } from '../chunk/token-size.js';
import { DEFAULT_ENCODING, tokenOffsets } from '../chunk/tokens.js';
import { LabError } from '../errors.js';
import type { Judged, Metric, Place, Spans } from '../types.js';
import { spansIn } from './span-view.js';

/** What token budgets are counted in; part of the protocol. */
export const BUDGET_TOKENIZER = DEFAULT_ENCODING;

/** The places of the hits in their order, as far as a budget of tokens goes: the one that does not fit whole is cut between characters. */
export function withinBudget(spans: Spans, tokens: number, name: string): readonly Place[] {
  const texts = textsIn(spans, name);
  const places: Place[] = [];
  let left = tokens;
  for (const [i, place] of spans.retrieved.entries()) {
    if (left <= 0) break;
    const size = tokensOf(texts[i]!);
    places.push(size <= left ? place : { ...place, end: place.start + tokenOffsets(texts[i]!)[left]! });
    left -= size;
  }
  return places;
}

/**
 * `budget_filled@2000tok`: how much of the budget the ranking filled, from 0 to 1. Below 1 the ranking ended first, and a deeper one might hold more: it stands
 * beside every metric over a budget.
 */
export function budgetFilled(tokens: number): Metric {
  const name = `budget_filled@${tokens}tok`;
  return {
    name,
    k: null,
    tokens,
    binary: false,
    needsSpans: true,
    value: (judged: Judged) => {
      const texts = textsIn(spansIn(judged, name), name);
      let filled = 0;
      for (const text of texts) if (filled < tokens) filled += tokensOf(text);
      return Math.min(1, filled / tokens);
    },
    ceiling: () => 1,
  };
}

function textsIn({ texts }: Spans, name: string): readonly string[] {
  if (texts !== null) return texts;
  throw new LabError(
    `${name} counts the tokens of the chunks, found none recorded with the run, wanted the retriever's chunkSet; name it among the metrics when the run is made`,
  );
}

import { pagesOf } from '../measure/judged.js';
import { isFailed } from '../measure/summarize.js';
import type { Hit, Label, Place, Result, Run } from '../types.js';
import type { Side, Unit } from './change-types.js';
import type { KnownChunks } from './known-chunks.js';

/** What is the same for all cases of two runs. */
export type Setting = { readonly unit: Unit; readonly k: number; readonly rel: number };

/** One case in one run, with its pages ranked once. */
export type CaseView = {
  readonly side: Side;
  readonly run: Run;
  readonly result: Result;
  readonly hits: readonly Hit[];
  readonly pages: readonly string[];
  readonly pageRanks: ReadonlyMap<string, number>;
  readonly failed: boolean;
  readonly chunks: KnownChunks;
};

/** A run that was read without its hits still has the ranks of the labelled pages. */
export function caseView(side: Side, run: Run, result: Result, chunks: KnownChunks): CaseView {
  const { hits } = result;
  const pages = pagesOf(hits);
  const recorded = hits.length > 0 ? [] : Object.entries(result.ranks);
  const pageRanks = new Map<string, number>(pages.map((page, i) => [page, i + 1]));
  for (const [page, rank] of recorded) if (rank !== null) pageRanks.set(page, rank);
  return { side, run, result, hits, pages, pageRanks, failed: isFailed(result), chunks };
}

/** The stretch that a label marks; null where it names a page alone, or nothing of it. */
export function spanOf({ doc, start, end }: Label): Place | null {
  return start === undefined || end === undefined || end <= start ? null : { doc, start, end };
}

export function placeOf({ docId, start, end }: Hit): Place | null {
  return start === undefined || end === undefined ? null : { doc: docId, start, end };
}

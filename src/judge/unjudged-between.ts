import { unjudgedInBoth } from '../compare/unjudged.js';
import {
  type ExtremesOptions,
  type UnjudgedExtremes,
  unjudgedExtremes,
} from '../compare/unjudged-extremes.js';
import { builtInMetric } from '../measure/registry.js';
import type { Comparison, Run } from '../types.js';
import { ActiveJudging } from './active-judging.js';
import type { PoolItem } from './pool.js';

/** What nobody judged between two runs: what it could do to their comparison, and what to judge first. */
export type UnjudgedBetween = {
  /** Known also where the comparison, made of runs without their hits, could not tell. */
  readonly pages: NonNullable<Comparison['unjudged']>;
  /** Or why they cannot be told. */
  readonly extremes: UnjudgedExtremes | { readonly unknown: string };
  /** In an order that does not say who showed them; none where nothing could change, or a metric is not of pages. */
  readonly judgeFirst: readonly PoolItem[];
};

export type BetweenOptions = ExtremesOptions & {
  readonly onSharedCases?: boolean;
  /** How many pages to name. Default 3. */
  readonly first?: number;
};

/** Every page is weighed by computing the metric four times. */
const MOST_QUERIES = 500;

/** Null where every page within the cut has a label, so that nothing is left to say. */
export function unjudgedBetween(
  a: Run,
  b: Run,
  comparison: Comparison,
  { first = 3, onSharedCases = false, ...options }: BetweenOptions = {},
): UnjudgedBetween | null {
  if (allJudged(comparison)) return null;
  const { metric, results } = comparison;
  const pages = unjudgedInBoth(a, b, metric, results);
  const extremes = unjudgedExtremes(a, b, comparison, options);
  if (typeof extremes === 'string') return { pages, extremes: { unknown: extremes }, judgeFirst: [] };
  const known = builtInMetric(metric);
  const ofPages = known?.needsSpans !== true && known?.tokens === undefined;
  const open = extremes.verdictCouldChange ?? extremes.signCouldChange;
  if (!open || !ofPages || results.length > MOST_QUERIES) return { pages, extremes, judgeFirst: [] };
  const items = new ActiveJudging(a, b, { metric, onSharedCases }).next(first);
  const moving = items.filter(({ weight }) => weight > 0);
  return { pages, extremes, judgeFirst: moving.map(({ caseId, query, page }) => ({ caseId, query, page })) };
}

/** Whether the comparison says so itself, so that no hit need be read. Of a metric of passages it only knows the first pages. */
export function allJudged({ metric, unjudged }: Comparison): boolean {
  return (
    builtInMetric(metric)?.needsSpans !== true && unjudged?.a?.unjudged === 0 && unjudged.b?.unjudged === 0
  );
}

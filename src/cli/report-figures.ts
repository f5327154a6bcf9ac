import { costsOf } from '../measure/costs.js';
import type { Comparison, Figure, Run } from '../types.js';
import { differences } from '../view/differences.js';
import { pairedDifferences } from '../view/paired-differences.js';
import { paretoFront } from '../view/pareto-front.js';
import { recallAtK } from '../view/recall-at-k.js';
import { recallByKind } from '../view/recall-by-kind.js';

const MOST_PAIRED = 4; // a page with more pictures of queries is not read
const FEWEST_POINTS = 3; // two runs need no picture to be held against their costs

/**
 * The pictures of a report, the leaderboard first. None shows a latency, since a report is the same bytes each time. Where there are many
 * comparisons, only the best and the worst by difference are drawn query by query.
 */
export function reportFigures(
  primary: string,
  runs: readonly Run[],
  comparisons: readonly Comparison[],
): readonly Figure[] {
  return [
    ...(comparisons.length >= 2 ? [differences(comparisons)] : []),
    recallByKind(runs, { metric: primary }),
    recallAtK(runs),
    ...costFigure(primary, runs),
    ...pairedOnes(comparisons).map(pairedDifferences),
  ];
}

function costFigure(primary: string, runs: readonly Run[]): readonly Figure[] {
  const known = runs.filter((run) => costsOf(run).contextTokens !== null);
  if (known.length < FEWEST_POINTS) return [];
  return [paretoFront(runs, { metric: costMetric(primary, runs[0]!.metrics), against: 'tokens' })];
}

/** A metric over a budget of tokens is not bought with the tokens of the first k chunks: then it is the first other one that was recorded. */
function costMetric(primary: string, recorded: readonly string[]): string {
  const budgeted = (name: string) => /@\d+tok\b/.test(name);
  if (!budgeted(primary)) return primary;
  return recorded.find((name) => !budgeted(name)) ?? primary;
}

function pairedOnes(comparisons: readonly Comparison[]): readonly Comparison[] {
  if (comparisons.length <= MOST_PAIRED) return comparisons;
  const known = comparisons.filter((one) => one.delta !== null);
  const ordered = [...known].sort((a, b) => b.delta! - a.delta!);
  return ordered.length < 2 ? ordered : [ordered[0]!, ordered.at(-1)!];
}

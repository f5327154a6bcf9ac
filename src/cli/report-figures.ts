import { costsOf } from '../measure/costs.js';
import { builtInMetric } from '../measure/registry.js';
import type { Comparison, Figure, Run } from '../types.js';
import { differences } from '../view/differences.js';
import { pairedDifferences } from '../view/paired-differences.js';
import { paretoFront } from '../view/pareto-front.js';
import { recallAtK } from '../view/recall-at-k.js';
import { recallByKind } from '../view/recall-by-kind.js';

const MOST_PAIRED = 4; // a page with more pictures of queries is not read
const FEWEST_POINTS = 3; // two runs need no picture to be held against their costs

/**
 * The pictures of a report, the leaderboard first. None shows a latency, since a report is the same bytes each time. A comparison in which no query moved has no picture;
 * of many others only the best and the worst by difference are drawn query by query.
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
  return [paretoFront(runs, { metric: primary, against: costOf(primary, runs) })];
}

/** A metric over a budget of tokens is not bought with the tokens of the first k chunks, since all runs spend the budget: then it is held against the size of the index. */
function costOf(primary: string, runs: readonly Run[]): 'tokens' | 'index' {
  const budgeted = builtInMetric(primary)?.tokens !== undefined;
  return budgeted && runs.some((run) => costsOf(run).indexBytes !== null) ? 'index' : 'tokens';
}

function pairedOnes(comparisons: readonly Comparison[]): readonly Comparison[] {
  const moved = comparisons.filter(({ better, worse, failed }) => better + worse + failed > 0);
  if (moved.length <= MOST_PAIRED) return moved;
  const known = moved.filter((one) => one.delta !== null);
  const ordered = [...known].sort((a, b) => b.delta! - a.delta!);
  return ordered.length < 2 ? ordered : [ordered[0]!, ordered.at(-1)!];
}

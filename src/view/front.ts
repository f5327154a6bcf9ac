import { LabError } from '../errors.js';
import { TOLERANCE } from '../measure/protocol.js';

/** What something is worth, and what it costs; any units. */
export type FrontPoint = { readonly value: number; readonly cost: number };

/**
 * The Pareto front: the points that no other beats, by rising cost. A point is beaten by one that is at least as good and costs
 * less, or that is better and costs the same. Values within 1e-9 are the same; points that are the same in both stand or fall
 * together. Throws a LabError where a number is not finite.
 */
export function frontOf<Point extends FrontPoint>(points: readonly Point[]): readonly Point[] {
  for (const { value, cost } of points)
    if (!Number.isFinite(value) || !Number.isFinite(cost))
      throw new LabError(
        `frontOf: a point has the value ${value} and the cost ${cost}, wanted two finite numbers; leave it out`,
      );
  let bestCheaper = Number.NEGATIVE_INFINITY;
  return levels(points).flatMap((level) => {
    const best = Math.max(...level.map(({ value }) => value));
    const beaten = (value: number) => bestCheaper >= value - TOLERANCE || best > value + TOLERANCE;
    const kept = level.filter(({ value }) => !beaten(value));
    bestCheaper = Math.max(bestCheaper, best);
    return kept;
  });
}

/** Points of one cost together, the cheapest first. */
function levels<Point extends FrontPoint>(points: readonly Point[]): readonly (readonly Point[])[] {
  const byCost = new Map<number, Point[]>();
  for (const point of points) byCost.set(point.cost, [...(byCost.get(point.cost) ?? []), point]);
  return [...byCost].sort(([a], [b]) => a - b).map(([, level]) => level);
}

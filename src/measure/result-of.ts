import { LabError, messageOf } from '../errors.js';
import type { Case, Hit, Judged, Metric, Repeat, Result } from '../types.js';
import type { Filled } from './fill-budget.js';
import { gradesOf, judged, pagesOf } from './judged.js';
import { isBuiltIn } from './registry.js';
import { contextTokens } from './run-costs.js';
import type { Outcome } from './search-once.js';
import type { Places } from './span-view.js';
import { isFailed } from './summarize.js';

/** One case's outcome in numbers. A failed search has null for every metric. */
export function resultOf(
  item: Case,
  outcome: Outcome,
  metrics: readonly Metric[],
  k: number,
  places: Places | null = null,
  budgetHits: readonly Hit[] = outcome.hits,
): Result {
  const pages = pagesOf(outcome.hits);
  const rank = (page: string) => (pages.includes(page) ? pages.indexOf(page) + 1 : null);
  return {
    caseId: item.id,
    kind: item.kind,
    query: item.query,
    ...outcome,
    pageCount: pages.length,
    ...(isFailed(outcome) ? {} : contextTokens(outcome.hits.slice(0, k), places)),
    metrics: valuesOf(item, outcome, metrics, places, budgetHits),
    ranks: Object.fromEntries(
      [...gradesOf(item)].filter(([, grade]) => grade > 0).map(([page]) => [page, rank(page)]),
    ),
  };
}

/**
 * Several searches for one case as one result: each metric is the mean over those that were answered, hits and ranks are of the first of them.
 * Failed repeats are told in the message, and the case has failed where all of them did.
 */
export function repeatedResult(
  item: Case,
  searches: readonly Filled[],
  metrics: readonly Metric[],
  k: number,
  places: Places | null = null,
): Result {
  const outcomes = searches.map((search) => search.outcome);
  const repeats = searches.map(
    ({ outcome, budgetHits }): Repeat => ({
      status: outcome.status,
      message: outcome.message,
      metrics: valuesOf(item, outcome, metrics, places, budgetHits),
      latencyMs: outcome.latencyMs,
    }),
  );
  const answered = outcomes.filter((outcome) => !isFailed(outcome));
  const first = resultOf(item, answered[0] ?? outcomes[0]!, metrics, k, places);
  if (answered.length === 0) return { ...first, repeats };
  const mean = (name: string) => {
    const values = repeats.flatMap((one) => one.metrics[name] ?? []);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const lost = outcomes.length - answered.length;
  const message =
    lost === 0 ? null : `${lost} of ${outcomes.length} repeats failed: ${outcomes.find(isFailed)!.message}`;
  return {
    ...first,
    message,
    metrics: Object.fromEntries(metrics.map(({ name }) => [name, mean(name)])),
    repeats,
  };
}

function valuesOf(
  item: Case,
  outcome: Outcome,
  metrics: readonly Metric[],
  places: Places | null,
  budgetHits: readonly Hit[],
): Result['metrics'] {
  if (isFailed(outcome)) return Object.fromEntries(metrics.map((one) => [one.name, null]));
  const seen = judged(item, outcome.hits, places);
  const seenDeeper = budgetHits === outcome.hits ? seen : judged(item, budgetHits, places);
  return Object.fromEntries(
    metrics.map((one) => [one.name, valueIn(one, one.tokens === undefined ? seen : seenDeeper, item)]),
  );
}

/** A metric that fails is a fault of its own, and no answer of the retriever: it stops the run, which can then be resumed. */
function valueIn(one: Metric, seen: Judged, item: Case): number {
  try {
    return one.value(seen);
  } catch (thrown) {
    if (thrown instanceof LabError && isBuiltIn(one)) throw thrown;
    throw new LabError(
      `case "${item.id}": ${thrown instanceof LabError ? thrown.message : `metric "${one.name}" failed (${messageOf(thrown)}), wanted a number; mend it and run again`}`,
    );
  }
}

import { LabError } from '../errors.js';
import { type Progress, progress } from '../progress.js';
import type { Case, Dataset, Result, Retriever, Run, RunHeader, Search } from '../types.js';
import { type Filled, fillBudget, largestBudget } from './fill-budget.js';
import { inOrder } from './in-order.js';
import { differingSetting } from './made-alike.js';
import { repeatedResult, resultOf } from './result-of.js';
import { runCosts } from './run-costs.js';
import { runHeader } from './run-header.js';
import { type Outcome, searchOnce } from './search-once.js';
import { type EvaluateOptions, type Settings, settle } from './settle.js';
import { shortRun } from './short-run.js';
import { type Places, withPlaces } from './span-view.js';
import { isFailed } from './summarize.js';

/**
 * Runs one retriever over labelled cases. Every case becomes a result: one that throws is an `error`, one that is late a
 * `timeout`, and the run goes on. The order in which answers come changes nothing but latencies.
 */
export async function evaluate(
  retriever: Retriever | Search,
  over: Dataset | readonly Case[],
  options: EvaluateOptions = {},
): Promise<Run> {
  const searcher: Retriever =
    typeof retriever === 'function' ? { search: retriever, name: retriever.name || 'search' } : retriever;
  const cases = 'cases' in over ? over.cases : over;
  const settings = settle(searcher, cases, options);
  const fresh = runHeader(searcher, over, settings, options);
  const earlier = options.resume === undefined ? null : reopened(options, fresh);
  const header = earlier ?? { ...fresh, costs: await runCosts(searcher) };
  if (earlier === null) options.store?.begin(header, cases);
  const kept = (earlier?.results ?? []).filter((result) => !(options.retryFailed && isFailed(result)));
  const done = new Map(kept.map((result) => [result.caseId, result]));
  return runCases(searcher, cases, header, settings, options, done);
}

async function runCases(
  retriever: Retriever,
  cases: readonly Case[],
  header: RunHeader,
  settings: Settings,
  options: EvaluateOptions,
  done: Map<string, Result>,
): Promise<Run> {
  const { store, signal } = options;
  const line: Progress =
    options.onProgress === undefined ? progress(header.name) : { tick: options.onProgress, end: () => {} };
  const finish = (status: Run['status']): Run => {
    line.end();
    const finishedAt = new Date().toISOString();
    store?.finish(header.id, status, finishedAt);
    const results = cases.flatMap((item) => done.get(item.id) ?? []);
    return shortRun({ ...header, status, finishedAt, cases, results });
  };
  const one = async (item: Case, position: number) => {
    const result = await searched(retriever, item, settings, options.timeoutMs ?? null);
    store?.record(header.id, position, result);
    done.set(item.id, result);
    line.tick(done.size, cases.length);
  };
  const waiting = cases
    .map((item, position) => ({ item, position }))
    .filter(({ item }) => !done.has(item.id));
  try {
    await inOrder(waiting, settings.concurrency, ({ item, position }) => one(item, position), signal);
  } catch (thrown) {
    finish('failed');
    throw thrown;
  }
  return finish(signal?.aborted && done.size < cases.length ? 'interrupted' : 'done');
}

async function searched(
  retriever: Retriever,
  item: Case,
  { k, depth, metrics, repeats, places }: Settings,
  timeoutMs: number | null,
): Promise<Result> {
  const ask = async (chunks: number) =>
    placed(await searchOnce((query, n) => retriever.search(query, n), item.query, chunks, timeoutMs), places);
  const budget = largestBudget(metrics);
  const once = async (): Promise<Filled> => {
    const outcome = await ask(depth);
    return budget === 0 || isFailed(outcome)
      ? { outcome, budgetHits: outcome.hits }
      : fillBudget(outcome, depth, budget, places, ask);
  };
  if (repeats > 1) {
    const searches: Filled[] = [];
    for (let i = 0; i < repeats; i++) searches.push(await once());
    return repeatedResult(item, searches, metrics, k, places);
  }
  const { outcome, budgetHits } = await once();
  return resultOf(item, outcome, metrics, k, places, budgetHits);
}

function placed(outcome: Outcome, places: Places | null): Outcome {
  const stages = outcome.stages?.map((stage) => ({ ...stage, hits: withPlaces(stage.hits, places) }));
  return { ...outcome, hits: withPlaces(outcome.hits, places), ...(stages === undefined ? {} : { stages }) };
}

/** Left as it was found where it cannot go on with these settings. */
function reopened({ store, resume = '', retryFailed }: EvaluateOptions, fresh: RunHeader): Run {
  if (store === undefined)
    throw new LabError(
      `evaluate: resume "${resume}" needs a store, found none; pass the store that holds the run`,
    );
  const earlier = store.reopen(resume, retryFailed);
  const other = differingSetting(earlier, fresh);
  if (other === undefined) return earlier;
  const { status, finishedAt } = earlier;
  store.finish(earlier.id, status === 'running' ? 'interrupted' : status, finishedAt ?? fresh.startedAt);
  throw new LabError(
    `evaluate: run ${earlier.id} (${earlier.name}) was begun with ${other} ${JSON.stringify(earlier[other])}, found ${JSON.stringify(fresh[other])}; resume it with the same settings or begin a new run`,
  );
}

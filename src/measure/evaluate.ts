import { LabError } from '../errors.js';
import { type Progress, progress } from '../progress.js';
import type {
  Case,
  Dataset,
  Metric,
  OnProgress,
  OwnMetric,
  Recorder,
  Result,
  Retriever,
  Run,
  RunHeader,
  Search,
} from '../types.js';
import { type Filled, fillBudget, largestBudget } from './fill-budget.js';
import { inOrder } from './in-order.js';
import { metricsOf } from './own-metric.js';
import { defaultMetrics } from './registry.js';
import { RELEVANCE_THRESHOLD } from './relevant.js';
import { repeatedResult, resultOf } from './result-of.js';
import { runCosts } from './run-costs.js';
import { runHeader } from './run-header.js';
import { type Outcome, searchOnce } from './search-once.js';
import { shortRun } from './short-run.js';
import { type Places, placesOf, withPlaces } from './span-view.js';
import { isFailed } from './summarize.js';

export type EvaluateOptions = {
  /** What the run is called; the retriever's name unless said. */
  readonly name?: string;
  /** Where page metrics are cut, in pages. Default 5. */
  readonly k?: number;
  /** How many chunks are asked for. Default 20. */
  readonly depth?: number;
  /** Text forms, or functions of one's own with a name; recall, precision, hit, all, mrr and ndcg at k unless said. */
  readonly metrics?: readonly (string | Metric | OwnMetric)[];
  /** The dataset's name; known where a whole dataset is given. */
  readonly dataset?: string;
  /** Takes the run as it happens; without one nothing is kept. */
  readonly store?: Recorder;
  /** A query that takes longer is a `timeout`. No limit unless said. */
  readonly timeoutMs?: number;
  /** Searches under way at once. Default 1. */
  readonly concurrency?: number;
  /** Searches for each case, where a retriever does not always give the same: metrics are then means over them. Default 1. */
  readonly repeats?: number;
  /** Goes on with a recorded run (id, prefix or name) where it stopped, instead of beginning another. */
  readonly resume?: string;
  /** Stops between two queries; the run is then `interrupted` and can be resumed. */
  readonly signal?: AbortSignal;
  /** Told after each query; a progress line shows by itself where this is left out. */
  readonly onProgress?: OnProgress;
};

const OPTION_NAMES: readonly string[] = [
  'name',
  'k',
  'depth',
  'metrics',
  'dataset',
  'store',
  'timeoutMs',
  'concurrency',
  'repeats',
  'resume',
  'signal',
  'onProgress',
];

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
  const fresh = { ...runHeader(searcher, over, settings, options), costs: await runCosts(searcher) };
  const earlier = options.resume === undefined ? null : reopened(options.store, options.resume, fresh);
  const header = earlier ?? fresh;
  if (earlier === null) options.store?.begin(header, cases);
  const done = new Map((earlier?.results ?? []).map((result) => [result.caseId, result]));
  return runCases(searcher, cases, header, settings, options, done);
}

/** The longest time that a timer of Node can wait; a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

type Settings = {
  readonly k: number;
  readonly depth: number;
  readonly metrics: readonly Metric[];
  readonly concurrency: number;
  readonly repeats: number;
  readonly places: Places | null;
};

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

function settle(retriever: Retriever, cases: readonly Case[], options: EvaluateOptions): Settings {
  const { k = 5, depth = 20, concurrency = 1, repeats = 1, timeoutMs = 1 } = options;
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined)
    throw new LabError(
      `evaluate: the option "${unknown}" is unknown, wanted one of ${OPTION_NAMES.join(', ')}; rename or drop it`,
    );
  if (typeof retriever?.search !== 'function')
    throw new LabError(
      'evaluate: the retriever has no search(query, depth), wanted a function or an object with one; build it first',
    );
  for (const [name, value] of Object.entries({ k, depth, concurrency, repeats })) {
    if (!Number.isInteger(value) || value < 1)
      throw new LabError(`evaluate: ${name} is ${value}, wanted a whole number of at least 1; correct it`);
  }
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= LONGEST_MS))
    throw new LabError(
      `evaluate: timeoutMs is ${timeoutMs}, wanted milliseconds above 0 and at most ${LONGEST_MS}; correct it, or leave it out for no limit`,
    );
  if (cases.length === 0)
    throw new LabError('evaluate: there are no cases, wanted at least one; check the split or the case file');
  checkCases(cases);
  if (options.metrics !== undefined && !Array.isArray(options.metrics)) {
    throw new LabError(
      `evaluate: metrics is ${JSON.stringify(options.metrics)}, wanted a list; write ['recall@5'], say`,
    );
  }
  const metrics = options.metrics === undefined ? defaultMetrics(k) : metricsOf(options.metrics);
  const deepest = metrics.find((one) => one.k !== null && one.k > depth);
  if (k > depth || deepest !== undefined) {
    throw new LabError(
      `evaluate: ${deepest?.name ?? `k = ${k} pages`} cannot be told from ${depth} chunks; raise depth or lower k`,
    );
  }
  checkSpans(cases, metrics);
  const places = retriever.chunkSet === undefined ? null : placesOf(retriever.chunkSet);
  return { k, depth, metrics, concurrency, repeats, places };
}

/** A page without a span would be asked for whole, which nobody meant. */
function checkSpans(cases: readonly Case[], metrics: readonly Metric[]): void {
  const metric = metrics.find((one) => one.needsSpans);
  if (metric === undefined) return;
  const rel = Number(/,rel=(\d+)/.exec(metric.name)?.[1] ?? RELEVANCE_THRESHOLD);
  for (const { id, labels } of cases) {
    const bare = labels.find((label) => label.grade >= rel && label.start === undefined);
    if (bare === undefined) continue;
    throw new LabError(
      `evaluate: ${metric.name} needs spans, found the case "${id}" with the page "${bare.doc}" alone, wanted start and end, or a quote; mark where it stands`,
    );
  }
}

function checkCases(cases: readonly Case[]): void {
  const seen = new Set<string>();
  for (const { id, query, labels } of cases) {
    if (typeof id !== 'string' || typeof query !== 'string' || !Array.isArray(labels)) {
      throw new LabError(
        `evaluate: a case is ${JSON.stringify({ id, query, labels })}, wanted an id, a query and a list of labels; load cases with openDataset`,
      );
    }
    if (seen.has(id))
      throw new LabError(`evaluate: the case "${id}" is given twice, wanted each once; drop one`);
    seen.add(id);
  }
}

const MUST_MATCH = [
  'retriever',
  'config',
  'k',
  'depth',
  'metrics',
  'protocol',
  'casesVersion',
  'corpusVersion',
] as const;

function reopened(store: Recorder | undefined, name: string, fresh: RunHeader): Run {
  if (store === undefined)
    throw new LabError(
      `evaluate: resume "${name}" needs a store, found none; pass the store that holds the run`,
    );
  const earlier = store.reopen(name);
  const other = MUST_MATCH.find((key) => JSON.stringify(earlier[key]) !== JSON.stringify(fresh[key]));
  if (other === undefined) return earlier;
  throw new LabError(
    `evaluate: run ${earlier.id} (${earlier.name}) was begun with ${other} ${JSON.stringify(earlier[other])}, found ${JSON.stringify(fresh[other])}; resume it with the same settings or begin a new run`,
  );
}

import { LabError } from '../errors.js';
import type { Case, Metric, OnProgress, OwnMetric, Recorder, Retriever } from '../types.js';
import { metricsOf } from './own-metric.js';
import { defaultMetrics } from './registry.js';
import { RELEVANCE_THRESHOLD } from './relevant.js';
import { type Places, placesOf } from './span-view.js';

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
  /** With `resume`: cases that failed are searched again, also where the run is done. */
  readonly retryFailed?: boolean;
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
  'retryFailed',
  'signal',
  'onProgress',
];

/** The longest time that a timer of Node can wait; a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1;

export type Settings = {
  readonly k: number;
  readonly depth: number;
  readonly metrics: readonly Metric[];
  readonly concurrency: number;
  readonly repeats: number;
  readonly places: Places | null;
};

/** The options with their defaults, checked against each other and the cases; a LabError for what would make a wrong number. */
export function settle(retriever: Retriever, cases: readonly Case[], options: EvaluateOptions): Settings {
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

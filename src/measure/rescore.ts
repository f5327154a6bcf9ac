import { LabError } from '../errors.js';
import type { Case, Dataset, Metric, Recorder, Result, Retriever, Run, RunHeader } from '../types.js';
import { builtInMetric } from './registry.js';
import { resultOf } from './result-of.js';
import { runHeader } from './run-header.js';
import type { Outcome } from './search-once.js';
import { type EvaluateOptions, type Settings, settle } from './settle.js';
import { shortRun } from './short-run.js';

export type RescoreOptions = Pick<EvaluateOptions, 'name' | 'k' | 'metrics' | 'dataset'> & {
  readonly store?: Recorder;
  /** The retriever that answered, or its chunks alone: without them no metric can be computed that needs the texts of chunks. */
  readonly retriever?: Pick<Retriever, 'name' | 'config' | 'chunkSet'>;
};

/**
 * The answers of a run scored again, with another k, other metrics (the built-in ones of the run unless said) or newer labels of the same queries: nothing is searched,
 * and latencies are those of the answers. The new run says whose answers it holds. Throws a LabError where they are not enough.
 */
export function rescore(run: Run, over: Dataset | readonly Case[], options: RescoreOptions = {}): Run {
  const { store, retriever = {}, ...given } = options;
  const cases = 'cases' in over ? over.cases : over;
  const settings = settingsOf(run, cases, retriever, given);
  const fresh = runHeader(retriever, over, settings, { name: run.name, ...given });
  const header = headerOf(run, fresh);
  const computed = settings.metrics.filter((metric) => !isKnown(run, header.casesVersion, metric));
  const reason = otherPages(run, over) ?? whyNot(run, cases, computed);
  if (reason !== null)
    throw new LabError(`rescore: run ${run.name} (${run.id}) ${reason}; evaluate the retriever again`);
  const answers = new Map(run.results.map((result) => [result.caseId, result]));
  const results = cases.map((item) => scored(run, item, answers.get(item.id)!, settings, computed));
  store?.begin(header, cases);
  for (const [i, result] of results.entries()) store?.record(header.id, i, result);
  const finishedAt = new Date().toISOString();
  store?.finish(header.id, 'done', finishedAt);
  return shortRun({ ...header, status: 'done', finishedAt, cases, results });
}

/** What was searched, how and with what is as it was; only the scoring is new. */
function headerOf(run: Run, fresh: RunHeader): RunHeader {
  const { retriever, config, corpusVersion, corpusPages, chunkCount, protocol, environment } = run;
  const same = { retriever, config, corpusVersion, corpusPages, chunkCount, protocol, environment };
  const costs = run.costs === undefined ? {} : { costs: run.costs };
  return { ...fresh, ...same, ...costs, answersOf: run.answersOf ?? run.id };
}

function settingsOf(
  run: Run,
  cases: readonly Case[],
  retriever: NonNullable<RescoreOptions['retriever']>,
  options: RescoreOptions,
): Settings {
  const { k = run.k, metrics = run.metrics.filter((name) => builtInMetric(name) !== null) } = options;
  return settle({ ...retriever, search: () => [] }, cases, { k, metrics, depth: run.depth });
}

/** A number over the same labels need not be computed again, and some cannot be. */
function isKnown(run: Run, casesVersion: string, { name }: Metric): boolean {
  return run.casesVersion === casesVersion && run.metrics.includes(name);
}

/** Labelled passages are places in a text: over another text they would be read where they are not. */
function otherPages({ corpusVersion }: Run, over: Dataset | readonly Case[]): string | null {
  if (!('cases' in over) || corpusVersion === null || corpusVersion === over.corpusVersion) return null;
  return `searched ${corpusVersion}, and the pages here are ${over.corpusVersion}, wanted the same`;
}

/** Why a run's answers are not enough for these cases and metrics, or null. */
function whyNot(run: Run, cases: readonly Case[], computed: readonly Metric[]): string | null {
  if (run.status !== 'done') return `is ${run.status}, wanted one that is done`;
  const answers = new Map(run.results.map((result) => [result.caseId, result]));
  const other = cases.find(({ id, query }) => answers.get(id)?.query !== query);
  if (other !== undefined) return `was not asked "${other.query}" (${other.id}), wanted the same queries`;
  if (computed.length === 0) return null;
  if (run.results.some((result) => result.repeats !== undefined))
    return `searched each case several times and holds the hits of the first alone, too few for ${computed[0]!.name}`;
  const budget = computed.find((one) => one.tokens !== undefined);
  if (budget !== undefined) return `holds ${run.depth} chunks a query, and ${budget.name} may ask for more`;
  return null;
}

function scored(
  run: Run,
  item: Case,
  answer: Result,
  { k, metrics, places }: Settings,
  computed: readonly Metric[],
): Result {
  const { status, message, hits, latencyMs, stages, repeats, contextTokens } = answer;
  const outcome = { status, message, hits, latencyMs, ...(stages === undefined ? {} : { stages }) };
  // A run that was made elsewhere has no latency, and so has none here.
  const result = resultOf(item, outcome as Outcome, computed, k, places);
  const value = ({ name }: Metric) => [name, result.metrics[name] ?? answer.metrics[name] ?? null] as const;
  return {
    ...result,
    metrics: Object.fromEntries(metrics.map(value)),
    ...(places === null && k === run.k && contextTokens !== undefined ? { contextTokens } : {}),
    ...(repeats === undefined ? {} : { repeats }),
  };
}

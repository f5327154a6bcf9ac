import path from 'node:path';
import { didYouMean, LabError } from '../errors.js';
import { orderOf, type TieRule } from '../files/order.js';
import { readRun } from '../files/read-any-run.js';
import type { TopicHits } from '../files/topic-hits.js';
import { shownPath } from '../project.js';
import type { Case, Dataset, Hit, Metric, OwnMetric, Recorder, Result, Run } from '../types.js';
import { metricsOf } from './own-metric.js';
import { fileProtocol } from './profile.js';
import { defaultMetrics } from './registry.js';
import { resultOf } from './result-of.js';
import { runHeader } from './run-header.js';
import { listed } from './score-notes.js';
import { shortRun } from './short-run.js';

export type ImportOptions = {
  /** What the run is called; the file's name without its endings unless said. */
  readonly name?: string;
  /** Where page metrics are cut, in pages. Default 5, or the longest ranking where that is shorter. */
  readonly k?: number;
  /** How many hits the run was asked for: more are left out. The longest ranking unless said. */
  readonly depth?: number;
  readonly metrics?: readonly (string | Metric | OwnMetric)[];
  /** What stands first among equal scores: by the rank in the file unless said. */
  readonly ties?: TieRule;
  readonly dataset?: string;
  readonly store?: Recorder;
};

export type ImportedRun = { readonly run: Run; readonly notes: readonly string[] };

/**
 * Takes a run that was made elsewhere for a run of these cases, so that it can be compared with any other. Ids of the file are those of pages, or of
 * chunks (`page#3`) where pages are known and they are none. A case that the file lacks came back with nothing; a topic that is no case is left out.
 */
export async function importRun(
  file: string,
  over: Dataset | readonly Case[],
  options: ImportOptions = {},
): Promise<ImportedRun> {
  const { ties = 'rank', store } = options;
  checkOptions(options);
  const cases = 'cases' in over ? over.cases : over;
  const pages = 'docs' in over ? new Set(over.docs.map((doc) => doc.id)) : null;
  const read = await readHits(file, ties, pages, options.depth ?? Number.POSITIVE_INFINITY);
  checkTopics(file, cases, read);
  const longest = [...read.hits.values()].reduce((most, hits) => Math.max(most, hits.length), 1);
  const depth = options.depth ?? longest;
  const k = options.k ?? Math.min(5, depth);
  const metrics = options.metrics === undefined ? defaultMetrics(k) : metricsOf(options.metrics);
  checkCuts(file, k, metrics, depth);
  const name = options.name ?? path.basename(file).replace(/(\.(gz|txt|run|trec|csv|tsv|jsonl?))+$/, '');
  const config = { imported: path.basename(file), tag: read.tag, ties };
  const retriever = { name: read.tag ?? name, config };
  const header = {
    ...runHeader(retriever, over, { k, depth, metrics, repeats: 1 }, { name, ...datasetOf(options) }),
    protocol: fileProtocol(ties, 1),
    ...(pages === null ? { corpusVersion: null } : {}),
  };
  store?.begin(header, cases);
  const results = cases.map((item) => imported(item, read.hits.get(item.id) ?? [], metrics, k));
  for (const [i, result] of results.entries()) store?.record(header.id, i, result);
  const finishedAt = new Date().toISOString();
  store?.finish(header.id, 'done', finishedAt);
  const run = shortRun({ ...header, status: 'done', finishedAt, cases, results });
  return { run, notes: notesOf(cases, read, pages) };
}

const OPTION_NAMES = ['name', 'k', 'depth', 'metrics', 'ties', 'dataset', 'store'];

function checkOptions(options: ImportOptions): void {
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined)
    throw new LabError(
      `importRun: the option "${unknown}" is unknown, wanted one of ${OPTION_NAMES.join(', ')}${didYouMean(unknown, OPTION_NAMES) || '; drop it'}`,
    );
  for (const name of ['k', 'depth'] as const) {
    const value = options[name];
    if (value !== undefined && !(Number.isInteger(value) && value >= 1))
      throw new LabError(`importRun: ${name} is ${value}, wanted a whole number of at least 1; correct it`);
  }
  if (options.ties !== undefined && !['rank', 'docid'].includes(options.ties))
    throw new LabError(`importRun: ties is ${JSON.stringify(options.ties)}, wanted rank or docid; pick one`);
}

/** A cut below the end of every ranking says nothing of what stands there. */
function checkCuts(file: string, k: number, metrics: readonly Metric[], depth: number): void {
  const deepest = metrics.find((one) => one.k !== null && one.k > depth);
  if (k <= depth && deepest === undefined) return;
  throw new LabError(
    `${shownPath(file)}: ${k > depth ? `k = ${k} pages` : deepest!.name} cannot be told from rankings of at most ${depth} hits; lower it, or say with depth how many were asked for`,
  );
}

function datasetOf({ dataset }: ImportOptions): { readonly dataset?: string } {
  return dataset === undefined ? {} : { dataset };
}

function imported(item: Case, hits: readonly Hit[], metrics: readonly Metric[], k: number): Result {
  const outcome = { status: hits.length === 0 ? ('empty' as const) : ('ok' as const), message: null, hits };
  return { ...resultOf(item, { ...outcome, latencyMs: 0 }, metrics, k), latencyMs: null };
}

type ReadHits = {
  readonly tag: string | null;
  readonly hits: ReadonlyMap<string, readonly Hit[]>;
  readonly unknownPages: readonly string[];
};

async function readHits(
  file: string,
  ties: TieRule,
  pages: ReadonlySet<string> | null,
  depth: number,
): Promise<ReadHits> {
  const hits = new Map<string, readonly Hit[]>();
  const unknown = new Set<string>();
  const { tag } = await readRun(
    file,
    (topic) => void hits.set(topic.topic, hitsOf(topic, ties, pages, depth, unknown)),
    () => hits.clear(),
  );
  return { tag, hits, unknownPages: [...unknown] };
}

function hitsOf(
  topic: TopicHits,
  ties: TieRule,
  pages: ReadonlySet<string> | null,
  depth: number,
  unknown: Set<string>,
): readonly Hit[] {
  const { order } = orderOf(topic, ties);
  if (topic.rough) topic.settle();
  return Array.from({ length: Math.min(depth, topic.count) }, (_, place) => {
    const i = order === null ? place : order[place]!;
    const chunkId = topic.id(i);
    const page = pages === null || pages.has(chunkId) ? chunkId : chunkId.replace(/#\d+$/, '');
    if (pages !== null && !pages.has(page)) unknown.add(chunkId);
    return { chunkId, docId: page, score: topic.scores[i]! };
  });
}

function checkTopics(file: string, cases: readonly Case[], { hits }: ReadHits): void {
  if (cases.some((item) => hits.has(item.id))) return;
  throw new LabError(
    `${shownPath(file)}: none of its ${hits.size === 1 ? '1 topic' : `${hits.size} topics`} (${listed([...hits.keys()].slice(0, 3))}) is a case (${listed(cases.slice(0, 3).map((item) => item.id))}), wanted a run over the ${cases.length} cases; give the labels of these topics`,
  );
}

function notesOf(
  cases: readonly Case[],
  { hits, unknownPages }: ReadHits,
  pages: ReadonlySet<string> | null,
): readonly string[] {
  const missing = cases.filter((item) => !hits.has(item.id)).map((item) => item.id);
  const ids = new Set(cases.map((item) => item.id));
  const others = [...hits.keys()].filter((topic) => !ids.has(topic));
  return [
    missing.length > 0 &&
      `${missing.length} of ${cases.length} cases ${missing.length === 1 ? 'is' : 'are'} missing from the file and count as come back with nothing: ${listed(missing)}`,
    others.length > 0 &&
      `${others.length} ${others.length === 1 ? 'topic is no case and was' : 'topics are no cases and were'} left out: ${listed(others)}`,
    unknownPages.length > 0 &&
      `${unknownPages.length} ${unknownPages.length === 1 ? 'id is' : 'ids are'} none of the ${pages!.size} pages and can never be relevant: ${listed(unknownPages)}`,
  ].filter((note) => note !== false);
}

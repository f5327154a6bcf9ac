import { casesVersion } from '../dataset/fingerprint.js';
import { notebookNow } from '../tslab.js';
import type { Case, Dataset, Json, Metric, Retriever, RunHeader } from '../types.js';
import { environment } from './environment.js';
import { PROTOCOL } from './protocol.js';
import { redact } from './redact.js';
import { newRunId } from './run-id.js';

/** What a run says of its retriever, which may be one that nobody here can ask. */
type Described = Pick<Retriever, 'name' | 'config' | 'chunkSet'>;

export type HeaderSettings = {
  readonly k: number;
  readonly depth: number;
  readonly metrics: readonly Metric[];
  readonly repeats: number;
};

/** Everything of a run that is known before its first query. */
export function runHeader(
  retriever: Described,
  over: Dataset | readonly Case[],
  settings: HeaderSettings,
  options: { readonly name?: string; readonly dataset?: string; readonly repeats?: number },
): RunHeader {
  const name = options.name ?? retriever.name ?? 'search';
  const chunkSet = retriever.chunkSet ?? null;
  const notebook = notebookNow();
  return {
    id: newRunId(),
    name,
    status: 'running',
    dataset: options.dataset ?? ('cases' in over ? over.name : null),
    retriever: retriever.name ?? name,
    config: configOf(retriever, settings.repeats),
    k: settings.k,
    depth: settings.depth,
    metrics: settings.metrics.map((one) => one.name),
    protocol: PROTOCOL,
    casesVersion: casesVersion('cases' in over ? over.cases : over),
    corpusVersion: chunkSet?.corpus.version ?? ('cases' in over ? over.corpusVersion : null),
    corpusPages: chunkSet?.corpus.pages ?? null,
    chunkCount: chunkSet?.chunks.length ?? null,
    environment: environment(),
    ...(notebook === null ? {} : { notebook }),
    startedAt: new Date().toISOString(),
    finishedAt: null,
  };
}

/** How often each case is searched is part of how a run was made. */
export function configOf(retriever: Described, repeats: number): Json {
  const config = redact(retriever.config ?? null);
  return repeats === 1 ? config : { repeats, retriever: config };
}

import path from 'node:path';
import type { Qrels } from '../files/qrels.js';
import { metric } from '../measure/registry.js';
import { listed, scoreNotes, withoutRelevant } from '../measure/score-notes.js';
import type { RunScores } from '../measure/score-run.js';
import type { Json, Protocol } from '../types.js';
import { type Cell, formatMetric, textTable } from './tables.js';

export type ScoredFile = { readonly file: string; readonly scores: RunScores };

export type ScoresPage = {
  readonly qrelsFile: string;
  readonly qrels: Qrels;
  readonly protocol: Protocol;
  readonly runs: readonly ScoredFile[];
  readonly perQuery: boolean;
  /** Only the best so many of each topic were looked at; null where all were. */
  readonly depth: number | null;
};

/** Runs side by side, a line for each metric; with the topics one by one if asked. */
export function scoresText(page: ScoresPage): string {
  const { runs, protocol, qrels, perQuery } = page;
  const names = runNames(runs.map((run) => run.file));
  const topics = runs[0]!.scores.topics;
  return [
    textTable(['metric', ...names], rowsOf(runs)),
    '',
    `n = ${topics.length} topics, all of ${page.qrelsFile} · k in documents · relevant from grade ${protocol.relevanceThreshold} on · ties ${protocol.ties}${page.depth === null ? '' : ` · the best ${page.depth} of each topic only`}`,
    ...qrelsNotes(qrels, protocol.relevanceThreshold),
    ...runs.flatMap(({ scores }, i) => scoreNotes(scores).map((note) => `${names[i]}: ${note}`)),
    ...runs.flatMap(({ scores }, i) => tieNote(scores, names[i]!)),
    ...(perQuery ? ['', perQueryTable(runs, names)] : []),
  ].join('\n');
}

/** The same as data. */
export function scoresJson(page: ScoresPage): Json {
  return {
    qrels: page.qrelsFile,
    topics: page.qrels.size,
    protocol: page.protocol,
    depth: page.depth,
    notes: [...qrelsNotes(page.qrels, page.protocol.relevanceThreshold)],
    runs: page.runs.map(({ file, scores }) => ({
      file,
      tag: scores.tag,
      metrics: Object.fromEntries([...scores.values].map(([name, values]) => [name, overall(name, values)])),
      missing: scores.missing,
      unlabelled: scores.unlabelled,
      notes: scoreNotes(scores),
      ...(page.perQuery ? { perQuery: perQueryJson(scores) } : {}),
    })),
  };
}

function perQueryJson(scores: RunScores): Json {
  const names = [...scores.values.keys()];
  return Object.fromEntries(
    scores.topics.map((topic, i) => [
      topic,
      Object.fromEntries(names.map((name) => [name, scores.values.get(name)![i]!])),
    ]),
  );
}

/** The mean over all topics; counts are added up. */
function overall(name: string, values: Float64Array): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return isCount(name) ? sum : sum / values.length;
}

function isCount(name: string): boolean {
  return metric(name).count === true;
}

function rowsOf(runs: readonly ScoredFile[]): readonly (readonly Cell[])[] {
  return [...runs[0]!.scores.values.keys()].map((name) => [
    isCount(name) ? `${name} (sum)` : name,
    ...runs.map(({ scores }) => cell(name, overall(name, scores.values.get(name)!))),
  ]);
}

function perQueryTable(runs: readonly ScoredFile[], names: readonly string[]): string {
  const metrics = [...runs[0]!.scores.values.keys()];
  const columns = metrics.flatMap((name) =>
    runs.map((_, i) => (runs.length === 1 ? name : `${name} ${names[i]}`)),
  );
  const rows = runs[0]!.scores.topics.map((topic, t) => [
    topic,
    ...metrics.flatMap((name) => runs.map(({ scores }) => cell(name, scores.values.get(name)![t]!))),
  ]);
  return textTable(['topic', ...columns], rows);
}

function cell(name: string, value: number): string {
  return isCount(name) ? String(value) : formatMetric(value);
}

function qrelsNotes(qrels: Qrels, rel: number): readonly string[] {
  const none = withoutRelevant(qrels, rel);
  return none.length === 0
    ? []
    : [
        `${none.length} ${none.length === 1 ? 'topic has' : 'topics have'} no relevant document, so every ranking has 0 there: ${listed(none)}`,
      ];
}

function tieNote({ found, topics }: RunScores, name: string): readonly string[] {
  return found.tied === 0
    ? []
    : [`${name}: ${found.tied} of ${topics.length} topics have equal scores; --ties says which stands first`];
}

/** File names, with as much of the folder as tells them apart. */
function runNames(files: readonly string[]): readonly string[] {
  const short = files.map((file) =>
    path.basename(file).replace(/(\.(gz|txt|run|trec|json|jsonl|csv))+$/, ''),
  );
  return new Set(short).size === short.length ? short : files;
}

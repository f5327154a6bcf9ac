import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { entriesOf, isObject, type JsonObject, readJson, readJsonRows, shownJson } from './json.js';
import type { HitRow } from './topic-hits.js';

/** Takes hits of a topic; none says that the topic is there and nothing came back. */
export type AddHits = (topic: string, rows: readonly HitRow[]) => void;

/** A table `{ topic: { document: score } }` or `{ topic: [hit] }`, or a list of rows. */
export async function readJsonRun(file: string, add: AddHits): Promise<void> {
  const value = await readJson(file);
  if (Array.isArray(value)) {
    const rows = new Rows(file, add);
    value.forEach((row, i) => {
      if (!isObject(row)) throw wrongShape(file, `item ${i + 1} that is no object`);
      rows.take(row, 0);
    });
    return;
  }
  if (!isObject(value)) throw wrongShape(file, 'no object');
  for (const [topic, docs] of entriesOf(value)) add(topic, tableOf(file, topic, docs));
}

/** The same rows, each on a line of its own. */
export async function readJsonRunRows(file: string, add: AddHits): Promise<void> {
  const rows = new Rows(file, add);
  await readJsonRows(file, (row, line) => rows.take(row, line));
}

function tableOf(file: string, topic: string, docs: unknown): readonly HitRow[] {
  if (Array.isArray(docs)) return listOf(shownPath(file), docs, 0);
  if (!isObject(docs)) throw wrongShape(file, `topic "${topic}" with ${shownJson(docs, 40)}`);
  return entriesOf(docs).map(([doc, score]) => ({
    doc,
    score: scoreOf(shownPath(file), doc, score),
    rank: -1,
    line: 0,
  }));
}

const TOPIC_KEYS = ['id', 'topic', 'query_id', 'qid', 'caseId'] as const;

/** Each row is one topic with its hits, or one hit with its topic. */
class Rows {
  private readonly listed = new Map<string, number>();
  private readonly file: string;
  private readonly add: AddHits;

  constructor(file: string, add: AddHits) {
    this.file = file;
    this.add = add;
  }

  take(row: JsonObject, line: number): void {
    const place = line > 0 ? `${shownPath(this.file)}:${line}` : shownPath(this.file);
    const topic = topicOf(row, place);
    const hits = row['hits'] ?? row['results'];
    if (Array.isArray(hits)) this.list(topic, listOf(place, hits, line), place, line);
    else this.add(topic, [hitOf(place, row, -1, line)]);
  }

  /** Two lists are two rankings, and which of them is meant cannot be told. */
  private list(topic: string, hits: readonly HitRow[], place: string, line: number): void {
    const first = this.listed.get(topic);
    if (first !== undefined)
      throw new LabError(
        `${place}: the topic "${topic}" comes a second time${first > 0 ? ` (first on line ${first})` : ''}, wanted each once with all its hits; drop one`,
      );
    this.listed.set(topic, line);
    this.add(topic, hits);
  }
}

function topicOf(row: JsonObject, place: string): string {
  const topic = TOPIC_KEYS.map((key) => row[key]).find(
    (id) => typeof id === 'string' || Number.isSafeInteger(id),
  );
  if (topic !== undefined) return String(topic);
  throw new LabError(`${place}: has no topic, wanted one of ${TOPIC_KEYS.join(', ')}; add it`);
}

const DOC_KEYS = ['docId', 'doc_id', 'docid', 'doc', 'docno'] as const;

function listOf(place: string, hits: readonly unknown[], line: number): readonly HitRow[] {
  const bare = hits.filter((hit) => typeof hit === 'string').length;
  if (bare > 0 && bare < hits.length)
    throw new LabError(
      `${place}: holds hits with and without scores in one list, wanted all alike; add the scores`,
    );
  return hits.map((hit, i) => hitOf(place, hit, i, line));
}

function hitOf(place: string, hit: unknown, i: number, line: number): HitRow {
  if (typeof hit === 'string') return { doc: hit, score: -i, rank: i + 1, line };
  const doc = isObject(hit)
    ? DOC_KEYS.map((key) => hit[key]).find((id) => typeof id === 'string')
    : undefined;
  if (!isObject(hit) || typeof doc !== 'string')
    throw new LabError(
      `${place}: holds the hit ${shownJson(hit)}, wanted { "docId": …, "score": … }; correct it`,
    );
  const rank = typeof hit['rank'] === 'number' ? hit['rank'] : i >= 0 ? i + 1 : -1;
  return { doc, score: scoreOf(place, doc, hit['score']), rank, line };
}

function scoreOf(place: string, doc: string, score: unknown): number {
  if (typeof score === 'number') return score;
  throw new LabError(
    `${place}: the score of "${doc}" is ${shownJson(score, 40)}, wanted a number; correct it`,
  );
}

function wrongShape(file: string, found: string): LabError {
  return new LabError(
    `${shownPath(file)}: holds ${found}, wanted { topic: { document: score } } or a list of { id, hits }; write it so, or as a TREC run`,
  );
}

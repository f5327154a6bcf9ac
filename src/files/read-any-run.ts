import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { cellOf, neededCell } from './columns.js';
import { readCsv } from './csv.js';
import { isObject, type JsonObject, readJson, readJsonRows } from './json.js';
import { type RunFacts, readTrecRun, type TakeTopic } from './read-run.js';
import { sniff } from './sniff.js';
import { type HitRow, TopicHits } from './topic-hits.js';

/**
 * A run from a file, topic by topic, whichever way it is written: TREC, CSV or TSV with a header, JSON `{ topic: { document: score } }`, or JSON lines
 * `{ id, hits: [{ docId, score }] }`. Plain or gzip. `restart` says that the topics taken so far come again.
 */
export async function readRun(file: string, take: TakeTopic, restart: () => void): Promise<RunFacts> {
  const { format } = await sniff(file);
  if (format === 'trec') return readTrecRun(file, take, restart);
  const topics = new Map<string, HitRow[]>();
  const add = (topic: string, row: HitRow) => {
    const rows = topics.get(topic);
    if (rows === undefined) topics.set(topic, [row]);
    else rows.push(row);
  };
  if (format === 'json') await readJsonRun(file, add);
  else if (format === 'jsonl') await readJsonRows(file, (row, line) => hitsOfRow(file, row, line, add));
  else
    await readCsv(file, format, (row, line) =>
      add(neededCell(row, 'topic', file, line), csvHit(row, file, line)),
    );
  return hand(file, topics, take);
}

type AddHit = (topic: string, row: HitRow) => void;

function hand(file: string, topics: Map<string, HitRow[]>, take: TakeTopic): RunFacts {
  const hits = new TopicHits();
  let lines = 0;
  for (const [topic, rows] of topics) {
    lines += rows.length;
    const twice = hits.load(topic, rows);
    if (twice !== -1) {
      const { doc, line } = rows[twice]!;
      throw new LabError(
        `${placeOf(file, line)}: the document "${doc}" comes a second time for topic "${topic}", wanted each once; drop one`,
      );
    }
    take(hits);
  }
  return { tag: null, lines };
}

/** A table without scores is read by its ranks. */
function csvHit(row: Readonly<Record<string, string>>, file: string, line: number): HitRow {
  const doc = neededCell(row, 'doc', file, line);
  const rank = cellOf(row, 'rank');
  const score =
    cellOf(row, 'score') === undefined && rank !== undefined ? rank : neededCell(row, 'score', file, line);
  const value = Number(score);
  if (score.trim() === '' || Number.isNaN(value))
    throw new LabError(`${placeOf(file, line)}: the score is "${score}", wanted a number; correct it`);
  const byRank = cellOf(row, 'score') === undefined;
  return { doc, score: byRank ? -value : value, rank: rank === undefined ? -1 : Number(rank), line };
}

async function readJsonRun(file: string, add: AddHit): Promise<void> {
  const value = await readJson(file);
  if (Array.isArray(value)) {
    value.forEach((row, i) => {
      if (!isObject(row)) throw wrongShape(file, `item ${i + 1} that is no object`);
      hitsOfRow(file, row, 0, add);
    });
    return;
  }
  if (!isObject(value)) throw wrongShape(file, 'no object');
  for (const [topic, docs] of Object.entries(value)) {
    if (Array.isArray(docs)) for (const [i, hit] of docs.entries()) add(topic, hitOf(file, hit, i, 0));
    else if (isObject(docs))
      for (const [doc, score] of Object.entries(docs))
        add(topic, { doc, score: scoreOf(file, doc, score, 0), rank: -1, line: 0 });
    else throw wrongShape(file, `topic "${topic}" with ${JSON.stringify(docs)?.slice(0, 40)}`);
  }
}

const TOPIC_KEYS = ['id', 'topic', 'query_id', 'qid', 'caseId'] as const;

/** One topic with its hits, or one hit with its topic. */
function hitsOfRow(file: string, row: JsonObject, line: number, add: AddHit): void {
  const topic = TOPIC_KEYS.map((key) => row[key]).find(
    (id) => typeof id === 'string' || typeof id === 'number',
  );
  if (topic === undefined)
    throw new LabError(
      `${placeOf(file, line)}: has no topic, wanted one of ${TOPIC_KEYS.join(', ')}; add it`,
    );
  const hits = row['hits'] ?? row['results'];
  if (Array.isArray(hits))
    for (const [i, hit] of hits.entries()) add(String(topic), hitOf(file, hit, i, line));
  else add(String(topic), hitOf(file, row, -1, line));
}

const DOC_KEYS = ['docId', 'doc_id', 'docid', 'doc', 'docno'] as const;

function hitOf(file: string, hit: unknown, i: number, line: number): HitRow {
  if (typeof hit === 'string') return { doc: hit, score: -i, rank: i + 1, line };
  const doc = isObject(hit)
    ? DOC_KEYS.map((key) => hit[key]).find((id) => typeof id === 'string')
    : undefined;
  if (!isObject(hit) || typeof doc !== 'string')
    throw new LabError(
      `${placeOf(file, line)}: holds the hit ${JSON.stringify(hit)?.slice(0, 60)}, wanted { "docId": …, "score": … }; correct it`,
    );
  const rank = typeof hit['rank'] === 'number' ? hit['rank'] : i >= 0 ? i + 1 : -1;
  return { doc, score: scoreOf(file, doc, hit['score'], line), rank, line };
}

function scoreOf(file: string, doc: string, score: unknown, line: number): number {
  if (typeof score === 'number' && !Number.isNaN(score)) return score;
  throw new LabError(
    `${placeOf(file, line)}: the score of "${doc}" is ${JSON.stringify(score) ?? 'missing'}, wanted a number; correct it`,
  );
}

function placeOf(file: string, line: number): string {
  return line > 0 ? `${shownPath(file)}:${line}` : shownPath(file);
}

function wrongShape(file: string, found: string): LabError {
  return new LabError(
    `${shownPath(file)}: holds ${found}, wanted { topic: { document: score } } or a list of { id, hits }; write it so, or as a TREC run`,
  );
}

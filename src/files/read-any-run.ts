import { LabError } from '../errors.js';
import { shownPath } from '../project.js';
import { cellOf, neededCell } from './columns.js';
import { readCsv } from './csv.js';
import { decimalOf } from './decimal.js';
import { readJsonRun, readJsonRunRows } from './json-run.js';
import { checkId } from './qrels.js';
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
  const add = (topic: string, rows: readonly HitRow[]) => {
    const there = topics.get(topic) ?? [];
    topics.set(topic, there);
    for (const row of rows) there.push(row);
  };
  if (format === 'json') await readJsonRun(file, add);
  else if (format === 'jsonl') await readJsonRunRows(file, add);
  else
    await readCsv(file, format, (row, line) =>
      add(neededCell(row, 'topic', file, line), [csvHit(row, file, line)]),
    );
  return hand(file, topics, take);
}

function hand(file: string, topics: ReadonlyMap<string, readonly HitRow[]>, take: TakeTopic): RunFacts {
  if (topics.size === 0)
    throw new LabError(`${shownPath(file)}: holds no hit, wanted at least one; check the file`);
  const hits = new TopicHits();
  let lines = 0;
  for (const [topic, rows] of topics) {
    lines += rows.length;
    checkId('topic', topic, placeOf(file, rows[0]?.line ?? 0));
    for (const { doc, line } of rows) checkId('document', doc, placeOf(file, line));
    const twice = hits.load(topic, rows);
    if (twice !== -1) throw secondTime(file, topic, rows, rows[twice]!);
    take(hits);
  }
  return { tag: null, lines };
}

function secondTime(file: string, topic: string, rows: readonly HitRow[], { doc, line }: HitRow): LabError {
  const first = rows.find((row) => row.doc === doc)!.line;
  return new LabError(
    `${placeOf(file, line)}: the document "${doc}" comes a second time for topic "${topic}"${first > 0 ? ` (first on line ${first})` : ''}, wanted each once; drop one`,
  );
}

/** A table without scores is read by its ranks. */
function csvHit(row: Readonly<Record<string, string>>, file: string, line: number): HitRow {
  const doc = neededCell(row, 'doc', file, line);
  const rank = cellOf(row, 'rank');
  const role = cellOf(row, 'score') === undefined && rank !== undefined ? 'rank' : 'score';
  const cell = neededCell(row, role, file, line);
  const value = decimalOf(cell.trim());
  if (Number.isNaN(value))
    throw new LabError(`${placeOf(file, line)}: the ${role} is "${cell}", wanted a number; correct it`);
  const known = rank !== undefined && /^\d+$/.test(rank.trim());
  return { doc, score: role === 'rank' ? -value : value, rank: known ? Number(rank) : -1, line };
}

export function placeOf(file: string, line: number): string {
  return line > 0 ? `${shownPath(file)}:${line}` : shownPath(file);
}

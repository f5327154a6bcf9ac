import type { Qrels } from './qrels.js';
import { checkPlain, csvCell } from './write-run.js';

export type QrelsFormat = 'trec' | 'tsv' | 'csv' | 'json' | 'jsonl';
export const QRELS_FORMATS: readonly QrelsFormat[] = ['trec', 'tsv', 'csv', 'json', 'jsonl'];

/** Labels as text, piece by piece, a topic each: TREC qrels, BEIR's table, CSV, JSON, or case lines with the text of each query. */
export function* qrelsText(
  qrels: Qrels,
  format: QrelsFormat,
  queryOf: (topic: string) => string = (topic) => topic,
): Generator<string> {
  if (format === 'tsv') yield 'query-id\tcorpus-id\tscore\n';
  if (format === 'csv') yield 'query_id,doc_id,grade\n';
  if (format === 'json') yield '{';
  let first = true;
  for (const [topic, grades] of qrels) {
    yield topicText(topic, grades, format, queryOf, first);
    first = false;
  }
  if (format === 'json') yield '\n}\n';
}

function topicText(
  topic: string,
  grades: ReadonlyMap<string, number>,
  format: QrelsFormat,
  queryOf: (topic: string) => string,
  first: boolean,
): string {
  const rows = [...grades];
  if (format === 'jsonl')
    return `${JSON.stringify({ id: topic, query: queryOf(topic), relevant: rows.map(([doc, grade]) => ({ doc, grade })) })}\n`;
  if (format === 'json')
    return `${first ? '\n' : ',\n'}${JSON.stringify(topic)}: {${rows.map(([doc, grade]) => `${JSON.stringify(doc)}: ${grade}`).join(', ')}}`;
  if (format === 'csv')
    return rows.map(([doc, grade]) => `${csvCell(topic)},${csvCell(doc)},${grade}\n`).join('');
  checkPlain('topic', topic);
  return rows
    .map(([doc, grade]) => {
      checkPlain('document', doc);
      return format === 'trec' ? `${topic} 0 ${doc} ${grade}\n` : `${topic}\t${doc}\t${grade}\n`;
    })
    .join('');
}

import { LabError } from '../errors.js';

export type RunFormat = 'trec' | 'csv' | 'json' | 'jsonl';
export const RUN_FORMATS: readonly RunFormat[] = ['trec', 'csv', 'json', 'jsonl'];

/** One topic of a run, its documents best first, each once, scores not rising. */
export type Ranking = {
  readonly topic: string;
  readonly hits: readonly { readonly doc: string; readonly score: number }[];
};

/** A run as text, piece by piece, a topic each. `tag` names the run in TREC's sixth column. */
export function* runText(rankings: Iterable<Ranking>, format: RunFormat, tag: string): Generator<string> {
  if (!RUN_FORMATS.includes(format))
    throw new LabError(
      `runText: the format is ${JSON.stringify(format)}, wanted one of ${RUN_FORMATS.join(', ')}; pick one`,
    );
  if (format === 'csv') yield 'query_id,doc_id,rank,score\n';
  if (format === 'json') yield '{';
  let first = true;
  for (const ranking of rankings) {
    if (format === 'trec') yield trecLines(ranking, tag.replace(/\s+/g, '_'));
    else if (format === 'csv') yield csvLines(ranking);
    else if (format === 'jsonl') yield `${JSON.stringify(jsonRow(ranking))}\n`;
    else yield `${first ? '\n' : ',\n'}${JSON.stringify(ranking.topic)}: ${jsonObject(ranking)}`;
    first = false;
  }
  if (format === 'json') yield '\n}\n';
}

function trecLines({ topic, hits }: Ranking, tag: string): string {
  checkPlain('topic', topic);
  return hits
    .map(({ doc, score }, i) => {
      checkPlain('document', doc);
      return `${topic} Q0 ${doc} ${i + 1} ${score} ${tag}\n`;
    })
    .join('');
}

/** White space parts the fields of a TREC file, so no id can hold any. */
export function checkPlain(what: string, id: string): void {
  if (id !== '' && !/[\s\0]/.test(id)) return;
  throw new LabError(
    `the ${what} id ${JSON.stringify(id)} has white space or nothing in it, which a TREC file cannot hold; write csv, json or jsonl with --format`,
  );
}

function csvLines({ topic, hits }: Ranking): string {
  return hits.map(({ doc, score }, i) => `${csvCell(topic)},${csvCell(doc)},${i + 1},${score}\n`).join('');
}

export function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function jsonRow({ topic, hits }: Ranking) {
  return { id: topic, hits: hits.map(({ doc, score }) => ({ docId: doc, score })) };
}

/** Written by hand, since an object would put keys that look like numbers first. */
function jsonObject({ hits }: Ranking): string {
  return `{${hits.map(({ doc, score }) => `${JSON.stringify(doc)}: ${score}`).join(', ')}}`;
}

import { LabError } from '../errors.js';
import type { TieRule } from '../files/order.js';
import type { Qrels } from '../files/qrels.js';
import { readQrels } from '../files/read-qrels.js';
import { metricsOf } from '../measure/own-metric.js';
import { atThreshold, EVAL_METRICS, fileProtocol, OFFICIAL } from '../measure/profile.js';
import { listed, scoreNotes } from '../measure/score-notes.js';
import { type RunScores, scoreRun } from '../measure/score-run.js';
import { shownPath } from '../project.js';
import { type ScoresPage, scoresJson, scoresText } from '../view/print-scores.js';
import { trecLines } from '../view/trec-lines.js';
import type { Words } from './args.js';
import { oneOf, tiesOf } from './choices.js';

type Format = 'table' | 'json' | 'trec';

/** `rlab eval`: run files against labels, without a store. */
export async function act(words: Words): Promise<void> {
  const files = [...words.list('run'), ...words.positionals];
  const qrelsFile = words.text('qrels');
  if (qrelsFile === undefined || files.length === 0)
    throw new LabError(
      `rlab eval: found no ${qrelsFile === undefined ? '--qrels' : '--run'}, wanted --qrels FILE --run FILE…; add it`,
    );
  const { format, ties, rel } = settingsOf(words);
  const given = words.list('metric');
  const names = given.length > 0 ? given.flatMap(groupOf) : format === 'trec' ? OFFICIAL : EVAL_METRICS;
  const metrics = metricsOf(atThreshold(names, rel));
  const qrels = inOrder(await readQrels(qrelsFile));
  const depth: { readonly depth?: number } =
    words.text('depth') === undefined ? {} : { depth: words.count('depth', 1) };
  const runs: { readonly file: string; readonly scores: RunScores }[] = [];
  for (const file of files) {
    const scores = await scoreRun(file, qrels, { metrics, ties, ...depth });
    checkTopics(file, qrelsFile, scores);
    runs.push({ file: shownPath(file), scores });
  }
  const perQuery = words.flag('per-query');
  const page = {
    qrelsFile: shownPath(qrelsFile),
    qrels,
    protocol: fileProtocol(ties, rel),
    runs,
    perQuery,
    depth: depth.depth ?? null,
  };
  if (format === 'trec') return printTrec(page, rel);
  console.log(format === 'json' ? JSON.stringify(scoresJson(page), null, 2) : scoresText(page));
}

function settingsOf(words: Words): { readonly format: Format; readonly ties: TieRule; readonly rel: number } {
  const format = words.flag('json')
    ? 'json'
    : oneOf('eval', words, 'format', ['table', 'json', 'trec'], 'table');
  const profile = oneOf(
    'eval',
    words,
    'profile',
    ['retrieval-lab', 'trec_eval'],
    format === 'trec' ? 'trec_eval' : 'retrieval-lab',
  );
  const usual = profile === 'trec_eval' ? 'docid' : 'rank';
  const ties = tiesOf('eval', words, usual);
  return { format, ties, rel: words.count('rel', 1) };
}

/** `official` stands for what trec_eval prints by itself. */
function groupOf(name: string): readonly string[] {
  return name === 'official' ? OFFICIAL : [name];
}

/** By the bytes of their ids, as trec_eval goes through topics: sums then have the same last digits. */
function inOrder(qrels: Qrels): Qrels {
  return new Map([...qrels].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

function checkTopics(file: string, qrelsFile: string, scores: RunScores): void {
  if (scores.missing.length < scores.topics.length) return;
  const alike = scoreNotes(scores).find((note) => note.startsWith('the topic '));
  const hint = alike === undefined ? 'give the qrels of these topics' : alike;
  throw new LabError(
    `${shownPath(file)}: none of its ${scores.unlabelled.length === 1 ? '1 topic' : `${scores.unlabelled.length} topics`} (${listed(scores.unlabelled.slice(0, 3))}) is among the ${scores.topics.length} of ${shownPath(qrelsFile)} (${listed(scores.topics.slice(0, 3))}), wanted a run over those; ${hint}`,
  );
}

/** trec_eval's lines alone on the standard output, so that they can be compared; what is odd goes to the other one. */
function printTrec({ runs, perQuery }: ScoresPage, rel: number): void {
  for (const { file, scores } of runs) {
    console.log(trecLines(scores, perQuery, rel).join('\n'));
    for (const note of scoreNotes(scores)) console.error(`${file}: ${note}`);
  }
}

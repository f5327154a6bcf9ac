import fs from 'node:fs';
import { didYouMean, LabError } from '../errors.js';
import { judgmentsCsv } from '../judge/judgments-csv.js';
import { FROM_LABELS, labelsAsJudgments } from '../judge/labels-as-judgments.js';
import { type PassAgreement, type PassOf, passAgreement, passesIn } from '../judge/pass-agreement.js';
import { type JudgingOf, readJudgmentsCsv } from '../judge/read-judgments-csv.js';
import { type JudgeWork, lastOfThisWork, ofThisWork } from '../judge/work.js';
import { pairKey } from '../judge/worklist.js';
import { counted } from '../measure/score-notes.js';
import { shownPath } from '../project.js';
import type { Judgment } from '../store/judgment.js';
import { openStore, type Store } from '../store/open-store.js';
import { agreementText, passesText } from '../view/print-agreement.js';
import type { Words } from './args.js';
import { type Judging, openJudging } from './judging.js';
import { print } from './output.js';
import { writeOut } from './write-out.js';

const ACTIONS = ['ls', 'csv', 'import', 'from-labels', 'agreement'] as const;

/** `rlab judgments`: those in the store, to CSV and from it, from the labels there are, and how far passes agree. */
export async function act(words: Words): Promise<void> {
  const [action, pool, file] = words.positionals;
  if (
    !ACTIONS.includes(action as never) ||
    pool === undefined ||
    (action === 'import') !== (file !== undefined)
  )
    throw new LabError(
      `rlab judgments: found "${words.positionals.join(' ')}", wanted ls POOL, csv POOL, import POOL FILE, from-labels POOL or agreement POOL${didYouMean(action!, ACTIONS)}; see rlab judgments --help`,
    );
  const judging = await openJudging(words, pool);
  if (action === 'csv') return writeCsv(words, judging);
  const store = openStore(words.text('store'));
  try {
    if (action === 'ls') list(words, judging, store);
    else if (action === 'import') await take(words, judging, store, file!);
    else if (action === 'from-labels') fromLabels(words, judging, store);
    else agree(words, judging, store);
  } finally {
    store.close();
  }
}

/** What was judged in this pass is filled in, so that a file can be made again in the middle of the work. */
async function writeCsv(words: Words, { work, judge }: Judging): Promise<void> {
  const out = words.text('out') ?? 'judge.csv';
  const store = openStore(words.text('store'));
  const before = lastWordsOf(work, judge, store);
  store.close();
  const { tasks, docs, pass } = work;
  if (fs.existsSync(out))
    throw new LabError(
      `rlab judgments: ${out} exists, and may hold what somebody filled in, wanted a new file; name another with --out, or move it`,
    );
  writeOut('rlab judgments: --out', out, await judgmentsCsv(tasks, docs, before));
  print(words.flag('json'), { file: out, pages: tasks.length, judged: before.size }, () =>
    [
      `${tasks.length} pages to judge are in ${out}, ${before.size} of them filled in: write 2, 1 or 0 into grade, and the words that answer into quote.`,
      `To take it back: rlab judgments import ${words.positionals[1]} ${out} --judge ${JSON.stringify(judge)} --pass ${pass}`,
    ].join('\n'),
  );
}

function lastWordsOf(work: JudgeWork, judge: string, store: Store): ReadonlyMap<string, Judgment> {
  const { dataset, pass } = work;
  return lastOfThisWork(work, store.judgments({ dataset, judge, pass }));
}

function judgingOf({ work: { dataset, pass }, judge }: Judging): JudgingOf {
  return { dataset, judge, pass, judgedAt: new Date().toISOString() };
}

/** Records what is not the last word already, so that the same file twice adds nothing. */
function saveNew({ work, judge }: Judging, store: Store, judgments: readonly Judgment[]): number {
  const before = lastWordsOf(work, judge, store);
  const said = ({ grade, spans, note }: Judgment) => JSON.stringify([grade, spans, note]);
  const fresh = judgments.filter((one) => {
    const old = before.get(pairKey(one));
    return old === undefined || said(old) !== said(one);
  });
  return store.saveJudgments(fresh);
}

async function take(words: Words, judging: Judging, store: Store, file: string): Promise<void> {
  const { work, judge } = judging;
  const { judgments } = await readJudgmentsCsv(file, work.tasks, work.docs, judgingOf(judging));
  const saved = saveNew(judging, store, judgments);
  const known = judgments.length - saved;
  const open = work.tasks.length - lastWordsOf(work, judge, store).size;
  print(
    words.flag('json'),
    { saved, known, open },
    () =>
      `Took ${counted(saved, 'judgment', 'judgments')} of ${judge}, pass ${work.pass}, from ${shownPath(file)}; ${known} were in the store already, ${open} of ${work.tasks.length} pages are open`,
  );
}

function fromLabels(words: Words, judging: Judging, store: Store): void {
  const { work, data, judge } = judging;
  const rest = words.flag('rest-is-0');
  checkFromLabels(words, judging, store);
  const judgments = labelsAsJudgments(work.tasks, data.cases, work.docs, judgingOf(judging), rest);
  const saved = saveNew(judging, store, judgments);
  const known = judgments.length - saved;
  if (judgments.length === 0)
    throw new LabError(
      `rlab judgments: no page of the pool has a label in ${data.name}, wanted some to take; make the pool with --with-judged`,
    );
  print(
    words.flag('json'),
    { saved, known },
    () =>
      `Took ${counted(saved, 'judgment', 'judgments')} of ${judge}, pass ${work.pass}, from the labels of ${data.name}${rest ? ', pages of the pool without one as 0' : ''}; ${known} were in the store already`,
  );
}

/** Labels must not pass for what somebody said by hand, nor pages for judged that nobody was shown. */
function checkFromLabels(words: Words, { work, judge }: Judging, store: Store): void {
  if (words.text('judge') === undefined)
    throw new LabError(
      'rlab judgments: from-labels has no --judge, wanted a name for whoever made the labels; add --judge before, say',
    );
  if (words.flag('rest-is-0') && work.pool.withLabelled !== true)
    throw new LabError(
      'rlab judgments: --rest-is-0 says that pages without a label were looked at, and this pool left the labelled pages out, wanted one that holds them; make it with rlab pool --with-judged',
    );
  const byHand = [...lastWordsOf(work, judge, store).values()].filter(({ note }) => note !== FROM_LABELS);
  if (byHand.length > 0)
    throw new LabError(
      `rlab judgments: ${judge} has judged ${byHand.length} pages in pass ${work.pass}, wanted a judge or a pass of its own for the labels; name another --judge`,
    );
}

function list(words: Words, { work }: Judging, store: Store): void {
  const all = ofThisWork(work, store.judgments({ dataset: work.dataset }));
  const rows = passesIn(all).map((one) => {
    const ofPass = all.filter(({ judge, pass }) => judge === one.judge && pass === one.pass);
    const last = [...lastOfThisWork(work, ofPass).values()];
    const graded = (grade: number | null) => last.filter((word) => word.grade === grade).length;
    const skipped = graded(null);
    const counts = { judged: last.length - skipped, skipped, of: work.tasks.length };
    return { ...one, ...counts, grades: { 0: graded(0), 1: graded(1), 2: graded(2) } };
  });
  print(words.flag('json'), rows, () => passesText(rows));
}

function agree(words: Words, { work }: Judging, store: Store): void {
  const judgments = ofThisWork(work, store.judgments({ dataset: work.dataset }));
  const [first, second] = twoPasses(words, passesIn(judgments));
  const found: PassAgreement = passAgreement(judgments, first, second);
  print(words.flag('json'), found, () => agreementText(found));
}

/** The first two that there are, or those named as `judge:pass`. */
function twoPasses(words: Words, known: readonly PassOf[]): readonly [PassOf, PassOf] {
  const shown = known.map(({ judge, pass }) => `${judge}:${pass}`);
  const named = words.list('between');
  const chosen = named.length === 0 ? shown.slice(0, 2) : named;
  const found = chosen.map((text) => {
    const at = shown.indexOf(text);
    if (at >= 0) return known[at]!;
    throw new LabError(
      `rlab judgments: --between names "${text}", wanted one of ${shown.join(', ') || 'the passes, of which there are none'}${didYouMean(text, shown) || '; write judge:pass'}`,
    );
  });
  if (found.length === 2 && found[0] !== found[1]) return [found[0]!, found[1]!];
  if (found.length === 2)
    throw new LabError(
      `rlab judgments: --between names ${chosen[0]} twice, wanted two passes; name another of ${shown.join(', ')}`,
    );
  throw new LabError(
    `rlab judgments: found ${found.length === 1 ? `one pass alone (${chosen[0]})` : `${found.length} passes`}, wanted two to hold against each other; judge the pool again with --pass 2, or by another --judge`,
  );
}

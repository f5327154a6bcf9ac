import { didYouMean, LabError } from '../errors.js';
import { judgmentsCsv } from '../judge/judgments-csv.js';
import { labelsAsJudgments } from '../judge/labels-as-judgments.js';
import { type PassAgreement, type PassOf, passAgreement, passesIn } from '../judge/pass-agreement.js';
import { readJudgmentsCsv } from '../judge/read-judgments-csv.js';
import { lastWords, ofTheseTexts, pairKey, worklist } from '../judge/worklist.js';
import { shownPath } from '../project.js';
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
async function writeCsv(words: Words, { data, docs, tasks, judge, pass }: Judging): Promise<void> {
  const out = words.text('out') ?? 'judge.csv';
  const store = openStore(words.text('store'));
  const before = lastWords(tasks, docs, store.judgments({ dataset: data.name, judge, pass }));
  store.close();
  writeOut('rlab judgments: --out', out, await judgmentsCsv(tasks, docs, before));
  print(words.flag('json'), { file: out, pages: tasks.length, judged: before.size }, () =>
    [
      `${tasks.length} pages to judge are in ${out}, ${before.size} of them filled in: write 2, 1 or 0 into grade, and the words that answer into quote.`,
      `To take it back: rlab judgments import ${words.positionals[1]} ${out} --judge ${judge} --pass ${pass}`,
    ].join('\n'),
  );
}

async function take(words: Words, { data, docs, tasks, judge, pass }: Judging, store: Store, file: string) {
  const judging = { dataset: data.name, judge, pass, judgedAt: new Date().toISOString() };
  const { judgments, open } = await readJudgmentsCsv(file, tasks, docs, judging);
  const before = lastWords(tasks, docs, store.judgments({ dataset: data.name, judge, pass }));
  const said = ({ grade, spans, note }: (typeof judgments)[number]) => JSON.stringify([grade, spans, note]);
  const fresh = judgments.filter((one) => {
    const old = before.get(pairKey(one));
    return old === undefined || said(old) !== said(one);
  });
  const saved = store.saveJudgments(fresh);
  print(
    words.flag('json'),
    { saved, known: judgments.length - saved, open },
    () =>
      `Took ${saved} judgments of ${judge}, pass ${pass}, from ${shownPath(file)}; ${judgments.length - saved} were in the store already, ${open} pages are open`,
  );
}

function fromLabels(words: Words, { data, docs, tasks, judge, pass }: Judging, store: Store): void {
  const judging = { dataset: data.name, judge, pass, judgedAt: new Date().toISOString() };
  const rest = words.flag('rest-is-0');
  const saved = store.saveJudgments(labelsAsJudgments(tasks, data.cases, docs, judging, rest));
  print(
    words.flag('json'),
    { saved },
    () =>
      `Took ${saved} judgments of ${judge}, pass ${pass}, from the labels of ${data.name}${rest ? ', pages of the pool without one as 0' : ''}`,
  );
}

function list(words: Words, { data, docs, pool }: Judging, store: Store): void {
  const tasks = worklist(pool, 1);
  const all = store.judgments({ dataset: data.name });
  const rows = passesIn(all).map((one) => {
    const words = lastWords(
      tasks,
      docs,
      all.filter(({ judge, pass }) => judge === one.judge && pass === one.pass),
    );
    const inPool = tasks.flatMap((task) => words.get(pairKey(task)) ?? []);
    const graded = (grade: number | null) => inPool.filter((word) => word.grade === grade).length;
    const skipped = graded(null);
    const counts = { judged: inPool.length - skipped, skipped, of: tasks.length };
    return { ...one, ...counts, grades: { 0: graded(0), 1: graded(1), 2: graded(2) } };
  });
  print(words.flag('json'), rows, () => passesText(rows));
}

function agree(words: Words, { data, docs, pool }: Judging, store: Store): void {
  const tasks = worklist(pool, 1);
  const pooled = new Set(tasks.map(pairKey));
  const judgments = ofTheseTexts(tasks, docs, store.judgments({ dataset: data.name })).filter((one) =>
    pooled.has(pairKey(one)),
  );
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
  if (found.length === 2) return [found[0]!, found[1]!];
  throw new LabError(
    `rlab judgments: found ${found.length === 1 ? `one pass alone (${chosen[0]})` : `${found.length} passes`}, wanted two to hold against each other; judge the pool again with --pass 2, or by another --judge`,
  );
}

import { LabError } from '../errors.js';
import { sameDayNote } from '../judge/same-day.js';
import { type JudgeWork, lastOfThisWork } from '../judge/work.js';
import { shownPath } from '../project.js';
import { openStore, type Store } from '../store/open-store.js';
import type { Dataset } from '../types.js';
import { judgeApi } from '../view/judge/judge-api.js';
import { openKeyOf } from '../view/judge/token.js';
import type { Words } from './args.js';
import { openJudging } from './judging.js';
import { openPage } from './open-page.js';
import { print } from './output.js';
import { redirectFile } from './redirect-file.js';

/** `rlab judge POOL`: a page on this machine, or the terminal, to grade what a pool holds without knowing which arm found it. */
export async function act(words: Words): Promise<void> {
  const port = portAsked(words);
  checkTty(words);
  const { work, data, judge } = await openJudging(words, words.positionals[0]!);
  const store = openStore(words.text('store'));
  try {
    const note = sameDayNote(store.judgments({ dataset: data.name, judge }), work.pass, new Date());
    if (note !== null) console.error(note);
    if (words.flag('tty')) {
      const { judgeHere } = await import('./judge-tty.js');
      await judgeHere(work, store, judge, data.docs, labelsCommand(words));
    } else await serve(words, { work, store, judge, data, port });
    console.error(`${countsLine(work, store, judge)} ${nextLine(words, work, store, judge)}`);
  } finally {
    store.close();
  }
}

type Served = {
  readonly work: JudgeWork;
  readonly store: Store;
  readonly judge: string;
  readonly data: Dataset;
  readonly port: number | null;
};

/** Until Ctrl-C. */
async function serve(words: Words, { work, store, judge, data, port }: Served): Promise<void> {
  const [{ serveJudging }, { judgePage }, { keptToken }] = await Promise.all([
    import('../view/judge/server.js'),
    import('../view/judge/judge-page.js'),
    import('../view/judge/token.js'),
  ]);
  const token = keptToken(`${store.file}-token`);
  const api = judgeApi(work, store, data.docs, labelsCommand(words));
  const server = await serveJudging({ api, page: judgePage(), token, judge, port });
  // What stands behind # is sent to nobody: not in a request, a log or a Referer.
  const address = `http://127.0.0.1:${server.port}/#${token}`;
  const facts = { address, judge, pass: work.pass, store: store.file, pages: work.tasks.length };
  print(words.flag('json'), facts, () =>
    [
      countsLine(work, store, judge),
      `Open ${address}`,
      `All is kept in ${shownPath(store.file)}. Ctrl-C ends; with --port ${server.port} pages that are open go on when it is started again.`,
    ].join('\n'),
  );
  const opened = words.flag('open') ? openByFile(`${store.file}-open.html`, server.port, token) : null;
  await asked();
  opened?.();
  await server.close();
}

/** Longer than a browser takes to start. */
const OPEN_MS = 60_000;

/** Has a browser open the page by way of a file, since an opener's command line shows the token to every user of the machine. Gives what removes the file. */
function openByFile(file: string, port: number, token: string): () => void {
  const address = `http://127.0.0.1:${port}/`;
  const remove = redirectFile(file, `${address}?open=${openKeyOf(token)}#${token}`);
  openPage('judge', file, 'the address above');
  setTimeout(remove, OPEN_MS).unref();
  return remove;
}

function asked(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

function countsLine(work: JudgeWork, store: Store, judge: string): string {
  const grades = gradesOf(work, store, judge);
  const skipped = grades.filter((grade) => grade === null).length;
  return `${judge}, pass ${work.pass}: ${grades.length - skipped} of ${work.tasks.length} pages judged${skipped === 0 ? '' : `, ${skipped} skipped`}.`;
}

/** How to go on, with the options that were given. */
function nextLine(words: Words, work: JudgeWork, store: Store, judge: string): string {
  if (gradesOf(work, store, judge).length === work.tasks.length)
    return `To make labels of them: ${labelsCommand(words)}`;
  const tty = words.flag('tty') ? ' --tty' : '';
  return `To go on: rlab judge ${operandsOf(words, ['data', 'judge', 'pass', 'port', 'store'])}${tty}`;
}

function labelsCommand(words: Words): string {
  return `rlab labels export ${operandsOf(words, ['data', 'store'])} --out labels.jsonl`;
}

/** The pool and those of the options that were given, as they would be typed. */
function operandsOf(words: Words, names: readonly string[]): string {
  const typed = (value: string) => (/^[\w./:-]+$/.test(value) ? value : JSON.stringify(value));
  const given = names.flatMap((name) => {
    const value = words.text(name);
    return value === undefined ? [] : [`--${name}`, typed(value)];
  });
  return [typed(words.positionals[0]!), ...given].join(' ');
}

/** The last word on each pair of which something was said. */
function gradesOf(work: JudgeWork, store: Store, judge: string): readonly (number | null)[] {
  const { dataset, pass } = work;
  return [...lastOfThisWork(work, store.judgments({ dataset, judge, pass })).values()].map(
    ({ grade }) => grade,
  );
}

function checkTty(words: Words): void {
  const other = words.flag('open') ? '--open' : words.text('port') === undefined ? null : '--port';
  if (words.flag('tty') && other !== null)
    throw new LabError(`rlab judge: found --tty and ${other}, wanted one of them; drop one`);
}

/** Null where none is asked for. */
function portAsked(words: Words): number | null {
  if (words.text('port') === undefined) return null;
  const port = words.count('port', 1);
  if (port <= 65_535) return port;
  throw new LabError(`rlab judge: --port is ${port}, wanted at most 65535; correct it`);
}

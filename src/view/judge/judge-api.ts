import { createHash } from 'node:crypto';
import { LabError } from '../../errors.js';
import { sameDayNote } from '../../judge/same-day.js';
import { takeJudgment } from '../../judge/take-judgment.js';
import { termWeights } from '../../judge/term-weights.js';
import { type JudgeWork, ofThisWork } from '../../judge/work.js';
import type { Store } from '../../store/open-store.js';
import type { Doc } from '../../types.js';
import type { EventsAnswer, JudgeQuery, JudgeState, PageText, SaidSoFar } from './judge-types.js';

/** What is asked of the server, once it is known who asks. Each throws a LabError where it cannot be answered. */
export type JudgeApi = {
  /** As in the state: a page that says another one was made for another pool or pass. */
  readonly work: string;
  readonly state: (judge: string) => JudgeState;
  readonly said: (judge: string) => SaidSoFar;
  readonly page: (doc: string) => PageText;
  readonly take: (judge: string, events: unknown) => EventsAnswer;
};

/** No page sends more at once; a judge does not press so many keys while a server starts again. */
const MOST_EVENTS = 500;

/** Judging over one store. `allDocs` are those of the dataset, by which is told how much a word tells; `next` is the command that comes when all is judged. */
export function judgeApi(
  work: JudgeWork,
  store: Pick<Store, 'judgments' | 'saveJudgments' | 'undoJudgment'>,
  allDocs: readonly Doc[],
  next: string,
): JudgeApi {
  const shown = shownWork(work, allDocs);
  const said = (judge: string) => saidSoFar(work, store, judge);
  return {
    work: shown.work,
    said,
    state: (judge) => {
      const note = sameDayNote(store.judgments({ dataset: work.dataset, judge }), work.pass, new Date());
      return { ...shown, judge, next, notes: note === null ? [] : [note], said: said(judge) };
    },
    page: (id) => {
      const doc = work.docs.get(id);
      if (doc === undefined)
        throw new LabError(
          'page: it is not in the pool, wanted one that is to be judged; go back to the list',
        );
      return { id, digest: work.digests.get(id)!, text: doc.text };
    },
    take: (judge, events) => {
      if (!Array.isArray(events) || events.length > MOST_EVENTS)
        throw new LabError(`events: wanted a list of at most ${MOST_EVENTS}; send fewer at once`);
      return { refused: events.map((event) => refusalOf(work, store, judge, event)), said: said(judge) };
    },
  };
}

function shownWork(work: JudgeWork, allDocs: readonly Doc[]) {
  const texts = new Map(work.tasks.map(({ caseId, query }) => [caseId, query]));
  const termsOf = termWeights([...texts.values()], allDocs);
  const queries = [...texts].map(([id, query]): JudgeQuery => ({ id, query, terms: termsOf(query) }));
  const docs = [...work.docs.values()].map(({ id, title }) => ({ id, title, digest: work.digests.get(id)! }));
  const [queryAt, docAt] = [queries, docs].map((list) => new Map(list.map(({ id }, i) => [id, i])));
  const tasks = work.tasks.map(({ caseId, doc }) => [queryAt!.get(caseId)!, docAt!.get(doc)!] as const);
  const { pool, pass, dataset } = work;
  const id = digestOf(JSON.stringify([dataset, pass, work.tasks]));
  return { work: id, pool: pool.name, pass, dataset, queries, docs, tasks };
}

function saidSoFar(work: JudgeWork, store: Pick<Store, 'judgments'>, judge: string): SaidSoFar {
  const { dataset, pass } = work;
  const judgments = ofThisWork(work, store.judgments({ dataset, judge, pass })).map(
    ({ id, caseId, doc, grade, spans, note }) => ({ id, caseId, doc, grade, spans, note }),
  );
  const ids = judgments.map(({ id }) => id).join(' ');
  return { version: digestOf(ids), judgments };
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 12);
}

/** Keeps one event. A mistake in one is said of it alone, so that it holds up no other. */
function refusalOf(
  work: JudgeWork,
  store: Pick<Store, 'judgments' | 'saveJudgments' | 'undoJudgment'>,
  judge: string,
  event: unknown,
): string | null {
  const { kind, judgment, id } = (event ?? {}) as { kind?: unknown; judgment?: unknown; id?: unknown };
  try {
    if (kind === 'judge') store.saveJudgments([takeJudgment(work, judge, judgment, new Date())]);
    else if (kind === 'undo') undo(work, store, judge, id);
    else return 'event: its kind is unknown, wanted judge or undo; load the page again';
    return null;
  } catch (thrown) {
    if (thrown instanceof LabError) return thrown.message;
    throw thrown;
  }
}

/** One that was taken back before, or was refused, needs no more; another judge's is left alone. */
function undo(
  { dataset, pass }: JudgeWork,
  store: Pick<Store, 'judgments' | 'undoJudgment'>,
  judge: string,
  id: unknown,
): void {
  if (store.judgments({ dataset, judge, pass }).some((one) => one.id === id))
    store.undoJudgment(id as string);
}

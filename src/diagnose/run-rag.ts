import { LabError } from '../errors.js';
import { inOrder } from '../measure/in-order.js';
import { printable } from '../measure/printable.js';
import { type Progress, progress } from '../progress.js';
import type { RagAnswer } from '../store/rag-answer.js';
import type { OnProgress } from '../types.js';
import { type Prepared, type RagAsker, ragAsker } from './rag-asker.js';
import { checkRagOptions, type RagOptions, type RagQuestion } from './rag-options.js';

export type RunRagOptions = RagOptions & {
  /** Questions under way at once; 4. */
  readonly atOnce?: number;
  /** Starts no further question once aborted. */
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
};

/** What was asked and what was there already. */
export type RagRun = {
  /** In the order of the questions; where it was interrupted those that were answered. */
  readonly answers: readonly RagAnswer[];
  readonly asked: number;
  readonly fromStore: number;
  /** For those that were asked now; null where a price or a count of tokens is not known. */
  readonly dollars: number | null;
  readonly interrupted: boolean;
};

/**
 * Searches for a question, puts what was found to a model by the responses API, and reads its answer with the passages that it cites: each stage is in what comes back. What goes wrong
 * with this question is its status (`RAG_STATUSES`); a LabError is thrown for what would go wrong with any, such as a key that is missing or refused.
 */
export async function runRag(question: RagQuestion, options: RagOptions): Promise<RagAnswer> {
  checkRagOptions('runRag', options);
  const asker = ragAsker(options);
  const prepared = await asker.prepare(question);
  return (await askOnce(asker, prepared, options)).answer;
}

/**
 * The same for many questions. Each answer is kept in the store as it comes, so that a run that was stopped, or killed, goes on where it was: what the store has of the same question,
 * texts, model, server and prompt is never asked for again.
 */
export async function runRagAll(questions: readonly RagQuestion[], options: RunRagOptions): Promise<RagRun> {
  const { atOnce = 4, signal, onProgress, ...own } = options;
  checkRagOptions('runRagAll', own);
  if (!Number.isInteger(atOnce) || atOnce < 1)
    throw new LabError(`runRagAll: atOnce is ${atOnce}, wanted a whole number of at least 1; correct it`);
  const asker = ragAsker(own);
  const line: Progress =
    onProgress === undefined ? progress(`asking ${own.model}`) : { tick: onProgress, end: () => {} };
  const found = new Map<number, Asked>();
  // Two questions that come to the same words and passages are one call.
  const underWay = new Map<string, Promise<Asked>>();
  const one = async (question: RagQuestion, at: number) => {
    const prepared = await asker.prepare(question);
    found.set(at, await shared(asker, prepared, own, underWay));
    line.tick(found.size, questions.length);
  };
  const waiting = questions.map((question, at) => ({ question, at }));
  try {
    await inOrder(waiting, atOnce, ({ question, at }) => one(question, at), signal);
  } finally {
    line.end();
  }
  return summed(
    waiting.flatMap(({ at }) => found.get(at) ?? []),
    questions.length,
  );
}

type Asked = { readonly answer: RagAnswer; readonly isNew: boolean };

async function askOnce(asker: RagAsker, prepared: Prepared, { store }: RagOptions): Promise<Asked> {
  const known = asker.stored(prepared);
  const answer = known ?? (await asker.ask(prepared));
  // A known one too: it stands under each run and question that it is of.
  if (store !== undefined) keep(store, answer);
  return { answer, isNew: known === null };
}

/** An answer is paid for: where its run has been deleted meanwhile, it is kept under none, and is not asked for again. */
function keep(store: NonNullable<RagOptions['store']>, answer: RagAnswer): void {
  try {
    store.saveRagAnswer(answer);
  } catch (thrown) {
    if (answer.runId !== null) store.saveRagAnswer({ ...answer, runId: null });
    throw thrown;
  }
}

async function shared(
  asker: RagAsker,
  prepared: Prepared,
  options: RagOptions,
  underWay: Map<string, Promise<Asked>>,
): Promise<Asked> {
  const first = underWay.get(prepared.digest);
  if (first === undefined) {
    const asking = askOnce(asker, prepared, options);
    underWay.set(prepared.digest, asking);
    return asking;
  }
  const { answer } = await first;
  const own = { ...answer, questionId: prepared.id };
  if (options.store !== undefined) keep(options.store, own);
  return { answer: own, isNew: false };
}

function summed(asked: readonly Asked[], all: number): RagRun {
  const fresh = asked.filter(({ isNew }) => isNew).map(({ answer }) => answer);
  const dollars = fresh.map((one) => one.dollars);
  const run: RagRun = {
    answers: asked.map(({ answer }) => answer),
    asked: fresh.length,
    fromStore: asked.length - fresh.length,
    dollars: dollars.includes(null) ? null : dollars.reduce<number>((sum, one) => sum + one!, 0),
    interrupted: asked.length < all,
  };
  return printable(
    run,
    () => `${asked.length} of ${all} questions answered: ${fresh.length} asked, ${run.fromStore} known`,
  );
}

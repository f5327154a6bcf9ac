import fs from 'node:fs';
import { answerMaker } from '../diagnose/answer-maker.js';
import { estimateRag, type RagEstimate } from '../diagnose/estimate-rag.js';
import { isQuestion } from '../diagnose/gold.js';
import type { RagOptions } from '../diagnose/rag-options.js';
import { runRagAll } from '../diagnose/run-rag.js';
import { LabError } from '../errors.js';
import { isFailed } from '../measure/summarize.js';
import { lacksKey, type OpenAiOptions, openAiServer } from '../openai.js';
import { shownPath, storePath } from '../project.js';
import { openStore, type Store } from '../store/open-store.js';
import type { Context, RagAnswer } from '../store/rag-answer.js';
import type { Words } from './args.js';
import type { DiagnoseInput } from './diagnose-input.js';
import { untilInterrupted } from './interruptible.js';

/** Answers to check, and what is to be said of where they come from. */
export type Answers = {
  readonly answers: readonly RagAnswer[];
  readonly model: string | null;
  readonly asked: number;
  readonly fromStore: number;
  /** For those that were asked now; null where it is not known, or nothing was asked. */
  readonly dollars: number | null;
  readonly notes: readonly string[];
};

const UNCHECKED = 'Only retrieval, ranking and passages were checked';

/** Those that are on record for the run, of one model, server and prompt: of others' answers to the same questions one would stand for all. */
export function recordedAnswers(
  { answers }: Pick<DiagnoseInput, 'answers'>,
  { model, baseURL }: { readonly model?: string | undefined; readonly baseURL?: string | undefined },
): Answers {
  const server = baseURL === undefined ? undefined : openAiServer({ baseURL }).name;
  const own = answers.filter(
    (one) => (model === undefined || one.model === model) && (server === undefined || one.server === server),
  );
  const makers = [...new Set(own.map(answerMaker))];
  if (makers.length > 1)
    throw new LabError(
      `rlab diagnose: the run has answers by ${makers.length} makers (${makers.join('; ')}), wanted one; name it by --model and --base-url, or ask with --generate`,
    );
  const none = { answers: own, asked: 0, fromStore: own.length, dollars: null };
  if (own.length > 0) return { ...none, model: own[0]!.model, notes: [`Answers on record, by ${makers[0]}`] };
  return {
    ...none,
    model: null,
    notes: [`${UNCHECKED}: no answer is on record; --generate --model NAME asks a model`],
  };
}

/** Asks for what the store lacks, at each of the contexts. */
export async function generatedAnswers(
  words: Words,
  input: DiagnoseInput,
  contexts: readonly Context[],
): Promise<Answers> {
  const options = optionsOf(words, input);
  if (lacksKey(options))
    return {
      ...{ answers: [], model: null, asked: 0, fromStore: 0, dollars: null },
      notes: [
        `${UNCHECKED}: no key was found, so no model was asked; set OPENAI_API_KEY, or name a server that wants none with --base-url`,
      ],
    };
  const store = openStore(words.text('store'));
  try {
    return await untilInterrupted((signal) => askAll(options, input, contexts, store, signal));
  } finally {
    store.close();
  }
}

async function askAll(
  options: RagOptions,
  input: DiagnoseInput,
  contexts: readonly Context[],
  store: Store,
  signal: AbortSignal,
): Promise<Answers> {
  const questions = questionsOf(input);
  let [asked, fromStore, dollars]: [number, number, number | null] = [0, 0, 0];
  const answers: RagAnswer[] = [];
  for (const context of contexts) {
    const run = await runRagAll(questions, { ...options, context, store, signal });
    answers.push(...run.answers);
    asked += run.asked;
    fromStore += run.fromStore;
    dollars = dollars === null || run.dollars === null ? null : dollars + run.dollars;
    if (run.interrupted)
      throw new LabError(
        `rlab diagnose: was interrupted after ${answers.length} of ${questions.length * contexts.length} answers, which are kept in ${shownPath(store.file)}; the same command goes on from there`,
      );
  }
  return { answers, model: options.model, asked, fromStore, dollars, notes: notesOf(input) };
}

/** What asking would take, at each of the contexts. A store that is not there is not made. */
export async function estimatedAnswers(
  words: Words,
  input: DiagnoseInput,
  contexts: readonly Context[],
): Promise<readonly RagEstimate[]> {
  const options = optionsOf(words, input);
  const file = words.text('store') ?? storePath();
  const store = fs.existsSync(file) ? openStore(file) : undefined;
  const found: RagEstimate[] = [];
  try {
    for (const context of contexts) {
      const known = store === undefined ? {} : { store };
      found.push(await estimateRag(questionsOf(input), { ...options, ...known, context }));
    }
    return found;
  } finally {
    store?.close();
  }
}

function optionsOf(words: Words, { run, docs, noDocs, retriever, recorded }: DiagnoseInput): RagOptions {
  const [model, baseURL] = [words.text('model'), words.text('base-url')];
  if (model === undefined)
    throw new LabError(
      'rlab diagnose: --generate needs a model, found none, wanted its name; write --model gpt-4.1-mini, say',
    );
  if (docs === null)
    throw new LabError(
      `rlab diagnose: --generate needs the texts of the pages, and ${noDocs}; name the dataset with --data`,
    );
  const server: OpenAiOptions = baseURL === undefined ? {} : { baseURL };
  return {
    ...{ retriever, docs, model, depth: run.depth, retryFailed: words.flag('retry-failed') },
    ...(recorded ? { runId: run.id } : {}),
    ...server,
  };
}

/** What the run answered; and, where it is searched here, also what no page answers. */
function questionsOf({ items, run, recorded }: DiagnoseInput) {
  const answered = new Set(run.results.filter((result) => !isFailed(result)).map(({ caseId }) => caseId));
  return items.filter((item) => (isQuestion(item) && item.unanswerable ? !recorded : answered.has(item.id)));
}

function notesOf({ items, recorded }: DiagnoseInput): readonly string[] {
  const unanswerable = items.filter((item) => isQuestion(item) && item.unanswerable).length;
  return recorded && unanswerable > 0
    ? [`The run holds no hits for the ${unanswerable} unanswerable questions, so no model was asked them`]
    : [];
}

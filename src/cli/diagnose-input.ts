import { headings } from '../chunk/headings.js';
import { qaAsCases } from '../dataset/qa-cases.js';
import type { Diagnosed } from '../diagnose/gold.js';
import { LabError, messageOf } from '../errors.js';
import { evaluate } from '../measure/evaluate.js';
import { isFailed } from '../measure/summarize.js';
import { openDataset } from '../open-dataset.js';
import { bm25 } from '../retrieve/bm25.js';
import { openStore } from '../store/open-store.js';
import type { RagAnswer } from '../store/rag-answer.js';
import type { Case, Dataset, Doc, QaCase, Retriever, Run } from '../types.js';
import type { Words } from './args.js';
import { interruptible } from './interruptible.js';

/** What is diagnosed, and what it takes to ask a model about it. */
export type DiagnoseInput = {
  readonly items: readonly Diagnosed[];
  readonly run: Run;
  /** Null with the reason where the pages are not at hand. */
  readonly docs: readonly Doc[] | null;
  readonly noDocs: string;
  readonly retriever: Retriever;
  /** Whether the run is one of the store. */
  readonly recorded: boolean;
  /** What a model answered over the run's hits, on record. */
  readonly answers: readonly RagAnswer[];
};

/** A recorded run, or BM25 over heading chunks, which is made here and not recorded. */
export async function diagnoseInput(words: Words, deepest: number): Promise<DiagnoseInput> {
  if (words.flag('cases') && words.flag('qa'))
    throw new LabError('rlab diagnose: found --cases and --qa, wanted one of them; drop one');
  const named = words.text('run');
  return named === undefined ? madeHere(words, deepest) : recordedRun(words, named, deepest);
}

async function madeHere(words: Words, deepest: number): Promise<DiagnoseInput> {
  const data = await openDataset(words.text('data'));
  const items = itemsOf(words, data);
  const cases = items.flatMap((item): readonly Case[] => ('citations' in item ? qaAsCases([item]) : [item]));
  const depth = words.count('depth', 20);
  checkDepth(deepest, depth, 'raise --depth or lower --context');
  const retriever = bm25(headings(data.docs));
  const settings = { name: 'diagnose', k: Math.min(5, depth), depth, metrics: ['mrr'], dataset: data.name };
  const run = await interruptible((signal) => evaluate(retriever, cases, { ...settings, signal }));
  return { items, run, docs: data.docs, noDocs: '', retriever, recorded: false, answers: [] };
}

/** Questions where there are some, unless cases are asked for. */
function itemsOf(words: Words, data: Dataset): readonly Diagnosed[] {
  const answerable = data.qa.some(({ unanswerable }) => !unanswerable);
  if (words.flag('qa') && !answerable)
    throw new LabError(
      `dataset ${data.name}: has no answerable question, wanted some in eval/*.jsonl; add lines with "question" and "citations"`,
    );
  if (answerable && !words.flag('cases')) return data.qa;
  if (data.cases.length === 0)
    throw new LabError(
      `dataset ${data.name}: has neither cases nor answerable questions, wanted some in eval/*.jsonl; add lines with "query" and labels`,
    );
  return data.cases;
}

async function recordedRun(words: Words, named: string, deepest: number): Promise<DiagnoseInput> {
  if (words.text('depth') !== undefined)
    throw new LabError(
      'rlab diagnose: found --run and --depth, wanted one of them, since a recorded run has its own; drop --depth',
    );
  const store = openStore(words.text('store'));
  try {
    const run = store.run(named);
    checkDepth(deepest, run.depth, `lower --context, or evaluate deeper than ${run.name} was`);
    const { data, why } = await pagesOf(words.text('data'), run);
    return {
      items: recordedItems(words, run, data),
      run,
      docs: data?.docs ?? null,
      noDocs: why,
      retriever: { name: run.retriever, search: searchRecorded(run) },
      recorded: true,
      answers: store.ragAnswers(run.id),
    };
  } finally {
    store.close();
  }
}

function checkDepth(deepest: number, depth: number, advice: string): void {
  if (deepest > depth)
    throw new LabError(
      `rlab diagnose: a context of ${deepest} chunks cannot be told from ${depth}; ${advice}`,
    );
}

/** A run over questions holds them as cases of the kind `question`, whose labels are the cited pages. */
function recordedItems(words: Words, run: Run, data: Dataset | null): readonly Diagnosed[] {
  const areQuestions = run.cases.length > 0 && run.cases.every(({ kind }) => kind === 'question');
  if (words.flag('qa') && !areQuestions)
    throw new LabError(
      `rlab diagnose: run ${run.name} (${run.id}) is over cases, found --qa, wanted a run over questions; drop --qa, or leave --run out`,
    );
  if (words.flag('cases') || !areQuestions) return run.cases;
  const unanswerable = data?.qa.filter((item) => item.unanswerable) ?? [];
  return [...run.cases.map(asQuestion), ...unanswerable];
}

function asQuestion({ id, query, labels, fields }: Case): QaCase {
  const citations = labels.filter(({ grade }) => grade > 0).map(({ doc }) => doc);
  return { id, question: query, answer: null, citations, unanswerable: false, fields };
}

type Pages = { readonly data: Dataset | null; readonly why: string };

/** The pages that the run searched, where the dataset can be opened and is still the same; a dataset that is named must be. */
async function pagesOf(named: string | undefined, run: Run): Promise<Pages> {
  const where = named ?? run.dataset;
  if (where === null) return { data: null, why: `run ${run.name} names no dataset` };
  let data: Dataset;
  try {
    data = await openDataset(where);
  } catch (thrown) {
    if (named !== undefined || !(thrown instanceof LabError)) throw thrown;
    return {
      data: null,
      why: `the dataset ${where} cannot be opened here (${messageOf(thrown).slice(0, 200)})`,
    };
  }
  if (run.corpusVersion === null || run.corpusVersion === data.corpusVersion) return { data, why: '' };
  const why = `the pages of ${where} are ${data.corpusVersion}, while ${run.name} (${run.id}) searched ${run.corpusVersion}`;
  if (named === undefined) return { data: null, why };
  throw new LabError(`rlab diagnose: ${why}; name the dataset that it searched, or leave --data out`);
}

/** The hits on record, as a retriever that knows no other query. */
function searchRecorded(run: Run): Retriever['search'] {
  const byQuery = new Map(run.results.map((result) => [result.query, result]));
  return (query, depth) => {
    const result = byQuery.get(query);
    if (result === undefined || isFailed(result))
      throw new LabError(`run ${run.name} has no hits for "${query}"`);
    return result.hits.slice(0, depth);
  };
}

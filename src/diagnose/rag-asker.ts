import { LabError, messageOf } from '../errors.js';
import { searchOnce } from '../measure/search-once.js';
import { placesOf, withPlaces } from '../measure/span-view.js';
import { openAiServer, RefusedError, UnansweredError } from '../openai.js';
import { RAG_FAILURES, type RagAnswer } from '../store/rag-answer.js';
import type { Hit, Retriever } from '../types.js';
import { answerDollars, answerPrices, type TokenPrices } from './answer-prices.js';
import { cutContext, type HitText, hitTexts } from './context.js';
import { queryOf } from './gold.js';
import { contextOf, type RagOptions, type RagQuestion } from './rag-options.js';
import { type Passage, promptDigest, RAG_INSTRUCTIONS, ragInput, shortHash } from './rag-prompt.js';
import { type ReadAnswer, readAnswer } from './read-answer.js';

/** A question that was searched for, as it would be put to the model. */
export type Prepared = {
  readonly id: string;
  readonly question: string;
  readonly hits: readonly Hit[];
  readonly passages: readonly Passage[];
  readonly instructions: string;
  readonly input: string;
  readonly digest: string;
  /** Where the search itself failed. */
  readonly failure: Pick<ReadAnswer, 'status' | 'message'> | null;
};

/** Prepares questions, and asks a model for what is not stored. */
export type RagAsker = {
  readonly server: string;
  readonly prices: TokenPrices | null;
  readonly maxOutputTokens: number;
  readonly prepare: (question: RagQuestion) => Promise<Prepared>;
  /** What the store has of it that need not be asked for again; null otherwise. */
  readonly stored: (prepared: Prepared) => RagAnswer | null;
  readonly ask: (prepared: Prepared) => Promise<RagAnswer>;
};

/** The server that options name, with everything that is the same for all questions. */
export function ragAsker(options: RagOptions): RagAsker {
  const server = openAiServer(options);
  const { instructions = RAG_INSTRUCTIONS, maxOutputTokens = 4000, model, store } = options;
  const prompt = promptDigest(instructions);
  const prices = options.prices ?? answerPrices(model, server.name);
  const pages = new Map(options.docs.map(({ id, text }) => [id, text]));
  const same = { runId: runIdOf(options), context: contextOf(options), model, prompt };
  const prepare = preparer(options, [model, server.url, prompt, maxOutputTokens], instructions);
  return {
    server: server.name,
    prices,
    maxOutputTokens,
    prepare,
    stored: (prepared) => {
      const found = store?.ragAnswer(prepared.digest) ?? null;
      if (found === null || (options.retryFailed === true && RAG_FAILURES.includes(found.status)))
        return null;
      return { ...found, ...same, ...ofQuestion(prepared) };
    },
    ask: async (prepared) => {
      const started = performance.now();
      const read = prepared.failure ?? (await answered(prepared));
      const latencyMs = prepared.failure === null ? performance.now() - started : null;
      const whole = { ...NOTHING, ...read };
      return {
        ...same,
        ...ofQuestion(prepared),
        ...whole,
        server: server.name,
        dollars: answerDollars(whole.usage, prices),
        latencyMs,
        askedAt: new Date().toISOString(),
      };
    },
  };

  async function answered({ input, passages }: Prepared): Promise<Partial<ReadAnswer>> {
    const { citedAnswerShape } = await import('../schema.js');
    try {
      const response = await server.respond({
        ...{ model, instructions, input, maxOutputTokens },
        shape: citedAnswerShape(),
      });
      const shown = new Set(passages.map(({ hit }) => hit.docId));
      return readAnswer(response, { pages: shown, textOf: (doc) => pages.get(doc) ?? null });
    } catch (thrown) {
      return failureOf(thrown);
    }
  }
}

const NOTHING: ReadAnswer = {
  status: 'error',
  message: null,
  answer: null,
  citations: [],
  raw: null,
  usage: null,
};

/** What no other question would fare better with is thrown: a wrong key, an unknown model, an account without money. */
function failureOf(thrown: unknown): Pick<ReadAnswer, 'status' | 'message'> {
  if (thrown instanceof UnansweredError) return { status: thrown.reason, message: messageOf(thrown) };
  const forAll = [401, 402, 403, 404, 429];
  if (thrown instanceof RefusedError && !forAll.includes(thrown.status))
    return { status: 'error', message: messageOf(thrown) };
  throw thrown;
}

/** Looked up before an answer is paid that could not be kept. */
function runIdOf({ runId, store }: RagOptions): string | null {
  if (runId === undefined) return null;
  return store === undefined ? runId : store.runId(runId);
}

function ofQuestion({ id, question, hits, passages, digest }: Prepared) {
  return {
    questionId: id,
    question,
    hits,
    contextIds: passages.map(({ hit }) => hit.chunkId),
    digest,
  };
}

function preparer(options: RagOptions, settings: readonly unknown[], instructions: string) {
  const { depth = 20, docs } = options;
  const retriever: Retriever =
    typeof options.retriever === 'function' ? { search: options.retriever } : options.retriever;
  const chunks = retriever.chunkSet;
  const places = chunks === undefined ? null : placesOf(chunks);
  const text = hitTexts({ docs, chunks });
  const context = contextOf(options);
  return async (given: RagQuestion): Promise<Prepared> => {
    const { id, question } = named(given);
    const outcome = await searchOnce((query, n) => retriever.search(query, n), question, depth, null);
    const hits = withPlaces(outcome.hits, places);
    const where = `question "${id}"`;
    const cut = cutContext(where, hits, context, text).hits;
    const passages = cut.map((hit) => ({ hit, text: passageText(where, hit, text) }));
    const input = ragInput(question, passages);
    return {
      ...{ id, question, hits, passages, instructions, input },
      digest: shortHash([question, input, outcome.message, ...settings], 40),
      failure:
        outcome.message === null
          ? null
          : { status: 'error', message: `the search failed (${outcome.status}: ${outcome.message})` },
    };
  };
}

/** The last chunk of a budget is shown as far as it is in the context. */
function passageText(where: string, hit: Hit, text: HitText): string {
  const whole = text(hit);
  if (whole === null)
    throw new LabError(
      `${where}: found no text for "${hit.chunkId}", wanted one to show to the model; pass docs with the page "${hit.docId}", and a retriever that says where its chunks stand`,
    );
  const { start, end } = hit;
  return start === undefined || end === undefined ? whole : whole.slice(0, end - start);
}

function named(given: RagQuestion): { readonly id: string; readonly question: string } {
  if (typeof given === 'string') return { id: given, question: given };
  return 'labels' in given || 'citations' in given ? { id: given.id, question: queryOf(given) } : given;
}

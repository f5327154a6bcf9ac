import { didYouMean, LabError } from '../errors.js';
import type { OpenAiOptions } from '../openai.js';
import type { Store } from '../store/open-store.js';
import type { Context } from '../store/rag-answer.js';
import type { Doc, Retriever, Search } from '../types.js';
import type { TokenPrices } from './answer-prices.js';
import { checkContext } from './context.js';
import type { Diagnosed } from './gold.js';

/** A question as text, or with an id of its own: of a set of questions or of labelled cases. */
export type RagQuestion = string | { readonly id: string; readonly question: string } | Diagnosed;

export type RagOptions = OpenAiOptions & {
  readonly retriever: Retriever | Search;
  /** The pages that the retriever searches: passages and quotes are read in them. */
  readonly docs: readonly Doc[];
  /** Chunks that the model is shown; 6. */
  readonly k?: number;
  /** The same as a budget of tokens; either this or `k`. */
  readonly context?: Context;
  /** Chunks that are searched for; 20. */
  readonly depth?: number;
  readonly model: string;
  /** The model's thinking included; 4,000. */
  readonly maxOutputTokens?: number;
  /** What the model is told, in place of `RAG_INSTRUCTIONS`. */
  readonly instructions?: string;
  /** Where they are not known here, or other ones are paid. */
  readonly prices?: TokenPrices;
  /** Keeps each answer as it comes. What it has of the same question, texts, model, server and prompt is not asked for again. */
  readonly store?: Pick<Store, 'saveRagAnswer' | 'ragAnswer' | 'runId'>;
  /** The recorded run that the retriever's hits are of, by id, prefix or name: its answers go with it. It must be in the store, which is looked up before anything is asked. */
  readonly runId?: string;
  /** Asks again for what is stored as `rate limited`, `timeout`, `error`, `truncated` or `invalid`. */
  readonly retryFailed?: boolean;
};

const OPTION_NAMES = [
  'retriever',
  'docs',
  'k',
  'context',
  'depth',
  'model',
  'maxOutputTokens',
  'instructions',
  'prices',
  'store',
  'runId',
  'retryFailed',
  'baseURL',
  'apiKey',
  'timeoutMs',
  'maxRetries',
  'maxWaitMs',
  'backoffMs',
];

/** Throws a LabError for an option that is unknown, missing or no such thing. */
export function checkRagOptions(where: string, options: RagOptions, more: readonly string[] = []): void {
  const names = [...OPTION_NAMES, ...more];
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new LabError(
      `${where}: the option "${unknown}" is unknown, wanted one of ${names.join(', ')}${didYouMean(unknown, names) || '; drop it'}`,
    );
  if (typeof options.model !== 'string' || options.model.trim() === '')
    throw new LabError(`${where}: found no model, wanted its name; write model: 'gpt-4.1-mini', say`);
  if (!Array.isArray(options.docs))
    throw new LabError(`${where}: found no docs, wanted the pages that are searched; pass data.docs`);
  if (options.k !== undefined && options.context !== undefined)
    throw new LabError(`${where}: found k and context, wanted one of them; drop one`);
  checkContext(where, contextOf(options));
  for (const name of ['depth', 'maxOutputTokens'] as const) {
    const value = options[name];
    if (value === undefined || (Number.isInteger(value) && value >= 1)) continue;
    throw new LabError(`${where}: ${name} is ${value}, wanted a whole number of at least 1; correct it`);
  }
}

export function contextOf({ k = 6, context }: RagOptions): Context {
  return context ?? { chunks: k };
}
